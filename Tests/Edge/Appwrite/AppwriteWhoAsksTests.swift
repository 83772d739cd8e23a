// Who may ask what of the Appwrite API.

import HTTPTypes
import Models
import ServiceRuntime
import Testing

@testable import Edge

/// A call of the Appwrite API with a body that is right, and the status that each caller gets.
struct AppwriteCase: Sendable, CustomTestStringConvertible {
    let method: String
    /// The path with its parameters, as the document has it.
    let template: String
    let path: String
    let body: String?
    /// Whoever is signed in as the owner of what the call is about.
    let owner: Int
    /// Whoever is signed in as somebody else.
    let stranger: Int
    /// Whether a caller who shows nothing gets what the owner gets.
    let isForAnybody: Bool
    /// Whether a token does in place of a session.
    let takesToken: Bool

    var testDescription: String { "\(method) \(template)" }

    init(
        _ method: String, _ template: String, _ body: String? = nil, at path: String? = nil, owner: Int = 200,
        stranger: Int? = nil, isForAnybody: Bool = false, takesToken: Bool = true
    ) {
        self.method = method
        self.template = "/v1/" + template
        self.path = "/v1/" + (path ?? template)
        self.body = body
        self.owner = owner
        self.stranger = stranger ?? owner
        self.isForAnybody = isForAnybody
        self.takesToken = takesToken
    }

    private static let credentials = #"{"email":"a@b.c","password":"secret-7"}"#
    private static let documents = "databases/{database}/collections/{collection}/documents"
    private static let users = "databases/68b71f3800292dc2e621/collections/users/documents"
    private static let session = "account/sessions/{session}"
    private static let desktop = "account/sessions/\(People.desktop.text)"

    static let all = [
        AppwriteCase(
            "POST", "account", #"{"userId":"unique()","email":"a@b.c","password":"secret-7"}"#, owner: 201,
            isForAnybody: true),
        AppwriteCase("GET", "account"),
        AppwriteCase("PATCH", "account/name", #"{"name":"Ada"}"#),
        AppwriteCase("PATCH", "account/email", credentials),
        AppwriteCase("PATCH", "account/password", #"{"password":"secret-8","oldPassword":"secret-7"}"#),
        AppwriteCase("PATCH", "account/status", takesToken: false),
        AppwriteCase("GET", "account/prefs"),
        AppwriteCase("PATCH", "account/prefs", #"{"prefs":{"theme":"dark"}}"#),
        AppwriteCase("POST", "account/sessions/email", credentials, owner: 201, isForAnybody: true),
        AppwriteCase("POST", "account/sessions", credentials, owner: 201, isForAnybody: true),
        AppwriteCase("GET", "account/sessions"),
        AppwriteCase("DELETE", "account/sessions", "{}", owner: 204),
        AppwriteCase("GET", session, at: desktop, stranger: 404),
        AppwriteCase("PATCH", session, at: desktop, stranger: 404),
        AppwriteCase("DELETE", session, "{}", at: desktop, owner: 204, stranger: 404),
        AppwriteCase("POST", "account/jwts", "{}", owner: 201, takesToken: false),
        AppwriteCase("POST", "account/jwt", owner: 201, takesToken: false),
        AppwriteCase(
            "POST", documents, #"{"documentId":"\#(People.ada.text)","data":{"family_id":"f"}}"#, at: users, owner: 201,
            stranger: 400),
        AppwriteCase("GET", documents + "/{document}", at: "\(users)/\(People.ada.text)", owner: 404),
        AppwriteCase(
            "PATCH", documents + "/{document}", #"{"data":{"family_id":"f"}}"#, at: "\(users)/\(People.ada.text)",
            owner: 404),
    ]
    /// Answers differently to who is signed in and who is not.
    static let anonymous = AppwriteCase("POST", "account/sessions/anonymous", owner: 401, isForAnybody: true)

    func ask(_ edge: RunningEdge, as headers: [(String, String)]) async throws -> TestResponse {
        try await edge.request(method, path, headers: [("Content-Type", "application/json")] + headers, body: body)
    }
}

@Suite(.timeLimit(.minutes(10))) struct AppwriteWhoAsksTests {
    @Test func listsEveryCall() {
        #expect(
            (AppwriteCase.all + [.anonymous]).map(\.testDescription).sorted()
                == AppwriteRoutes.all.map { "\($0.method.rawValue) \(AppwriteAPI.root)\($0.path)" }.sorted())
    }

    @Test(arguments: AppwriteCase.all)
    func answersWhoMay(_ call: AppwriteCase) async throws {
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

    /// What does not count is as good as nothing: the client is told that it is a guest, and signs in.
    @Test(
        arguments: AppwriteCase.all.filter { !$0.isForAnybody },
        [
            nil, Appwrite.cookie("expired"), Appwrite.cookie("unknown"), Appwrite.cookie("erased"),
            // The session of somebody else under one's own name.
            Appwrite.cookie("stranger"), ("Cookie", "a_session_familysync=nonsense"),
            ("Cookie", "a_session_familysync="), ("Cookie", "a_session_other=\(Appwrite.session("ada"))"),
            ("Authorization", "Bearer ada"), ("X-Session-Token", "ada"), ("X-Appwrite-Key", "key"),
            // Not switched on.
            ("X-Fallback-Cookies", #"{"a_session_familysync":"\#(Appwrite.session("ada"))"}"#),
        ] as [(String, String)?])
    func refusesWhoMayNot(_ call: AppwriteCase, _ header: (String, String)?) async throws {
        let services = ScriptedServices.appwrite()
        let response = try await withEdge(services) { edge in try await call.ask(edge, as: header.map { [$0] } ?? []) }
        #expect(response.status == 401 && response.errorType == "general_unauthorized_scope")
        #expect(response.text("message") == #"User (role: guests) missing scopes (["account"])"#)
        #expect(response.setCookies.isEmpty)
        // Nothing but the question who it is went out.
        #expect(services.contexts.count == services.received(Authenticate.self).count)
    }

    @Test("A cookie opens nothing outside the API", arguments: ["/api/v1/users/me", "/api/v1/auth/sessions"])
    func cookiesCountHereOnly(_ path: String) async throws {
        let services = ScriptedServices.appwrite()
        let headers = Appwrite.adas + [("X-Appwrite-Session", Appwrite.session("ada")), ("X-Appwrite-JWT", "ada")]
        let response = try await services.ask("GET", path, headers: headers)
        #expect(response.status == 401)
        #expect(services.received(Authenticate.self).isEmpty)
    }
}
