// The calls of the API family, like a table of contents: one file a message, named like it, in Routes/.

import HTTPTypes
import Models

/// A call of the API: where it is, who may ask, and what answers it.
struct APIRoute: Sendable {
    /// What answers a call, and so whom it answers.
    enum Handling: Sendable {
        /// Anybody; a credential, even one that is over, is not looked at.
        case anybody(@Sendable (APICall) async throws(EdgeError) -> Answer)
        /// Whoever is signed in. `servesStale`: whether a reading goes on for a moment while nobody can say whether the
        /// session still lives.
        case account(servesStale: Bool, @Sendable (APICall, Caller) async throws(EdgeError) -> Answer)
        /// Whoever has just signed in, for what cannot be taken back.
        case recentSignIn(@Sendable (APICall, Caller) async throws(EdgeError) -> Answer)
        /// Whoever shows an API key with one of these scopes.
        case program([APIKeyScope], @Sendable (APICall, Publisher) async throws(EdgeError) -> Answer)

        /// A publisher.
        static func publisher(
            _ handle: @escaping @Sendable (APICall, Publisher) async throws(EdgeError) -> Answer
        ) -> Handling { .program([.publish], handle) }

        /// A publisher about its own announcements, or the operator about those of all.
        static func announcements(
            _ handle: @escaping @Sendable (APICall, Publisher) async throws(EdgeError) -> Answer
        ) -> Handling { .program([.publish] + Publisher.operatorScopes, handle) }

        /// The operator.
        static func support(
            _ handle: @escaping @Sendable (APICall, Publisher) async throws(EdgeError) -> Answer
        ) -> Handling { .program(Publisher.operatorScopes, handle) }
    }

    let method: HTTPRequest.Method
    /// Under `APIFamily.root`.
    let path: String
    let handling: Handling

    static let all = [
        // Sessions
        APIRoute(.post, "auth/authenticate", .anybody(signIn)),
        APIRoute(.post, "auth/login", .anybody(signIn)),
        APIRoute(.post, "auth/apple", .anybody(signInWithApple)),
        APIRoute(.post, "auth/apple/notifications", .anybody(takeAppleNotification)),
        APIRoute(.post, "auth/register", .anybody(register)),
        APIRoute(.post, "auth/refresh", .anybody(refreshSession)),
        APIRoute(.get, "auth/me", .account(servesStale: false, getProfileInEnvelope)),
        APIRoute(.post, "auth/logout", .account(servesStale: false, endOwnSession)),
        APIRoute(.get, "auth/sessions", .account(servesStale: false, listSessions)),
        APIRoute(.delete, "auth/sessions", .account(servesStale: false, endOtherSessions)),
        APIRoute(.delete, "auth/sessions/{id}", .account(servesStale: false, endSession)),
        // Passwords
        APIRoute(.post, "auth/forgot-password", .anybody(requestPasswordReset)),
        APIRoute(.post, "forgot-password-logs", .anybody(requestPasswordReset)),
        APIRoute(.post, "auth/reset-password", .anybody(resetPassword)),
        APIRoute(.post, "users/change-password", .account(servesStale: false, changePassword)),
        // Profiles
        APIRoute(.get, "users/me", .account(servesStale: true, getProfile)),
        APIRoute(.patch, "users/me", .account(servesStale: false, updateProfileInEnvelope)),
        APIRoute(.get, "users/me/light", .account(servesStale: true, getProfileInShort)),
        APIRoute(.put, "users/profile", .account(servesStale: false, updateProfile)),
        // Miataru devices of an account
        APIRoute(.get, "users/me/location-devices", .account(servesStale: true, listClaimedDevices)),
        APIRoute(.post, "users/me/location-devices", .account(servesStale: false, claimDevice)),
        APIRoute(.delete, "users/me/location-devices/{device}", .account(servesStale: false, releaseDevice)),
        APIRoute(.put, "users/me/location-devices/{device}/key", .account(servesStale: false, resetDeviceKey)),
        APIRoute(.delete, "users/me/location-devices/{device}/key", .account(servesStale: false, removeDeviceKey)),
        // What people want to hear of
        APIRoute(.get, "notification-preferences", .account(servesStale: true, getPreferences)),
        APIRoute(.put, "notification-preferences", .account(servesStale: false, setPreferences)),
        APIRoute(.get, "notification-preferences/quiet-hours", .account(servesStale: true, getQuietHours)),
        APIRoute(.put, "notification-preferences/quiet-hours", .account(servesStale: false, setQuietHours)),
        APIRoute(.delete, "notification-preferences/quiet-hours", .account(servesStale: false, removeQuietHours)),
        // Where people are
        APIRoute(.get, "users/me/position", .account(servesStale: true, getPosition)),
        APIRoute(.put, "users/me/position", .account(servesStale: false, setPosition)),
        APIRoute(.delete, "users/me/position", .account(servesStale: false, erasePosition)),
        APIRoute(.put, "users/me/position/consent", .account(servesStale: false, allowPositions)),
        // Handsets
        APIRoute(.post, "push/register", .account(servesStale: false, registerPushToken)),
        APIRoute(.post, "push/test", .account(servesStale: false, sendTestPush)),
        APIRoute(.get, "push/tokens", .account(servesStale: true, listPushTokens)),
        APIRoute(.patch, "push/tokens/{id}", .account(servesStale: false, mutePushToken)),
        APIRoute(.delete, "push/tokens/{id}", .account(servesStale: false, removePushToken)),
        APIRoute(.post, "users/register-device-token", .account(servesStale: false, registerPushToken)),
        APIRoute(.delete, "users/register-device-token", .account(servesStale: false, removePushTokens)),
        APIRoute(.get, "users/me/devices", .account(servesStale: true, listPushTokens)),
        APIRoute(.delete, "users/me/devices/{id}", .account(servesStale: false, removePushToken)),
        // What was told
        APIRoute(.get, "notifications", .account(servesStale: true, listInbox)),
        APIRoute(.get, "notifications/unread-count", .account(servesStale: true, countUnread)),
        APIRoute(.get, "notifications/inquiries", .account(servesStale: true, listInquiries)),
        APIRoute(.post, "notifications/read-all", .account(servesStale: false, markAllRead)),
        APIRoute(.post, "notifications/{id}/read", .account(servesStale: false, markRead)),
        // What is announced
        APIRoute(.get, "offers", .anybody(findOffers)),
        APIRoute(.get, "offers/active", .anybody(findOffers)),
        APIRoute(.get, "offers/{id}", .anybody(openOffer)),
        APIRoute(.get, "users/professionals/search", .anybody(findProfessionals)),
        APIRoute(.get, "users/professionals/categories-tree", .anybody(listCategories)),
        APIRoute(.get, "users/{id}", .anybody(openProfessional)),
        // Announcing
        APIRoute(.post, "announcements", .publisher(announce)),
        APIRoute(.get, "announcements", .announcements(listAnnouncements)),
        APIRoute(.get, "announcements/{id}", .announcements(getAnnouncement)),
        APIRoute(.delete, "announcements/{id}", .announcements(cancelAnnouncement)),
        APIRoute(.get, "announcements/{id}/recipients/{account}", .support(explainRecipient)),
    ]

    init(_ method: HTTPRequest.Method, _ path: String, _ handling: Handling) {
        self.method = method
        self.path = path
        self.handling = handling
    }
}
