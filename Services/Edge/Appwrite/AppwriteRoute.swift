// The calls of the Appwrite family, like a table of contents: each in Routes/, named like the method of Appwrite's SDKs.

import HTTPTypes

/// A call of the Appwrite family: where it is, who may ask, and what answers it.
struct AppwriteRoute: Sendable {
    /// What answers a call, and so whom it answers.
    enum Handling: Sendable {
        /// Anybody; who is signed in already matters only where the call itself looks.
        case anybody(@Sendable (AppwriteCall) async throws(EdgeError) -> Answer)
        /// Whoever is signed in. `servesStale`: whether a reading goes on for a moment while nobody can say whether the
        /// session still lives.
        case account(servesStale: Bool, @Sendable (AppwriteCall, Caller) async throws(EdgeError) -> Answer)
    }

    let method: HTTPRequest.Method
    /// Under `AppwriteFamily.root`.
    let path: String
    let handling: Handling

    static let all = [
        // The account
        AppwriteRoute(.post, "account", .anybody(createAccount)),
        AppwriteRoute(.get, "account", .account(servesStale: true, getAccount)),
        AppwriteRoute(.patch, "account/name", .account(servesStale: false, updateName)),
        AppwriteRoute(.patch, "account/email", .account(servesStale: false, updateEmail)),
        AppwriteRoute(.patch, "account/password", .account(servesStale: false, updatePassword)),
        AppwriteRoute(.patch, "account/status", .account(servesStale: false, updateStatus)),
        AppwriteRoute(.get, "account/prefs", .account(servesStale: true, getPrefs)),
        AppwriteRoute(.patch, "account/prefs", .account(servesStale: false, updatePrefs)),
        // Its sessions
        AppwriteRoute(.post, "account/sessions/email", .anybody(createEmailSession)),
        AppwriteRoute(.post, "account/sessions", .anybody(createEmailSession)),
        AppwriteRoute(.post, "account/sessions/anonymous", .anybody(createAnonymousSession)),
        AppwriteRoute(.get, "account/sessions", .account(servesStale: false, listAccountSessions)),
        AppwriteRoute(.delete, "account/sessions", .account(servesStale: false, deleteSessions)),
        AppwriteRoute(.get, "account/sessions/{session}", .account(servesStale: false, getSession)),
        AppwriteRoute(.patch, "account/sessions/{session}", .account(servesStale: false, updateSession)),
        AppwriteRoute(.delete, "account/sessions/{session}", .account(servesStale: false, deleteSession)),
        AppwriteRoute(.post, "account/jwts", .account(servesStale: false, createJWT)),
        AppwriteRoute(.post, "account/jwt", .account(servesStale: false, createJWT)),
        // Its document
        AppwriteRoute(
            .post, "databases/{database}/collections/{collection}/documents",
            .account(servesStale: false, createDocument)),
        AppwriteRoute(
            .get, "databases/{database}/collections/{collection}/documents/{document}",
            .account(servesStale: true, getDocument)),
        AppwriteRoute(
            .patch, "databases/{database}/collections/{collection}/documents/{document}",
            .account(servesStale: false, updateDocument)),
    ]

    private init(_ method: HTTPRequest.Method, _ path: String, _ handling: Handling) {
        self.method = method
        self.path = path
        self.handling = handling
    }
}
