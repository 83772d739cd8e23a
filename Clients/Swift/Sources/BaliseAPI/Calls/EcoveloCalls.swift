// The calls of the Ecovelo API.

/// The calls under `/ecovelo/`.
public enum EcoveloCalls {
    /// What the paths of all of them begin with.
    public static let root = "/ecovelo/"

    private static func call<Request, Reply>(
        _ method: APIMethod, _ path: String, for audience: APIAudience = .session
    ) -> APICallDefinition<Request, Reply> { APICallDefinition(method, root, path, for: audience) }

    /// For whom the web app can be used here.
    public static let listPrograms: APICallDefinition<NoBody, EcoveloProgramList> =
        call(.get, "programs", for: .anybody)
    /// What is known of the person who is signed in.
    public static let getCyclist: APICallDefinition<NoBody, EcoveloCyclist> = call(.get, "users/me")
    /// Erases the account with all that is kept of it.
    public static let eraseOwnAccount: APICallDefinition<NoBody, EcoveloCyclist> =
        call(.delete, "users/me", for: .recentSession)
    /// Has a code sent to a phone.
    public static let requestPhoneCode: APICallDefinition<SendPhoneCodeRequest, SendPhoneCodeResponse> =
        call(.post, "users/me/phone")
    /// Shows such a code.
    public static let confirmPhone: APICallDefinition<ConfirmPhoneRequest, EcoveloCyclist> =
        call(.post, "users/me/phone/confirm")
    /// Takes the phone number back.
    public static let removePhone: APICallDefinition<NoBody, EcoveloCyclist> = call(.delete, "users/me/phone")
    /// Says how the web app's host is reached.
    public static let registerDevice: APICallDefinition<RegisterPushDeviceRequest, RegisteredPushDevice> =
        call(.post, "devices")
    /// Has it reached no more.
    public static let removeDevice: APICallDefinition<NoBody, PushDeviceRemovedResponse> =
        call(.delete, "devices/{token}")

    // MARK: Under the names that the web app has in its bundle

    /// As `getCyclist`, without an error while the profile cannot be read.
    public static let getCyclistAtAnyRate: APICallDefinition<NoBody, EcoveloCyclist> = call(.get, "cyclists")
    /// As `requestPhoneCode`.
    public static let addCyclist: APICallDefinition<SendPhoneCodeRequest, SendPhoneCodeResponse> =
        call(.post, "cyclists")
    /// As `confirmPhone`.
    public static let confirmCyclist: APICallDefinition<ConfirmPhoneRequest, EcoveloCyclist> =
        call(.post, "cyclists/confirm")
    /// As `removePhone`.
    public static let removeCyclist: APICallDefinition<NoBody, EcoveloCyclist> = call(.delete, "cyclists")
}
