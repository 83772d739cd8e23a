// Who may ask what of the Ecovelo API.

import HTTPTypes
import Models
import Testing

@testable import Edge

/// A call of the Ecovelo API with a body that is right.
struct EcoveloCase: Sendable, CustomTestStringConvertible {
    let method: String
    let path: String
    let body: String?
    /// Whether a caller who shows nothing gets what everybody gets.
    let isForAnybody: Bool

    var testDescription: String { "\(method) \(path)" }

    init(_ method: String, _ path: String, _ body: String? = nil, isForAnybody: Bool = false) {
        self.method = method
        self.path = "/ecovelo/" + path
        self.body = body
        self.isForAnybody = isForAnybody
    }

    static let all = [
        EcoveloCase("GET", "programs", isForAnybody: true),
        EcoveloCase("GET", "users/me"),
        EcoveloCase("DELETE", "users/me"),
        EcoveloCase("POST", "users/me/phone", #"{"phoneNumber":"+33 6 12 34 56 78"}"#),
        EcoveloCase("POST", "users/me/phone/confirm", #"{"code":"123456"}"#),
        EcoveloCase("DELETE", "users/me/phone"),
        EcoveloCase("POST", "devices", #"{"token":"fcm:0123456789"}"#),
        EcoveloCase("DELETE", "devices/{token}"),
        EcoveloCase("GET", "cyclists"),
        EcoveloCase("POST", "cyclists", #"{"phone_number":"+33612345678"}"#),
        EcoveloCase("POST", "cyclists/confirm", #"{"code":"123456"}"#),
        EcoveloCase("DELETE", "cyclists"),
    ]

    func ask(_ edge: RunningEdge, as headers: [(String, String)] = []) async throws -> TestResponse {
        let type = body == nil ? [] : [("Content-Type", "application/json")]
        let path = path.replacing("{token}", with: "fcm%3A0123456789")
        return try await edge.request(method, path, headers: type + headers, body: body)
    }
}

@Suite(.timeLimit(.minutes(10))) struct EcoveloWhoAsksTests {
    @Test func listsEveryCall() {
        #expect(
            EcoveloCase.all.map(\.testDescription).sorted()
                == EcoveloRoutes.all(programs: []).map { "\($0.method.rawValue) \(EcoveloAPI.root)\($0.path)" }
                .sorted())
    }

    @Test(arguments: EcoveloCase.all, ["of-one", "Bearer of-one", "ada", "Bearer ada"])
    func answersWhoMay(_ call: EcoveloCase, _ token: String) async throws {
        let response = try await withEdge(.riders()) { edge in
            try await call.ask(edge, as: [("Authorization", token), ("Live-Mode", "false"), ("program", "breizhgo")])
        }
        #expect(response.status == 200 && response.header("Cache-Control") == "no-store")
    }

    /// An empty field is what the web app sends while nobody is signed in.
    @Test(
        arguments: EcoveloCase.all,
        [
            (nil, "AUTHENTICATION_REQUIRED", "Bearer"), ("", "AUTHENTICATION_REQUIRED", "Bearer"),
            ("Basic YTpi", "AUTHENTICATION_REQUIRED", "Bearer"),
            ("expired", "TOKEN_EXPIRED", #"Bearer error="invalid_token", error_description="The token expired""#),
            ("Bearer unknown", "INVALID_TOKEN", #"Bearer error="invalid_token""#),
            ("a,b", "INVALID_TOKEN", #"Bearer error="invalid_token""#),
            ("erased", "USER_NOT_FOUND", #"Bearer error="invalid_token""#),
        ] as [(String?, String, String)])
    func refusesWhoMayNot(
        _ call: EcoveloCase, _ caller: (token: String?, code: String, challenge: String)
    ) async throws {
        let services = ScriptedServices.riders()
        let response = try await withEdge(services) { edge in
            try await call.ask(edge, as: caller.token.map { [("Authorization", $0)] } ?? [])
        }
        if call.isForAnybody {
            #expect(response.status == 200)
            #expect(services.messages.isEmpty)
        } else {
            #expect(response.status == 401)
            let body = try EcoveloErrorBody(response.body)
            #expect(body.code == caller.code && body.title == "not_authorized")
            #expect(response.header("WWW-Authenticate") == caller.challenge)
            #expect(services.messages.count == services.received(Authenticate.self).count)
        }
    }
}
