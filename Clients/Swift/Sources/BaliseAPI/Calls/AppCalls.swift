// The calls are computed properties, because only there `#function` is the property's name.

public import BaliseJSON

/// The calls under `/api/v1/`.
public enum AppCalls {
    /// The beginning that the paths of all these calls share.
    public static let root = "/api/v1/"

    /// Defines a call that reads.
    static func read<Reply>(
        _ path: String, for audience: APIAudience = .session, name: String = #function
    ) -> APICallDefinition<NoBody, Reply> { APICallDefinition(name, .get, root, path, for: audience) }

    /// Defines a call that removes.
    static func delete<Request, Reply>(
        _ path: String, for audience: APIAudience = .session, name: String = #function
    ) -> APICallDefinition<Request, Reply> { APICallDefinition(name, .delete, root, path, for: audience) }

    /// Defines a call by its method.
    static func call<Request, Reply>(
        _ method: APIMethod, _ path: String, for audience: APIAudience = .session, answering successes: [Int] = [200],
        name: String = #function
    ) -> APICallDefinition<Request, Reply> {
        APICallDefinition(name, method, root, path, for: audience, answering: successes)
    }

    /// Publishers may make these calls about their own announcements, operators about all announcements.
    private static let publishers = APIAudience.apiKey([.publish] + operators)
    /// The scopes of operators.
    public static let operators: [APIKeyScope] = [.support, .operate]

    /// A call with a body.
    public typealias Call<Request: JSONConvertible, Reply: JSONReadable> = APICallDefinition<Request, Reply>
    /// A call without a body.
    public typealias Question<Reply: JSONReadable> = APICallDefinition<NoBody, Reply>

    // MARK: Sessions

    /// Signs in with a password.
    public static var signIn: Call<SignInRequest, SignedInResponse> { call(.post, "auth/login", for: .anybody) }
    /// Signs in like `signIn`. The second path is for another app.
    public static var authenticate: Call<SignInRequest, SignedInResponse> {
        call(.post, "auth/authenticate", for: .anybody)
    }
    /// Signs in with Apple.
    public static var signInWithApple: Call<SignInWithAppleRequest, SignedInResponse> {
        call(.post, "auth/apple", for: .anybody)
    }
    /// Begins the session after a sign-in at an identity provider.
    public static var redeemSignInCode: Call<RedeemSignInCodeRequest, SignedInResponse> {
        call(.post, "auth/provider", for: .anybody)
    }
    /// Receives Apple's notifications about users.
    public static var takeAppleNotification: Call<AppleNotification, DoneResponse> {
        call(.post, "auth/apple/notifications", for: .anybody)
    }
    /// Creates an account and signs in.
    public static var register: Call<RegisterRequest, SignedInResponse> {
        call(.post, "auth/register", for: .anybody, answering: [201])
    }
    /// Refreshes the tokens of a session.
    public static var refreshSession: Call<RefreshSessionRequest, SignedInResponse> {
        call(.post, "auth/refresh", for: .anybody)
    }
    /// Reads the signed-in user, in an envelope.
    public static var getProfileInEnvelope: Question<ResponseEnvelope<CurrentUserResponse>> { read("auth/me") }
    /// Signs out.
    public static var signOut: Call<NoBody, DoneResponse> { call(.post, "auth/logout") }
    /// Lists the user's sessions.
    public static var listSessions: Question<ResponseEnvelope<SessionListResponse>> { read("auth/sessions") }
    /// Ends all sessions of the user except the caller's.
    public static var endOtherSessions: Question<EndOtherSessionsResponse> { delete("auth/sessions") }
    /// Ends a session.
    public static var endSession: Question<DoneResponse> { delete("auth/sessions/{id}") }

    // MARK: Passwords

    /// Sends a link for resetting the password.
    public static var requestPasswordReset: Call<PasswordResetLinkRequest, PasswordResetLinkResponse> {
        call(.post, "auth/forgot-password", for: .anybody)
    }
    /// Works like `requestPasswordReset`. The second path is for another app.
    public static var logForgottenPassword: Call<PasswordResetLinkRequest, PasswordResetLinkResponse> {
        call(.post, "forgot-password-logs", for: .anybody)
    }
    /// Sets a new password with the token of a reset link.
    public static var resetPassword: Call<ResetPasswordRequest, DoneResponse> {
        call(.post, "auth/reset-password", for: .anybody)
    }
    /// Changes the password.
    public static var changePassword: Call<ChangePasswordRequest, ChangePasswordResponse> {
        call(.post, "users/change-password")
    }

    // MARK: Profiles

    /// Reads the signed-in user.
    public static var getProfile: Question<BaliseProfile> { read("users/me") }
    /// Changes the profile; the answer is in an envelope.
    public static var updateProfileInEnvelope: Call<UpdateProfileRequest, ResponseEnvelope<CurrentUserResponse>> {
        call(.patch, "users/me")
    }
    /// Reads the part of the profile that an app shows on its first page.
    public static var getShortProfile: Question<ShortProfile> { read("users/me/light") }
    /// Changes the profile.
    public static var updateProfile: Call<UpdateProfileRequest, BaliseProfile> { call(.put, "users/profile") }

    // MARK: Data export and erasure of an account

    /// Exports all data of the user as a ZIP archive, with a proof of the user's identity.
    public static var exportAccount: Call<IdentityProof, NoBody> { call(.post, "users/me/export") }
    /// Erases the account and all its data, with a proof of the user's identity.
    public static var requestErasure: Call<IdentityProof, ResponseEnvelope<RequestedErasure>> {
        call(.delete, "users/me", answering: [202])
    }
    /// Reads the progress of an erasure, and its receipt.
    public static var getErasure: Question<ResponseEnvelope<ErasureStatus>> { read("erasures/{id}", for: .anybody) }

    // MARK: Miataru devices of an account

    /// Lists the devices that the user has claimed.
    public static var listClaimedDevices: Question<ResponseEnvelope<ClaimedMiataruDeviceList>> {
        read("users/me/location-devices")
    }
    /// Claims a device with its key.
    public static var claimDevice: Call<ClaimDeviceRequest, ResponseEnvelope<ClaimedMiataruDevice>> {
        call(.post, "users/me/location-devices", answering: [201])
    }
    /// Releases a claimed device.
    public static var releaseDevice: Question<DoneResponse> { delete("users/me/location-devices/{device}") }
    /// Replaces the lost key of a claimed device.
    public static var resetDeviceKey: Call<ResetDeviceKeyRequest, ResponseEnvelope<DeviceKeyResponse>> {
        call(.put, "users/me/location-devices/{device}/key")
    }
    /// Removes the key of a claimed device.
    public static var removeDeviceKey: Question<DoneResponse> { delete("users/me/location-devices/{device}/key") }
    /// Notifies the user of new readers of a claimed device.
    public static var tellOfNewReaders: Call<NoBody, DoneResponse> {
        call(.put, "users/me/location-devices/{device}/new-readers")
    }
    /// Ends the notices of new readers.
    public static var ignoreNewReaders: Question<DoneResponse> {
        delete("users/me/location-devices/{device}/new-readers")
    }

    /// Creates a ticket with which another user takes over a claimed device.
    public static var offerDevice: Call<NoBody, ResponseEnvelope<OfferedMiataruDevice>> {
        call(.post, "users/me/location-devices/{device}/handover", for: .recentSession, answering: [201])
    }
    /// Takes over a device that another user has offered.
    public static var takeOverDevice: Call<TakeOverDeviceRequest, ResponseEnvelope<TakenOverMiataruDevice>> {
        call(.post, "location-devices/handover", answering: [201])
    }
    /// Returns the tracker apps that report for the user's devices.
    public static var listTrackers: Question<ResponseEnvelope<BaliseTrackerList>> { read("users/me/trackers") }
    /// Creates a token with which a tracker app reports for a claimed device.
    public static var createTracker: Call<CreateTrackerRequest, ResponseEnvelope<CreatedTracker>> {
        call(.post, "users/me/trackers", answering: [201])
    }
    /// Changes the settings of a tracker.
    public static var changeTracker: Call<ChangeTrackerRequest, ResponseEnvelope<BaliseTracker>> {
        call(.patch, "users/me/trackers/{id}")
    }
    /// Ends a tracker.
    public static var revokeTracker: Question<DoneResponse> { delete("users/me/trackers/{id}") }
    /// Streams the places of all devices that the user may see, as Server-Sent Events.
    public static var streamPlaces: Question<NoBody> { read("places/stream") }

    // MARK: Preferences

    /// Reads the user's notification preferences.
    public static var getPreferences: Question<NotificationChoices> { read("notification-preferences") }
    /// Replaces the notification preferences.
    public static var setPreferences: Call<NotificationChoices, NotificationChoices> {
        call(.put, "notification-preferences")
    }
    /// Reads the user's quiet hours.
    public static var getQuietHours: Question<BaliseQuietHours> { read("notification-preferences/quiet-hours") }
    /// Sets the quiet hours.
    public static var setQuietHours: Call<SetQuietHoursRequest, BaliseQuietHours> {
        call(.put, "notification-preferences/quiet-hours")
    }
    /// Removes the quiet hours.
    public static var removeQuietHours: Question<BaliseQuietHours> { delete("notification-preferences/quiet-hours") }

    /// Lists the kinds of notifications, and whether the user wants each.
    public static var getKinds: Question<NotificationKindList> { read("notification-preferences/kinds") }
    /// Switches kinds of notifications on or off.
    public static var setKinds: Call<SetKindsRequest, NotificationKindList> {
        call(.put, "notification-preferences/kinds")
    }
    /// Lists the user's topics.
    public static var listTopics: Question<ResponseEnvelope<TopicList>> { read("notifications/topics") }
    /// Subscribes to a topic.
    public static var subscribeTopic: Call<NoBody, ResponseEnvelope<TopicList>> {
        call(.put, "notifications/topics/{topic}")
    }
    /// Cancels the subscription to a topic.
    public static var unsubscribeTopic: Question<ResponseEnvelope<TopicList>> { delete("notifications/topics/{topic}") }

    // MARK: Positions

    /// Reads the stored position, and whether the user allows storing it.
    public static var getPosition: Question<ResponseEnvelope<PositionStatusResponse>> { read("users/me/position") }
    /// Reports the user's position.
    public static var setPosition: Call<SetPositionRequest, ResponseEnvelope<PositionKeptResponse>> {
        call(.put, "users/me/position")
    }
    /// Erases the user's position.
    public static var erasePosition: Question<DoneResponse> { delete("users/me/position") }
    /// Allows or forbids storing positions.
    public static var allowPositions: Call<AllowPositionsRequest, ResponseEnvelope<PositionStatusResponse>> {
        call(.put, "users/me/position/consent")
    }

    // MARK: Push devices

    /// Registers a push token.
    public static var registerPushToken: Call<RegisterPushTokenRequest, ResponseEnvelope<RegisterPushTokenResponse>> {
        call(.post, "push/register", answering: [200, 201])
    }
    /// Works like `registerPushToken`. The second path is for another app.
    public static var registerDeviceToken: Call<RegisterPushTokenRequest, ResponseEnvelope<RegisterPushTokenResponse>> {
        call(.post, "users/register-device-token", answering: [200, 201])
    }
    /// Sends a test push to the user's own devices.
    public static var sendTestPush: Call<SendTestPushRequest, ResponseEnvelope<SendTestPushResponse>> {
        call(.post, "push/test")
    }
    /// Lists the user's push tokens.
    public static var listPushTokens: Question<PushTokenListResponse> { read("push/tokens") }
    /// Works like `listPushTokens`. The second path is for another app.
    public static var listDeviceTokens: Question<PushTokenListResponse> { read("users/me/devices") }
    /// Mutes or unmutes a push device.
    public static var mutePushToken: Call<MutePushTokenRequest, ResponseEnvelope<RegisteredPushToken>> {
        call(.patch, "push/tokens/{id}")
    }
    /// Removes a push token by its id.
    public static var removePushToken: Question<DoneResponse> { delete("push/tokens/{id}") }
    /// Works like `removePushToken`. The second path is for another app.
    public static var removeDeviceToken: Question<DoneResponse> { delete("users/me/devices/{id}") }
    /// Removes push tokens by their value.
    public static var removePushTokens: Call<RemovePushTokensRequest, RemovePushTokensResponse> {
        delete("users/register-device-token")
    }

    /// Replaces the tags of a push device.
    public static var setDeviceTags: Call<SetDeviceTagsRequest, DoneResponse> { call(.put, "push/tokens/{id}/tags") }
    /// Registers a token of a Live Activity, or a token that starts activities of a type.
    public static var registerLiveActivity:
        Call<RegisterLiveActivityRequest, ResponseEnvelope<RegisterPushTokenResponse>>
    { call(.post, "push/live-activities", answering: [200, 201]) }
    /// Reports that a Live Activity has ended.
    public static var removeLiveActivity: Question<DoneResponse> { delete("push/live-activities/{activity}") }

    // MARK: Inbox

    /// Lists the user's inbox.
    public static var listInbox: Question<BaliseInboxPage> { read("notifications") }
    /// Counts the unread entries.
    public static var countUnread: Question<UnreadCountResponse> { read("notifications/unread-count") }
    /// Lists the questions of publishers about why the user was or was not notified.
    public static var listInquiries: Question<ResponseEnvelope<InquiryList>> { read("notifications/inquiries") }
    /// Reports the user's interactions with notifications.
    public static var recordInteractions: Call<RecordInteractionsRequest, DoneResponse> {
        call(.post, "notifications/interactions")
    }
    /// Marks all entries as read.
    public static var markAllRead: Call<NoBody, MarkReadResponse> { call(.post, "notifications/read-all") }
    /// Marks one entry as read.
    public static var markRead: Call<NoBody, MarkReadResponse> { call(.post, "notifications/{id}/read") }

    // MARK: Announcements

    /// Lists offers and events.
    public static var findOffers: Question<[ListedAnnouncement]> { read("offers", for: .anybodyOrSession) }
    /// Works like `findOffers`, on a second path.
    public static var findActiveOffers: Question<[ListedAnnouncement]> { read("offers/active", for: .anybodyOrSession) }
    /// Reads an offer or an event.
    public static var openOffer: Question<ListedAnnouncement> { read("offers/{id}", for: .anybodyOrSession) }
    /// Lists professionals.
    public static var findProfessionals: Question<[ListedAnnouncement]> {
        read("users/professionals/search", for: .anybodyOrSession)
    }
    /// Lists the categories.
    public static var listCategories: Question<[AnnouncementCategory]> {
        read("users/professionals/categories-tree", for: .anybody)
    }
    /// Reads a professional.
    public static var openProfessional: Question<ListedAnnouncement> { read("users/{id}", for: .anybodyOrSession) }
    /// Works like `findProfessionals`, on a second path.
    public static var listProfessionals: Question<[ListedAnnouncement]> {
        read("users/professionals", for: .anybodyOrSession)
    }
    /// Lists the offers and events of a professional.
    public static var findOffersOfProfessional: Question<[ListedAnnouncement]> {
        read("offers/professional/{id}/active", for: .anybodyOrSession)
    }
    /// Lists the user's favourites. Balise stores none, so the list is empty.
    public static var listFavorites: Question<[ListedAnnouncement]> { read("users/favorites", for: .anybody) }
    /// Lists the ratings of a professional. Balise stores none, so the list is empty.
    public static var listRatings: Question<[NoBody]> { read("ratings/user/{id}", for: .anybody) }
    /// Reads the average rating of a professional, as the publisher announced it.
    public static var getAverageRating: Question<Double> { read("ratings/user/{id}/average", for: .anybodyOrSession) }

    // MARK: Announcing

    /// Sends an announcement.
    public static var announce: Call<AnnounceRequest, ResponseEnvelope<PublishedAnnouncement>> {
        call(.post, "announcements", for: .apiKey([.publish]), answering: [201, 200])
    }
    /// Counts the audience of an announcement: `announce` with `dryRun=true`.
    public static var countAudience: Call<AnnounceRequest, ResponseEnvelope<AnnouncementDryRun>> {
        call(.post, "announcements", for: .apiKey([.publish]))
    }
    /// Shows the exact bytes that push providers would get.
    public static var previewNotification: Call<PreviewNotificationRequest, ResponseEnvelope<NotificationPreviewPage>> {
        call(.post, "notifications/preview", for: .apiKey([.publish]))
    }
    /// Creates a broadcast channel for Live Activities.
    public static var createBroadcastChannel:
        Call<CreateBroadcastChannelRequest, ResponseEnvelope<BaliseBroadcastChannel>>
    {
        call(.post, "push/channels", for: .apiKey([.publish]), answering: [201])
    }
    /// Lists all channels of an app.
    public static var listBroadcastChannels: Question<ResponseEnvelope<BroadcastChannelList>> {
        read("push/channels", for: .apiKey(operators))
    }
    /// Deletes a broadcast channel.
    public static var deleteBroadcastChannel: Call<BaliseBroadcastChannel, DoneResponse> {
        call(.delete, "push/channels", for: .apiKey([.publish]))
    }
    /// Sends an update or the end of a Live Activity to every subscriber of a channel.
    public static var sendBroadcast: Call<SendBroadcastRequest, ResponseEnvelope<SentBroadcast>> {
        call(.post, "push/channels/broadcasts", for: .apiKey([.publish]))
    }
    /// Lists the announcements.
    public static var listAnnouncements: Question<ResponseEnvelope<AnnouncementPage>> {
        read("announcements", for: publishers)
    }
    /// Reads an announcement with its delivery counts.
    public static var getAnnouncement: Question<ResponseEnvelope<PublishedAnnouncement>> {
        read("announcements/{id}", for: publishers)
    }
    /// Cancels an announcement.
    public static var cancelAnnouncement: Question<ResponseEnvelope<PublishedAnnouncement>> {
        delete("announcements/{id}", for: publishers)
    }
    /// Reads the reason why a user was or was not notified.
    public static var explainRecipient: Question<ResponseEnvelope<AnnouncementRecipient>> {
        read("announcements/{id}/recipients/{account}", for: .apiKey(operators))
    }

    // MARK: Notifications of any kind

    /// Sends a notification.
    public static var sendNotification: Call<SendNotificationRequest, ResponseEnvelope<PublishedNotification>> {
        call(.post, "notifications", for: .apiKey([.publish]), answering: [201, 200])
    }
    /// Counts the audience of a notification: `sendNotification` with `dryRun=true`.
    public static var countNotificationAudience: Call<SendNotificationRequest, ResponseEnvelope<AnnouncementDryRun>> {
        call(.post, "notifications", for: .apiKey([.publish]))
    }
    /// Lists the sent notifications.
    public static var listNotifications: Question<ResponseEnvelope<NotificationPage>> {
        read("notifications/sent", for: publishers)
    }
    /// Reads a notification with its delivery counts.
    public static var getNotification: Question<ResponseEnvelope<PublishedNotification>> {
        read("notifications/{id}", for: publishers)
    }
    /// Replaces a notification that has not begun.
    public static var changeNotification: Call<SendNotificationRequest, ResponseEnvelope<PublishedNotification>> {
        call(.put, "notifications/{id}", for: .apiKey([.publish]))
    }
    /// Reads a notification's delivery results, in lines of JSON (`BaliseDeliveryResult`).
    public static var getResults: Question<NoBody> { read("notifications/{id}/results", for: publishers) }
    /// Streams a notification's states as Server-Sent Events, with the bodies of `getNotification`.
    public static var streamNotification: Question<NoBody> { read("notifications/{id}/events", for: publishers) }
    /// Cancels a notification.
    public static var cancelNotification: Question<ResponseEnvelope<PublishedNotification>> {
        delete("notifications/{id}", for: publishers)
    }
    /// Reads the reason why a user was or was not notified.
    public static var explainNotification: Question<ResponseEnvelope<AnnouncementRecipient>> {
        read("notifications/{id}/recipients/{account}", for: .apiKey(operators))
    }
    /// Changes the members of a topic.
    public static var changeTopicMembers: Call<ChangeTopicMembersRequest, DoneResponse> {
        call(.post, "notifications/topics/{topic}/accounts", for: .apiKey([.publish]))
    }
    /// Changes the tags of accounts.
    public static var changeTags: Call<ChangeTagsRequest, DoneResponse> {
        call(.post, "notifications/tags", for: .apiKey([.publish]))
    }
}
