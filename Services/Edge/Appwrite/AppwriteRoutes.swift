// The calls of the Appwrite API, like a table of contents: each in Routes/, named like the method of Appwrite's SDKs.

/// What answers a call, and so whom it answers.
enum AppwriteHandler: Sendable {
    /// Anybody; who is signed in already matters only where the call itself looks.
    case anybody(@Sendable (AppwriteCall) async throws(EdgeError) -> Answer)
    /// Whoever is signed in. `servesStale`: whether a reading goes on for a moment while nobody can say whether the
    /// session still lives.
    case account(
        servesStale: Bool = false, @Sendable (AppwriteCall, Caller) async throws(EdgeError) -> Answer)
}

/// The calls of Appwrite's API, under `AppwriteAPI.root`.
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
        // Its sessions
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
        // Its document
        .post("databases/{database}/collections/{collection}/documents", .account(createDocument)),
        .get(
            "databases/{database}/collections/{collection}/documents/{document}",
            .account(servesStale: true, getDocument)),
        .patch("databases/{database}/collections/{collection}/documents/{document}", .account(updateDocument)),
    ]
}
