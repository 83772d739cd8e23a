/// The calls under `/ecovelo/`.
public enum EcoveloCalls {
    /// The beginning that the paths of all these calls share.
    public static let root = "/ecovelo/"

    private static func call<Request, Reply>(
        _ method: APIMethod, _ path: String, for audience: APIAudience = .session, name: String = #function
    ) -> APICallDefinition<Request, Reply> { APICallDefinition(name, method, root, path, for: audience) }

    /// Lists the programs that can use this server.
    public static var listPrograms: AppCalls.Question<EcoveloProgramList> { call(.get, "programs", for: .anybody) }
    /// Reads the signed-in user.
    public static var getCyclist: AppCalls.Question<EcoveloCyclist> { call(.get, "users/me") }
    /// Reads the user like `getCyclist`, but answers without the profile while it cannot be read.
    public static var eraseOwnAccount: AppCalls.Question<EcoveloCyclist> {
        call(.delete, "users/me", for: .recentSession)
    }
    /// Sends a code to a phone.
    public static var requestPhoneCode: AppCalls.Call<SendPhoneCodeRequest, SendPhoneCodeResponse> {
        call(.post, "users/me/phone")
    }
    /// Confirms a phone number with the code that was sent to it.
    public static var confirmPhone: AppCalls.Call<ConfirmPhoneRequest, EcoveloCyclist> {
        call(.post, "users/me/phone/confirm")
    }
    /// Removes the phone number of the user.
    public static var removePhone: AppCalls.Question<EcoveloCyclist> { call(.delete, "users/me/phone") }
    /// Registers a push token of the web app's host.
    public static var registerDevice: AppCalls.Call<RegisterPushDeviceRequest, RegisteredPushDevice> {
        call(.post, "devices")
    }
    /// Removes a push token of the web app's host.
    public static var removeDevice: AppCalls.Question<PushDeviceRemovedResponse> { call(.delete, "devices/{token}") }

    // MARK: By the names in the web app's bundle

    /// Reads the user like `getCyclist`, without an error while the profile cannot be read.
    public static var getCyclistAtAnyRate: AppCalls.Question<EcoveloCyclist> { call(.get, "cyclists") }
    /// Sends a code like `requestPhoneCode`.
    public static var addCyclist: AppCalls.Call<SendPhoneCodeRequest, SendPhoneCodeResponse> { call(.post, "cyclists") }
    /// Confirms a number like `confirmPhone`.
    public static var confirmCyclist: AppCalls.Call<ConfirmPhoneRequest, EcoveloCyclist> {
        call(.post, "cyclists/confirm")
    }
    /// Removes a number like `removePhone`.
    public static var removeCyclist: AppCalls.Question<EcoveloCyclist> { call(.delete, "cyclists") }
}
