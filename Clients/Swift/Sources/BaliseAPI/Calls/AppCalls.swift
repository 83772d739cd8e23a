// The calls of the app API, in the order of its areas.

public import BaliseJSON

/// The calls under `/api/v1/`.
public enum AppCalls {
    /// What the paths of all of them begin with.
    public static let root = "/api/v1/"

    private static func get<Reply>(
        _ path: String, for audience: APIAudience = .session
    ) -> APICallDefinition<NoBody, Reply> { APICallDefinition(.get, root, path, for: audience) }

    private static func delete<Request, Reply>(
        _ path: String, for audience: APIAudience = .session
    ) -> APICallDefinition<Request, Reply> { APICallDefinition(.delete, root, path, for: audience) }

    private static func call<Request, Reply>(
        _ method: APIMethod, _ path: String, for audience: APIAudience = .session, answering successes: [Int] = [200]
    ) -> APICallDefinition<Request, Reply> {
        APICallDefinition(method, root, path, for: audience, answering: successes)
    }

    /// Publishers, each about its own announcements, and the operator about those of all.
    private static let publishers = APIAudience.apiKey([.publish] + operators)
    /// The scopes of keys that speak for the operator.
    public static let operators: [APIScope] = [.support, .operate]

    /// A call.
    public typealias Call<Request: JSONConvertible, Reply: JSONReadable> = APICallDefinition<Request, Reply>
    /// A call without a body.
    public typealias Question<Reply: JSONReadable> = APICallDefinition<NoBody, Reply>

    // MARK: Sessions

    /// Signs in with a password.
    public static let signIn: Call<SignInRequest, SignedInResponse> = call(.post, "auth/login", for: .anybody)
    /// The same under the name that the other app has for it.
    public static let authenticate: Call<SignInRequest, SignedInResponse> =
        call(.post, "auth/authenticate", for: .anybody)
    /// Signs in with Apple.
    public static let signInWithApple: Call<SignInWithAppleRequest, SignedInResponse> =
        call(.post, "auth/apple", for: .anybody)
    /// Takes what Apple tells of a person.
    public static let takeAppleNotification: Call<AppleNotification, DoneResponse> =
        call(.post, "auth/apple/notifications", for: .anybody)
    /// Makes an account and signs in to it.
    public static let register: Call<RegisterRequest, SignedInResponse> =
        call(.post, "auth/register", for: .anybody, answering: [201])
    /// Gets the next tokens of a session.
    public static let refreshSession: Call<RefreshSessionRequest, SignedInResponse> =
        call(.post, "auth/refresh", for: .anybody)
    /// The person who is signed in, in an envelope.
    public static let getUser: Question<ResponseEnvelope<CurrentUserResponse>> = get("auth/me")
    /// Signs out.
    public static let endOwnSession: Call<NoBody, DoneResponse> = call(.post, "auth/logout")
    /// Where the person is signed in.
    public static let listSessions: Question<ResponseEnvelope<SessionListResponse>> = get("auth/sessions")
    /// Signs out everywhere else.
    public static let endOtherSessions: Question<EndOtherSessionsResponse> = delete("auth/sessions")
    /// Signs out on another device.
    public static let endSession: Question<DoneResponse> = delete("auth/sessions/{id}")

    // MARK: Passwords

    /// Asks for a link by which a password can be reset.
    public static let requestPasswordReset: Call<PasswordResetLinkRequest, PasswordResetLinkResponse> =
        call(.post, "auth/forgot-password", for: .anybody)
    /// The same under the name that the other app has for it.
    public static let logForgottenPassword: Call<PasswordResetLinkRequest, PasswordResetLinkResponse> =
        call(.post, "forgot-password-logs", for: .anybody)
    /// Sets a new password with such a link.
    public static let resetPassword: Call<ResetPasswordRequest, DoneResponse> =
        call(.post, "auth/reset-password", for: .anybody)
    /// Changes the password.
    public static let changePassword: Call<ChangePasswordRequest, ChangePasswordResponse> =
        call(.post, "users/change-password")

    // MARK: Profiles

    /// The person who is signed in.
    public static let getProfile: Question<BaliseProfile> = get("users/me")
    /// Changes what the account says, answered in an envelope.
    public static let updateUser: Call<UpdateProfileRequest, ResponseEnvelope<CurrentUserResponse>> =
        call(.patch, "users/me")
    /// The few things that a first page shows.
    public static let getShortProfile: Question<ShortProfile> = get("users/me/light")
    /// Changes what the account says.
    public static let updateProfile: Call<UpdateProfileRequest, BaliseProfile> = call(.put, "users/profile")

    // MARK: Miataru devices of an account

    /// The devices that the person has claimed.
    public static let listClaimedDevices: Question<ResponseEnvelope<ClaimedMiataruDeviceList>> =
        get("users/me/location-devices")
    /// Claims a device by showing its key.
    public static let claimDevice: Call<ClaimDeviceRequest, ResponseEnvelope<ClaimedMiataruDevice>> =
        call(.post, "users/me/location-devices", answering: [201])
    /// Gives a claimed device up.
    public static let releaseDevice: Question<DoneResponse> = delete("users/me/location-devices/{device}")
    /// Replaces the lost key of a claimed device.
    public static let resetDeviceKey: Call<ResetDeviceKeyRequest, ResponseEnvelope<DeviceKeyResponse>> =
        call(.put, "users/me/location-devices/{device}/key")
    /// Frees a claimed device of its key.
    public static let removeDeviceKey: Question<DoneResponse> = delete("users/me/location-devices/{device}/key")

    // MARK: What people want to hear of

    /// What the person wants to hear of.
    public static let getPreferences: Question<BalisePreferences> = get("notification-preferences")
    /// Says what the person wants to hear of.
    public static let setPreferences: Call<BalisePreferences, BalisePreferences> =
        call(.put, "notification-preferences")
    /// When the person is left in peace.
    public static let getQuietHours: Question<BaliseQuietHours> = get("notification-preferences/quiet-hours")
    /// Says when the person is left in peace.
    public static let setQuietHours: Call<SetQuietHoursRequest, BaliseQuietHours> =
        call(.put, "notification-preferences/quiet-hours")
    /// Ends the quiet hours.
    public static let removeQuietHours: Question<BaliseQuietHours> = delete("notification-preferences/quiet-hours")

    // MARK: Where people are

    /// What is kept of where the person was.
    public static let getPosition: Question<ResponseEnvelope<PositionStatusResponse>> = get("users/me/position")
    /// Reports where the person is.
    public static let setPosition: Call<SetPositionRequest, ResponseEnvelope<PositionKeptResponse>> =
        call(.put, "users/me/position")
    /// Erases the position.
    public static let erasePosition: Question<DoneResponse> = delete("users/me/position")
    /// Allows or forbids that positions are kept.
    public static let allowPositions: Call<AllowPositionsRequest, ResponseEnvelope<PositionStatusResponse>> =
        call(.put, "users/me/position/consent")

    // MARK: Push devices

    /// Says how a push device is reached.
    public static let registerPushToken: Call<RegisterPushTokenRequest, ResponseEnvelope<RegisterPushTokenResponse>> =
        call(.post, "push/register", answering: [200, 201])
    /// The same under the name that the other app has for it.
    public static let registerDeviceToken: Call<RegisterPushTokenRequest, ResponseEnvelope<RegisterPushTokenResponse>> =
        call(.post, "users/register-device-token", answering: [200, 201])
    /// Sends a push to the person's own devices.
    public static let sendTestPush: Call<SendTestPushRequest, ResponseEnvelope<SendTestPushResponse>> =
        call(.post, "push/test")
    /// The person's push devices.
    public static let listPushTokens: Question<PushTokenListResponse> = get("push/tokens")
    /// The same under the name that the other app has for it.
    public static let listDevices: Question<PushTokenListResponse> = get("users/me/devices")
    /// Leaves a push device in peace, or no more.
    public static let mutePushToken: Call<MutePushTokenRequest, ResponseEnvelope<RegisteredPushToken>> =
        call(.patch, "push/tokens/{id}")
    /// Has a push device reached no more.
    public static let removePushToken: Question<DoneResponse> = delete("push/tokens/{id}")
    /// The same under the name that the other app has for it.
    public static let removeDevice: Question<DoneResponse> = delete("users/me/devices/{id}")
    /// Has push devices reached no more that are named by their token.
    public static let removePushTokens: Call<RemovePushTokensRequest, RemovePushTokensResponse> =
        delete("users/register-device-token")

    // MARK: What was told

    /// What the person was told.
    public static let listInbox: Question<BaliseInboxPage> = get("notifications")
    /// How much of it is unread.
    public static let countUnread: Question<UnreadCountResponse> = get("notifications/unread-count")
    /// Who has asked about the person.
    public static let listInquiries: Question<ResponseEnvelope<InquiryList>> = get("notifications/inquiries")
    /// Marks all as read.
    public static let markAllRead: Call<NoBody, MarkReadResponse> = call(.post, "notifications/read-all")
    /// Marks one entry as read.
    public static let markRead: Call<NoBody, MarkReadResponse> = call(.post, "notifications/{id}/read")

    // MARK: What is announced

    /// Offers and events.
    public static let findOffers: Question<[ListedAnnouncement]> = get("offers", for: .anybodyOrSession)
    /// The same under another name.
    public static let findActiveOffers: Question<[ListedAnnouncement]> = get("offers/active", for: .anybodyOrSession)
    /// An offer or an event.
    public static let openOffer: Question<ListedAnnouncement> = get("offers/{id}", for: .anybodyOrSession)
    /// Professionals.
    public static let findProfessionals: Question<[ListedAnnouncement]> =
        get("users/professionals/search", for: .anybodyOrSession)
    /// The categories that there are.
    public static let listCategories: Question<[AnnouncementCategory]> =
        get("users/professionals/categories-tree", for: .anybody)
    /// A professional.
    public static let openProfessional: Question<ListedAnnouncement> = get("users/{id}", for: .anybodyOrSession)

    // MARK: Announcing

    /// Announces something.
    public static let announce: Call<AnnounceRequest, ResponseEnvelope<PublishedAnnouncement>> =
        call(.post, "announcements", for: .apiKey([.publish]), answering: [201, 200])
    /// The same call with `dryRun=true`: counts who would be told.
    public static let countAudience: Call<AnnounceRequest, ResponseEnvelope<AnnouncementDryRun>> =
        call(.post, "announcements", for: .apiKey([.publish]))
    /// What was announced.
    public static let listAnnouncements: Question<ResponseEnvelope<AnnouncementPage>> =
        get("announcements", for: publishers)
    /// What became of an announcement.
    public static let getAnnouncement: Question<ResponseEnvelope<PublishedAnnouncement>> =
        get("announcements/{id}", for: publishers)
    /// Takes an announcement back.
    public static let cancelAnnouncement: Question<ResponseEnvelope<PublishedAnnouncement>> =
        delete("announcements/{id}", for: publishers)
    /// Why somebody was told, or not.
    public static let explainRecipient: Question<ResponseEnvelope<AnnouncementRecipient>> =
        get("announcements/{id}/recipients/{account}", for: .apiKey(operators))
}
