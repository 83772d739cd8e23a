enum AppwriteHandler: Sendable {
    case anybody(@Sendable (AppwriteCall) async throws(EdgeError) -> Answer)
    /// `servesStale`: reads continue for a short time while auth-session is unreachable.
    case account(servesStale: Bool = false, @Sendable (AppwriteCall, Caller) async throws(EdgeError) -> Answer)
}

enum AppwriteRoutes {
    static let all: [Route<AppwriteHandler>] = [
        // The account
        .post("account", .anybody(createAccount)),
        .get("account", .account(servesStale: true, getAccount)),
        .patch("account/name", .account(updateName)),
        .patch("account/email", .account(updateEmail)),
        .patch("account/password", .account(updatePassword)),
        .patch("account/status", .account(updateStatus)),
        .get("account/prefs", .account(servesStale: true, getPrefs)),
        .patch("account/prefs", .account(updatePrefs)),
        // The account's sessions
        .post("account/sessions/email", .anybody(createEmailSession)),
        .post("account/sessions", .anybody(createEmailSession)),
        .post("account/sessions/anonymous", .anybody(createAnonymousSession)),
        .get("account/sessions", .account(listAccountSessions)),
        .delete("account/sessions", .account(deleteSessions)),
        .get("account/sessions/{session}", .account(getSession)),
        .patch("account/sessions/{session}", .account(updateSession)),
        .delete("account/sessions/{session}", .account(deleteSession)),
        .post("account/jwts", .account(createJWT)),
        .post("account/jwt", .account(createJWT)),
        // Its document, and its families
        .post("databases/{database}/collections/{collection}/documents", .account(createDocument)),
        .get("databases/{database}/collections/{collection}/documents", .account(listDocuments)),
        .get(
            "databases/{database}/collections/{collection}/documents/{document}",
            .account(servesStale: true, getDocument)),
        .patch("databases/{database}/collections/{collection}/documents/{document}", .account(updateDocument)),
    ]
}
