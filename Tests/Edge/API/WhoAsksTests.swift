// Who may ask what of the API.

import BaliseAPI
import HTTPTypes
import Models
import ServiceRuntime
import Testing

@testable import Edge

/// A call of the API with a body that is right, and the status that each caller gets.
struct APICase: Sendable, CustomTestStringConvertible {
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
    /// Whether it is for whoever shows an API key, and for no person.
    var isForPublishers: Bool { !scopes.isEmpty }
    /// The scopes of the API keys that open it.
    let scopes: [APIKeyScope]
    /// Whether it is answered without asking any service.
    let asksNobody: Bool

    var testDescription: String { "\(method) \(template)" }

    init(
        _ method: String, _ template: String, _ body: String? = nil, with parameter: String = "", owner: Int = 200,
        stranger: Int? = nil, isForAnybody: Bool = false, scopes: [APIKeyScope] = [], asksNobody: Bool = false
    ) {
        self.method = method
        self.template = "/api/v1/" + template
        path = self.template.replacing(/\{[a-z]+\}/, with: parameter)
        self.body = body
        self.owner = owner
        self.stranger = stranger ?? owner
        self.isForAnybody = isForAnybody
        self.scopes = scopes
        self.asksNobody = asksNobody
    }

    /// What whoever may make this call shows.
    var credential: [(String, String)] {
        isForPublishers ? [("X-API-Key", People.publishersKey)] : [("Authorization", People.token)]
    }

    static let all =
        [
            APICase("POST", "auth/authenticate", #"{"email":"a@b.c","password":"secret"}"#, isForAnybody: true),
            APICase("POST", "auth/login", #"{"username":"ada","password":"secret"}"#, isForAnybody: true),
            APICase("POST", "auth/apple", #"{"identityToken":"a.b.c"}"#, isForAnybody: true),
            APICase("POST", "auth/provider", #"{"code":"c","codeVerifier":"v"}"#, isForAnybody: true),
            APICase("POST", "auth/apple/notifications", #"{"payload":"a.b.c"}"#, isForAnybody: true),
            APICase(
                "POST", "auth/register", #"{"username":"ada","password":"secret"}"#, owner: 201, isForAnybody: true),
            APICase("POST", "auth/refresh", #"{"token":"jwt"}"#, isForAnybody: true),
            APICase("POST", "auth/forgot-password", #"{"email":"a@b.c"}"#, isForAnybody: true),
            APICase("POST", "forgot-password-logs", #"{"email":"a@b.c"}"#, isForAnybody: true),
            APICase("POST", "auth/reset-password", #"{"token":"pr_x","newPassword":"secret"}"#, isForAnybody: true),
            APICase("GET", "auth/me"),
            APICase("POST", "auth/logout"),
            APICase("GET", "auth/sessions"),
            APICase("DELETE", "auth/sessions"),
            APICase("DELETE", "auth/sessions/{id}", with: People.desktop.text, stranger: 404),
            APICase("POST", "users/change-password", #"{"oldPassword":"a","newPassword":"secret"}"#),
            APICase("GET", "users/me"),
            APICase("PATCH", "users/me", #"{"firstName":"Ada"}"#),
            APICase("DELETE", "users/me", #"{"password":"a"}"#, owner: 202),
            APICase("POST", "users/me/export", #"{"password":"a"}"#),
            // Whoever shows no secret, which no credential takes the place of.
            APICase("GET", "erasures/{id}", with: "e1", owner: 400, isForAnybody: true, asksNobody: true),
            APICase("GET", "users/me/links"),
            APICase("DELETE", "users/me/links/{id}", with: "l1", stranger: 404),
            APICase("GET", "users/me/light"),
            APICase("PUT", "users/profile", #"{"firstName":"Ada"}"#),
            APICase("GET", "users/me/location-devices"),
            APICase("GET", "places/stream"),
            APICase(
                "POST", "users/me/location-devices", #"{"device":"d","deviceKey":"right"}"#, owner: 201, stranger: 409),
            APICase("PUT", "users/me/location-devices/{device}/key", "{}", with: "pho%20ne", stranger: 404),
            APICase("DELETE", "users/me/location-devices/{device}/key", with: "pho%20ne", stranger: 404),
            APICase("DELETE", "users/me/location-devices/{device}", with: "pho%20ne", stranger: 404),
            APICase("POST", "users/me/location-devices/{device}/handover", with: "pho%20ne", owner: 201, stranger: 404),
            APICase("POST", "location-devices/handover", #"{"ticket":"t"}"#, owner: 201),
        ] + passkeys + emailCodes + secondSteps + notifications + announcements

    func ask(_ edge: RunningEdge, as headers: [(String, String)]) async throws -> TestResponse {
        let type = body == nil ? [] : [("Content-Type", "application/json")]
        return try await edge.request(method, path, headers: type + headers, body: body)
    }
}

@Suite(.timeLimit(.minutes(10))) struct WhoAsksTests {
    @Test func listsEveryCall() {
        #expect(
            APICase.all.map(\.testDescription).sorted()
                == AppRoutes.all.map { "\($0.method.rawValue) \(AppAPI.root)\($0.path)" }.sorted())
    }

    @Test(arguments: APICase.all.filter { !$0.isForPublishers })
    func answersWhoMay(_ call: APICase) async throws {
        for (headers, status) in [
            ([("Authorization", People.token)], call.owner), ([("Authorization", "ada")], call.owner),
            ([("Authorization", People.strangersToken)], call.isForAnybody ? call.owner : call.stranger),
        ] {
            let response = try await withEdge(.people()) { edge in try await call.ask(edge, as: headers) }
            #expect(response.status == status && response.header("Cache-Control") == "no-store")
            if call.stranger != call.owner, status == call.stranger { #expect(!response.body.contains("Ada")) }
        }
    }

    /// What is for anybody does not even look at a credential: one that is over is no hindrance.
    @Test(
        arguments: APICase.all.filter { !$0.isForPublishers },
        [
            (nil, "AUTHENTICATION_REQUIRED", nil), (People.expiredToken, "TOKEN_EXPIRED", "Token expired"),
            (People.unknownToken, "INVALID_TOKEN", "Invalid token"),
            (People.erasedToken, "USER_NOT_FOUND", "User not found"),
        ] as [(String?, String, String?)])
    func refusesWhoMayNot(_ call: APICase, _ caller: (token: String?, code: String, message: String?)) async throws {
        let services = ScriptedServices.people()
        let response = try await withEdge(services) { edge in
            try await call.ask(edge, as: caller.token.map { [("Authorization", $0)] } ?? [])
        }
        if call.isForAnybody {
            #expect(response.status == call.owner)
            #expect(services.received(Authenticate.self).isEmpty)
        } else {
            #expect(response.status == 401)
            let body = try APIErrorBody(response.body)
            #expect(body.code == caller.code)
            if let message = caller.message { #expect(body.message == message) }
            #expect(response.header("WWW-Authenticate")?.hasPrefix("Bearer") == true)
            // Nothing but the question who it is went out.
            #expect(services.contexts.count == services.received(Authenticate.self).count)
        }
    }

    /// Who took over a session long after its sign-in cannot add a way in that stays, nor lock its person out.
    @Test(arguments: AppRoutes.all.filter { $0.audience == .recentSession })
    func asksForARecentSignIn(_ route: Route<AppHandler>) async throws {
        let call = try #require(
            APICase.all.first { $0.method == route.method.rawValue && $0.template == AppAPI.root + route.path })
        let services = ScriptedServices.people()
        services.on(Authenticate.self) { _ in
            Authenticate.Reply(
                principal: Principal(
                    account: People.ada, session: People.phone, signInMethod: .password, expiresAt: nil,
                    signedInAt: People.now.adding(seconds: -300)), epoch: FeedEpoch(rawValue: 1), sequence: 1)
        }
        let response = try await withEdge(services) { try await call.ask($0, as: call.credential) }
        #expect(response.status == 401)
        #expect(try APIErrorBody(response.body).code == "REAUTHENTICATION_REQUIRED")
        #expect(services.messages.count == services.received(Authenticate.self).count)
    }

    /// An API key is a publisher's or an operator's, and nobody's account.
    @Test(arguments: APICase.all.filter { !$0.isForAnybody && !$0.isForPublishers })
    func refusesAPIKeys(_ call: APICase) async throws {
        let response = try await withEdge(.people()) { edge in
            try await call.ask(edge, as: [("X-API-Key", People.publishersKey)])
        }
        #expect(response.status == 401 || response.status == 403)
        _ = try APIErrorBody(response.body)
    }

    @Test(arguments: APICase.all.filter(\.isForPublishers))
    func answersPublishers(_ call: APICase) async throws {
        let response = try await withEdge(.people()) { try await call.ask($0, as: call.credential) }
        #expect(response.status == call.owner && response.header("Cache-Control") == "no-store")
    }

    /// A person is no publisher, and neither is a key for something else.
    @Test(
        arguments: APICase.all.filter(\.isForPublishers),
        [
            (nil, nil, 401, "AUTHENTICATION_REQUIRED"), (People.token, nil, 401, "AUTHENTICATION_REQUIRED"),
            (nil, "unknown", 401, "INVALID_TOKEN"), (nil, "ada", 401, "INVALID_TOKEN"),
            (nil, People.introspectorsKey, 403, "FORBIDDEN"), (People.token, People.introspectorsKey, 403, "FORBIDDEN"),
        ] as [(String?, String?, Int, String)])
    func refusesWhoIsNoPublisher(
        _ call: APICase, _ caller: (token: String?, key: String?, status: Int, code: String)
    ) async throws {
        let services = ScriptedServices.people()
        let headers =
            (caller.token.map { [("Authorization", $0)] } ?? []) + (caller.key.map { [("X-API-Key", $0)] } ?? [])
        let response = try await withEdge(services) { try await call.ask($0, as: headers) }
        #expect(response.status == caller.status)
        #expect(try APIErrorBody(response.body).code == caller.code)
        #expect(services.contexts.count == services.received(Authenticate.self).count)
    }
}
