// The calls of the app API, like a table of contents: one file a message, named like it, in Routes/.

/// The calls of the apps' API, under `AppAPI.root`.
enum AppRoutes {
    static let all: [Route<AppHandler>] = [
        // Sessions
        .post("auth/authenticate", .anybody(signIn)),
        .post("auth/login", .anybody(signIn)),
        .post("auth/apple", .anybody(signInWithApple)),
        .post("auth/apple/notifications", .anybody(takeAppleNotification)),
        .post("auth/register", .anybody(register)),
        .post("auth/refresh", .anybody(refreshSession)),
        .get("auth/me", .account(getProfileInEnvelope)),
        .post("auth/logout", .account(endOwnSession)),
        .get("auth/sessions", .account(listSessions)),
        .delete("auth/sessions", .account(endOtherSessions)),
        .delete("auth/sessions/{id}", .account(endSession)),
        // Passwords
        .post("auth/forgot-password", .anybody(requestPasswordReset)),
        .post("forgot-password-logs", .anybody(requestPasswordReset)),
        .post("auth/reset-password", .anybody(resetPassword)),
        .post("users/change-password", .account(changePassword)),
        // Profiles
        .get("users/me", .account(servesStale: true, getProfile)),
        .patch("users/me", .account(updateProfileInEnvelope)),
        .get("users/me/light", .account(servesStale: true, getProfileInShort)),
        .put("users/profile", .account(updateProfile)),
        // Miataru devices of an account
        .get("users/me/location-devices", .account(servesStale: true, listClaimedDevices)),
        .post("users/me/location-devices", .account(claimDevice)),
        .delete("users/me/location-devices/{device}", .account(releaseDevice)),
        .put("users/me/location-devices/{device}/key", .account(resetDeviceKey)),
        .delete("users/me/location-devices/{device}/key", .account(removeDeviceKey)),
        // What people want to hear of
        .get("notification-preferences", .account(servesStale: true, getPreferences)),
        .put("notification-preferences", .account(setPreferences)),
        .get("notification-preferences/quiet-hours", .account(servesStale: true, getQuietHours)),
        .put("notification-preferences/quiet-hours", .account(setQuietHours)),
        .delete("notification-preferences/quiet-hours", .account(removeQuietHours)),
        // Where people are
        .get("users/me/position", .account(servesStale: true, getPosition)),
        .put("users/me/position", .account(setPosition)),
        .delete("users/me/position", .account(erasePosition)),
        .put("users/me/position/consent", .account(allowPositions)),
        // Push devices
        .post("push/register", .account(registerPushToken)),
        .post("push/test", .account(sendTestPush)),
        .get("push/tokens", .account(servesStale: true, listPushTokens)),
        .patch("push/tokens/{id}", .account(mutePushToken)),
        .delete("push/tokens/{id}", .account(removePushToken)),
        .post("users/register-device-token", .account(registerPushToken)),
        .delete("users/register-device-token", .account(removePushTokens)),
        .get("users/me/devices", .account(servesStale: true, listPushTokens)),
        .delete("users/me/devices/{id}", .account(removePushToken)),
        // What was told
        .get("notifications", .account(servesStale: true, listInbox)),
        .get("notifications/unread-count", .account(servesStale: true, countUnread)),
        .get("notifications/inquiries", .account(servesStale: true, listInquiries)),
        .post("notifications/read-all", .account(markAllRead)),
        .post("notifications/{id}/read", .account(markRead)),
        // What is announced
        .get("offers", .anybody(findOffers)),
        .get("offers/active", .anybody(findOffers)),
        .get("offers/{id}", .anybody(openOffer)),
        .get("users/professionals/search", .anybody(findProfessionals)),
        .get("users/professionals/categories-tree", .anybody(listCategories)),
        .get("users/{id}", .anybody(openProfessional)),
        // Announcing
        .post("announcements", .publisher(announce)),
        .get("announcements", .announcements(listAnnouncements)),
        .get("announcements/{id}", .announcements(getAnnouncement)),
        .delete("announcements/{id}", .announcements(cancelAnnouncement)),
        .get("announcements/{id}/recipients/{account}", .support(explainRecipient)),
    ]
}
