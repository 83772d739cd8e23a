// The calls of the API family, like a table of contents: one file a message, named like it, in Routes/.

import HTTPTypes

/// A call of the API: where it is, who may ask, and what answers it.
struct APIRoute: Sendable {
    /// What answers a call, and so whom it answers.
    enum Handling: Sendable {
        /// Anybody; a credential, even one that is over, is not looked at.
        case anybody(@Sendable (APICall) async throws(EdgeError) -> Answer)
        /// Whoever is signed in. `servesStale`: whether a reading goes on for a moment while nobody can say whether the
        /// session still lives.
        case account(servesStale: Bool, @Sendable (APICall, Caller) async throws(EdgeError) -> Answer)
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
    ]

    init(_ method: HTTPRequest.Method, _ path: String, _ handling: Handling) {
        self.method = method
        self.path = path
        self.handling = handling
    }
}
