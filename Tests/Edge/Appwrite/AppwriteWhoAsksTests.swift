@testable import Edge

extension SampleCall {
    private static let credentials = #"{"email":"a@b.c","password":"secret-7"}"#
    private static let documents = "databases/{database}/collections/{collection}/documents"
    private static let users = "databases/68b71f3800292dc2e621/collections/users/documents"
    private static let adas = "\(users)/\(People.ada.text)"
    private static let session = "account/sessions/{session}"

    static let ofAppwrite: [SampleCall] = [
        SampleCall(
            "POST", "account", #"{"userId":"unique()","email":"a@b.c","password":"secret-7"}"#, owner: 201,
            isForAnybody: true),
        SampleCall("GET", "account"),
        SampleCall("PATCH", "account/name", #"{"name":"Ada"}"#),
        SampleCall("PATCH", "account/email", credentials),
        SampleCall("PATCH", "account/password", #"{"password":"secret-8","oldPassword":"secret-7"}"#),
        SampleCall("PATCH", "account/status", takesToken: false),
        SampleCall("GET", "account/prefs"),
        SampleCall("PATCH", "account/prefs", #"{"prefs":{"theme":"dark"}}"#),
        SampleCall("POST", "account/sessions/email", credentials, owner: 201, isForAnybody: true),
        SampleCall("POST", "account/sessions", credentials, owner: 201, isForAnybody: true),
        SampleCall("GET", "account/sessions"),
        SampleCall("DELETE", "account/sessions", "{}", owner: 204),
        SampleCall("GET", session, with: People.desktop.text, stranger: 404),
        SampleCall("PATCH", session, with: People.desktop.text, stranger: 404),
        SampleCall("DELETE", session, "{}", with: People.desktop.text, owner: 204, stranger: 404),
        SampleCall("POST", "account/jwts", "{}", owner: 201, takesToken: false),
        SampleCall("POST", "account/jwt", owner: 201, takesToken: false),
        SampleCall(
            "POST", documents, #"{"documentId":"\#(People.ada.text)","data":{"family_id":"f"}}"#, owner: 201,
            stranger: 400
        ).at(users),
        SampleCall("GET", documents).at("databases/d/collections/families/documents"),
        SampleCall("GET", documents + "/{document}", owner: 404).at(adas),
        SampleCall("PATCH", documents + "/{document}", #"{"data":{"family_id":"f"}}"#, owner: 404).at(adas),
    ].map { $0.beneath("/v1/") }
    /// Its answer depends on whether the caller is signed in.
    static let anonymous = SampleCall("POST", "account/sessions/anonymous", owner: 401, isForAnybody: true)
        .beneath("/v1/")
}

@Suite(.timeLimit(.minutes(10))) struct AppwriteWhoAsksTests {
    @Test(arguments: SampleCall.ofAppwrite)
    func answersCallersWithAccess(_ call: SampleCall) async throws {
        for (headers, status) in [
            (Appwrite.adas, call.owner), ([("X-Appwrite-Session", Appwrite.session("ada"))], call.owner),
            ([("X-Appwrite-JWT", "ada")], call.takesToken || call.isForAnybody ? call.owner : 401),
            ([Appwrite.cookie("stranger", of: People.stranger)], call.isForAnybody ? call.owner : call.stranger),
        ] {
            let response = try await withEdge(.appwrite()) { edge in try await call.ask(edge, as: headers) }
            #expect(response.status == status, "\(headers) \(response.body)")
            #expect(response.header("Cache-Control") == "no-store")
            if status >= 400 { #expect(response.errorType != nil) }
            if call.stranger != call.owner, status == call.stranger {
                #expect(!response.body.contains(People.ada.text))
            }
        }
    }

    /// An invalid credential is treated like none: the client becomes a guest, and signs in.
    @Test(
        arguments: SampleCall.ofAppwrite.filter { !$0.isForAnybody },
        [
            nil, Appwrite.cookie("expired"), Appwrite.cookie("unknown"), Appwrite.cookie("erased"),
            // Another user's session under the caller's id.
            Appwrite.cookie("stranger"), ("Cookie", "a_session_familysync=nonsense"),
            ("Cookie", "a_session_familysync="), ("Cookie", "a_session_other=\(Appwrite.session("ada"))"),
            ("Authorization", "Bearer ada"), ("X-Session-Token", "ada"), ("X-Appwrite-Key", "key"),
            // Not switched on.
            ("X-Fallback-Cookies", #"{"a_session_familysync":"\#(Appwrite.session("ada"))"}"#),
        ] as [(String, String)?])
    func refusesCallersWithoutAccess(_ call: SampleCall, _ header: (String, String)?) async throws {
        let services = ScriptedServices.appwrite()
        let response = try await withEdge(services) { edge in try await call.ask(edge, as: header.map { [$0] } ?? []) }
        #expect(response.status == 401 && response.errorType == "general_unauthorized_scope")
        #expect(response.text("message") == #"User (role: guests) missing scopes (["account"])"#)
        #expect(response.setCookies.isEmpty)
        #expect(services.contexts.count == services.received(Authenticate.self).count)
    }

    @Test("A cookie of the Appwrite API opens no other API", arguments: ["/api/v1/users/me", "/api/v1/auth/sessions"])
    func cookiesCountHereOnly(_ path: String) async throws {
        let services = ScriptedServices.appwrite()
        let headers = Appwrite.adas + [("X-Appwrite-Session", Appwrite.session("ada")), ("X-Appwrite-JWT", "ada")]
        try await services.ask("GET", path, headers: headers).expect(401)
        #expect(services.received(Authenticate.self).isEmpty)
    }
}
