// The calls of the app API, in the order of its areas. A call is named after its property, which is why each is
// computed: `#function` is the name of a property only there.

public import BaliseJSON

/// The calls under `/api/v1/`.
public enum AppCalls {
    /// What the paths of all of them begin with.
    public static let root = "/api/v1/"

    /// What reads something.
    static func read<Reply>(
        _ path: String, for audience: APIAudience = .session, name: String = #function
    ) -> APICallDefinition<NoBody, Reply> { APICallDefinition(name, .get, root, path, for: audience) }

    /// What removes something.
    static func delete<Request, Reply>(
        _ path: String, for audience: APIAudience = .session, name: String = #function
    ) -> APICallDefinition<Request, Reply> { APICallDefinition(name, .delete, root, path, for: audience) }

    /// Any other call.
    static func call<Request, Reply>(
        _ method: APIMethod, _ path: String, for audience: APIAudience = .session, answering successes: [Int] = [200],
        name: String = #function
    ) -> APICallDefinition<Request, Reply> {
        APICallDefinition(name, method, root, path, for: audience, answering: successes)
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
    public static var signIn: Call<SignInRequest, SignedInResponse> { call(.post, "auth/login", for: .anybody) }
    /// The same under the name that the other app has for it.
    public static var authenticate: Call<SignInRequest, SignedInResponse> {
        call(.post, "auth/authenticate", for: .anybody)
    }
    /// Signs in with Apple.
    public static var signInWithApple: Call<SignInWithAppleRequest, SignedInResponse> {
        call(.post, "auth/apple", for: .anybody)
    }
    /// Gets the session of a person who has signed in at an identity provider.
    public static var redeemSignInCode: Call<RedeemSignInCodeRequest, SignedInResponse> {
        call(.post, "auth/provider", for: .anybody)
    }
    /// Takes what Apple tells of a person.
    public static var takeAppleNotification: Call<AppleNotification, DoneResponse> {
        call(.post, "auth/apple/notifications", for: .anybody)
    }
    /// Makes an account and signs in to it.
    public static var register: Call<RegisterRequest, SignedInResponse> {
        call(.post, "auth/register", for: .anybody, answering: [201])
    }
    /// Gets the next tokens of a session.
    public static var refreshSession: Call<RefreshSessionRequest, SignedInResponse> {
        call(.post, "auth/refresh", for: .anybody)
    }
    /// The person who is signed in, in an envelope.
    public static var getProfileInEnvelope: Question<ResponseEnvelope<CurrentUserResponse>> { read("auth/me") }
    /// Signs out.
    public static var signOut: Call<NoBody, DoneResponse> { call(.post, "auth/logout") }
    /// Where the person is signed in.
    public static var listSessions: Question<ResponseEnvelope<SessionListResponse>> { read("auth/sessions") }
    /// Signs out everywhere else.
    public static var endOtherSessions: Question<EndOtherSessionsResponse> { delete("auth/sessions") }
    /// Signs out on another device.
    public static var endSession: Question<DoneResponse> { delete("auth/sessions/{id}") }

    // MARK: Passwords

    /// Asks for a link by which a password can be reset.
    public static var requestPasswordReset: Call<PasswordResetLinkRequest, PasswordResetLinkResponse> {
        call(.post, "auth/forgot-password", for: .anybody)
    }
    /// The same under the name that the other app has for it.
    public static var logForgottenPassword: Call<PasswordResetLinkRequest, PasswordResetLinkResponse> {
        call(.post, "forgot-password-logs", for: .anybody)
    }
    /// Sets a new password with such a link.
    public static var resetPassword: Call<ResetPasswordRequest, DoneResponse> {
        call(.post, "auth/reset-password", for: .anybody)
    }
    /// Changes the password.
    public static var changePassword: Call<ChangePasswordRequest, ChangePasswordResponse> {
        call(.post, "users/change-password")
    }

    // MARK: Profiles

    /// The person who is signed in.
    public static var getProfile: Question<BaliseProfile> { read("users/me") }
    /// Changes what the account says, answered in an envelope.
    public static var updateProfileInEnvelope: Call<UpdateProfileRequest, ResponseEnvelope<CurrentUserResponse>> {
        call(.patch, "users/me")
    }
    /// The few things that a first page shows.
    public static var getShortProfile: Question<ShortProfile> { read("users/me/light") }
    /// Changes what the account says.
    public static var updateProfile: Call<UpdateProfileRequest, BaliseProfile> { call(.put, "users/profile") }

    // MARK: All that is kept of an account, and its end

    /// Gives out all that is kept of the person, as a ZIP archive, to whoever shows once more who they are.
    public static var exportAccount: Call<RequestErasureRequest, NoBody> { call(.post, "users/me/export") }
    /// Erases the account with all that is kept of it, for whoever shows once more who they are.
    public static var requestErasure: Call<RequestErasureRequest, ResponseEnvelope<RequestedErasure>> {
        call(.delete, "users/me", answering: [202])
    }
    /// How an erasure stands, and its receipt.
    public static var getErasure: Question<ResponseEnvelope<ErasureStatus>> { read("erasures/{id}", for: .anybody) }

    // MARK: Miataru devices of an account

    /// The devices that the person has claimed.
    public static var listClaimedDevices: Question<ResponseEnvelope<ClaimedMiataruDeviceList>> {
        read("users/me/location-devices")
    }
    /// Claims a device by showing its key.
    public static var claimDevice: Call<ClaimDeviceRequest, ResponseEnvelope<ClaimedMiataruDevice>> {
        call(.post, "users/me/location-devices", answering: [201])
    }
    /// Gives a claimed device up.
    public static var releaseDevice: Question<DoneResponse> { delete("users/me/location-devices/{device}") }
    /// Replaces the lost key of a claimed device.
    public static var resetDeviceKey: Call<ResetDeviceKeyRequest, ResponseEnvelope<DeviceKeyResponse>> {
        call(.put, "users/me/location-devices/{device}/key")
    }
    /// Frees a claimed device of its key.
    public static var removeDeviceKey: Question<DoneResponse> { delete("users/me/location-devices/{device}/key") }

    /// Makes a ticket with which another person takes a claimed device over.
    public static var offerDevice: Call<NoBody, ResponseEnvelope<OfferedMiataruDevice>> {
        call(.post, "users/me/location-devices/{device}/handover", for: .recentSession, answering: [201])
    }
    /// Takes over a device that somebody hands over.
    public static var takeOverDevice: Call<TakeOverDeviceRequest, ResponseEnvelope<TakenOverMiataruDevice>> {
        call(.post, "location-devices/handover", answering: [201])
    }
    /// The places of all devices that the person may see, live, as Server-Sent Events.
    public static var streamPlaces: Question<NoBody> { read("places/stream") }

    // MARK: What people want to hear of

    /// What the person wants to hear of.
    public static var getPreferences: Question<BalisePreferences> { read("notification-preferences") }
    /// Says what the person wants to hear of.
    public static var setPreferences: Call<BalisePreferences, BalisePreferences> {
        call(.put, "notification-preferences")
    }
    /// When the person is left in peace.
    public static var getQuietHours: Question<BaliseQuietHours> { read("notification-preferences/quiet-hours") }
    /// Says when the person is left in peace.
    public static var setQuietHours: Call<SetQuietHoursRequest, BaliseQuietHours> {
        call(.put, "notification-preferences/quiet-hours")
    }
    /// Ends the quiet hours.
    public static var removeQuietHours: Question<BaliseQuietHours> { delete("notification-preferences/quiet-hours") }

    /// Of which kinds of notifications the person hears.
    public static var getKinds: Question<NotificationKindList> { read("notification-preferences/kinds") }
    /// Switches kinds of notifications on or off.
    public static var setKinds: Call<SetKindsRequest, NotificationKindList> {
        call(.put, "notification-preferences/kinds")
    }
    /// The topics to which the person belongs.
    public static var listTopics: Question<ResponseEnvelope<TopicList>> { read("notifications/topics") }
    /// Subscribes to a topic.
    public static var subscribeTopic: Call<NoBody, ResponseEnvelope<TopicList>> {
        call(.put, "notifications/topics/{topic}")
    }
    /// Leaves a topic.
    public static var unsubscribeTopic: Question<ResponseEnvelope<TopicList>> {
        delete("notifications/topics/{topic}")
    }

    // MARK: Where people are

    /// What is kept of where the person was.
    public static var getPosition: Question<ResponseEnvelope<PositionStatusResponse>> { read("users/me/position") }
    /// Reports where the person is.
    public static var setPosition: Call<SetPositionRequest, ResponseEnvelope<PositionKeptResponse>> {
        call(.put, "users/me/position")
    }
    /// Erases the position.
    public static var erasePosition: Question<DoneResponse> { delete("users/me/position") }
    /// Allows or forbids that positions are kept.
    public static var allowPositions: Call<AllowPositionsRequest, ResponseEnvelope<PositionStatusResponse>> {
        call(.put, "users/me/position/consent")
    }

    // MARK: Push devices

    /// Says how a push device is reached.
    public static var registerPushToken: Call<RegisterPushTokenRequest, ResponseEnvelope<RegisterPushTokenResponse>> {
        call(.post, "push/register", answering: [200, 201])
    }
    /// The same under the name that the other app has for it.
    public static var registerDeviceToken: Call<RegisterPushTokenRequest, ResponseEnvelope<RegisterPushTokenResponse>> {
        call(.post, "users/register-device-token", answering: [200, 201])
    }
    /// Sends a push to the person's own devices.
    public static var sendTestPush: Call<SendTestPushRequest, ResponseEnvelope<SendTestPushResponse>> {
        call(.post, "push/test")
    }
    /// The person's push devices.
    public static var listPushTokens: Question<PushTokenListResponse> { read("push/tokens") }
    /// The same under the name that the other app has for it.
    public static var listDeviceTokens: Question<PushTokenListResponse> { read("users/me/devices") }
    /// Leaves a push device in peace, or no more.
    public static var mutePushToken: Call<MutePushTokenRequest, ResponseEnvelope<RegisteredPushToken>> {
        call(.patch, "push/tokens/{id}")
    }
    /// Has a push device reached no more.
    public static var removePushToken: Question<DoneResponse> { delete("push/tokens/{id}") }
    /// The same under the name that the other app has for it.
    public static var removeDeviceToken: Question<DoneResponse> { delete("users/me/devices/{id}") }
    /// Has push devices reached no more that are named by their token.
    public static var removePushTokens: Call<RemovePushTokensRequest, RemovePushTokensResponse> {
        delete("users/register-device-token")
    }

    /// Says what a push device is, for those who send to such devices.
    public static var setDeviceTags: Call<SetDeviceTagsRequest, DoneResponse> { call(.put, "push/tokens/{id}/tags") }
    /// Says how a Live Activity is changed, or how those of a type are started.
    public static var registerLiveActivity:
        Call<RegisterLiveActivityRequest, ResponseEnvelope<RegisterPushTokenResponse>>
    { call(.post, "push/live-activities", answering: [200, 201]) }
    /// Says that a Live Activity has ended.
    public static var removeLiveActivity: Question<DoneResponse> { delete("push/live-activities/{activity}") }

    // MARK: What was told

    /// What the person was told.
    public static var listInbox: Question<BaliseInboxPage> { read("notifications") }
    /// How much of it is unread.
    public static var countUnread: Question<UnreadCountResponse> { read("notifications/unread-count") }
    /// Who has asked about the person.
    public static var listInquiries: Question<ResponseEnvelope<InquiryList>> { read("notifications/inquiries") }
    /// Says what the person did with notifications.
    public static var recordInteractions: Call<RecordInteractionsRequest, DoneResponse> {
        call(.post, "notifications/interactions")
    }
    /// Marks all as read.
    public static var markAllRead: Call<NoBody, MarkReadResponse> { call(.post, "notifications/read-all") }
    /// Marks one entry as read.
    public static var markRead: Call<NoBody, MarkReadResponse> { call(.post, "notifications/{id}/read") }

    // MARK: What is announced

    /// Offers and events.
    public static var findOffers: Question<[ListedAnnouncement]> { read("offers", for: .anybodyOrSession) }
    /// The same under another name.
    public static var findActiveOffers: Question<[ListedAnnouncement]> { read("offers/active", for: .anybodyOrSession) }
    /// An offer or an event.
    public static var openOffer: Question<ListedAnnouncement> { read("offers/{id}", for: .anybodyOrSession) }
    /// Professionals.
    public static var findProfessionals: Question<[ListedAnnouncement]> {
        read("users/professionals/search", for: .anybodyOrSession)
    }
    /// The categories that there are.
    public static var listCategories: Question<[AnnouncementCategory]> {
        read("users/professionals/categories-tree", for: .anybody)
    }
    /// A professional.
    public static var openProfessional: Question<ListedAnnouncement> { read("users/{id}", for: .anybodyOrSession) }
    /// Professionals, under another name.
    public static var listProfessionals: Question<[ListedAnnouncement]> {
        read("users/professionals", for: .anybodyOrSession)
    }
    /// The offers and events of a professional.
    public static var findOffersOfProfessional: Question<[ListedAnnouncement]> {
        read("offers/professional/{id}/active", for: .anybodyOrSession)
    }
    /// The person's favourites, of which none are kept.
    public static var listFavorites: Question<[ListedAnnouncement]> { read("users/favorites", for: .anybody) }
    /// What people said of a professional, of which nothing is kept.
    public static var listRatings: Question<[NoBody]> { read("ratings/user/{id}", for: .anybody) }
    /// How well people think of a professional, as their publisher said it.
    public static var getAverageRating: Question<Double> {
        read("ratings/user/{id}/average", for: .anybodyOrSession)
    }

    // MARK: Announcing

    /// Announces something.
    public static var announce: Call<AnnounceRequest, ResponseEnvelope<PublishedAnnouncement>> {
        call(.post, "announcements", for: .apiKey([.publish]), answering: [201, 200])
    }
    /// The same call with `dryRun=true`: counts who would be told.
    public static var countAudience: Call<AnnounceRequest, ResponseEnvelope<AnnouncementDryRun>> {
        call(.post, "announcements", for: .apiKey([.publish]))
    }
    /// Shows what push devices would be sent with a notification.
    public static var previewNotification: Call<PreviewNotificationRequest, ResponseEnvelope<NotificationPreviewPage>> {
        call(.post, "notifications/preview", for: .apiKey([.publish]))
    }
    /// Makes a channel for Live Activities that many follow.
    public static var createBroadcastChannel:
        Call<CreateBroadcastChannelRequest, ResponseEnvelope<BaliseBroadcastChannel>>
    {
        call(.post, "push/channels", for: .apiKey([.publish]), answering: [201])
    }
    /// The channels that there are.
    public static var listBroadcastChannels: Question<ResponseEnvelope<BroadcastChannelList>> {
        read("push/channels", for: .apiKey(operators))
    }
    /// Deletes such a channel.
    public static var deleteBroadcastChannel: Call<BaliseBroadcastChannel, DoneResponse> {
        call(.delete, "push/channels", for: .apiKey([.publish]))
    }
    /// Sends what becomes of a Live Activity to everybody who follows a channel.
    public static var sendBroadcast: Call<SendBroadcastRequest, ResponseEnvelope<SentBroadcast>> {
        call(.post, "push/channels/broadcasts", for: .apiKey([.publish]))
    }
    /// What was announced.
    public static var listAnnouncements: Question<ResponseEnvelope<AnnouncementPage>> {
        read("announcements", for: publishers)
    }
    /// What became of an announcement.
    public static var getAnnouncement: Question<ResponseEnvelope<PublishedAnnouncement>> {
        read("announcements/{id}", for: publishers)
    }
    /// Takes an announcement back.
    public static var cancelAnnouncement: Question<ResponseEnvelope<PublishedAnnouncement>> {
        delete("announcements/{id}", for: publishers)
    }
    /// Why somebody was told, or not.
    public static var explainRecipient: Question<ResponseEnvelope<AnnouncementRecipient>> {
        read("announcements/{id}/recipients/{account}", for: .apiKey(operators))
    }

    // MARK: Notifications of any kind

    /// Tells people something.
    public static var sendNotification: Call<SendNotificationRequest, ResponseEnvelope<PublishedNotification>> {
        call(.post, "notifications", for: .apiKey([.publish]), answering: [201, 200])
    }
    /// The same call with `dryRun=true`: counts who would be told.
    public static var countNotificationAudience: Call<SendNotificationRequest, ResponseEnvelope<AnnouncementDryRun>> {
        call(.post, "notifications", for: .apiKey([.publish]))
    }
    /// What was sent.
    public static var listNotifications: Question<ResponseEnvelope<NotificationPage>> {
        read("notifications/sent", for: publishers)
    }
    /// What became of a notification.
    public static var getNotification: Question<ResponseEnvelope<PublishedNotification>> {
        read("notifications/{id}", for: publishers)
    }
    /// Puts another notification in the place of one that has not begun.
    public static var changeNotification: Call<SendNotificationRequest, ResponseEnvelope<PublishedNotification>> {
        call(.put, "notifications/{id}", for: .apiKey([.publish]))
    }
    /// What became of its deliveries, in lines of JSON (`BaliseDeliveryResult`).
    public static var getResults: Question<NoBody> { read("notifications/{id}/results", for: publishers) }
    /// What becomes of it, as Server-Sent Events with the bodies of `getNotification`.
    public static var streamNotification: Question<NoBody> { read("notifications/{id}/events", for: publishers) }
    /// Takes a notification back.
    public static var cancelNotification: Question<ResponseEnvelope<PublishedNotification>> {
        delete("notifications/{id}", for: publishers)
    }
    /// Why somebody was told, or not.
    public static var explainNotification: Question<ResponseEnvelope<AnnouncementRecipient>> {
        read("notifications/{id}/recipients/{account}", for: .apiKey(operators))
    }
    /// Says who belongs to a topic.
    public static var changeTopicMembers: Call<ChangeTopicMembersRequest, DoneResponse> {
        call(.post, "notifications/topics/{topic}/accounts", for: .apiKey([.publish]))
    }
    /// Says what people are.
    public static var changeTags: Call<ChangeTagsRequest, DoneResponse> {
        call(.post, "notifications/tags", for: .apiKey([.publish]))
    }
}
