@testable import Edge

extension AppAPI {
    static func overScripted(
        _ services: ScriptedServices, allowedOrigins: [String] = [], live: LiveHub? = nil
    ) -> AppAPI {
        AppAPI(
            .overScripted(services), allowedOrigins: allowedOrigins, live: live ?? .ended(over: services),
            address: EdgeAddress(Settings().http))
    }
}

extension APIParts {
    static func overScripted(_ services: ScriptedServices, _ attempts: AttemptLimiter = .forTests()) -> APIParts {
        APIParts(
            services: services, authenticator: .overScripted(services, attempts), attempts: attempts,
            clock: SetClock(People.now))
    }
}

extension LiveHub {
    /// A hub that ends each stream after the first events.
    static func ended(over services: ScriptedServices) -> LiveHub {
        let hub = LiveHub(services, replicas: [], limits: Settings().http.limits, clock: SteppedClock())
        hub.end()
        return hub
    }
}

extension Authenticator {
    static func overScripted(_ services: ScriptedServices, _ attempts: AttemptLimiter) -> Authenticator {
        Authenticator(services: services, attempts: attempts, cachedPrincipals: 100, clock: SetClock(People.now))
    }
}

extension AttemptLimiter {
    /// The default limits, with an endless minute, because a busy machine may take longer than one.
    static func forTests() -> AttemptLimiter {
        AttemptLimiter(failuresPerMinute: 30, registrationsPerMinute: 60, refusalTime: .zero, clock: SteppedClock())
    }
}

extension APICall {
    static func sample(_ services: ScriptedServices, authorization: String?) -> APICall {
        let attempts = AttemptLimiter(failuresPerMinute: 30, registrationsPerMinute: 60, refusalTime: .zero)
        return APICall(
            request: .sample { $0.authorization = authorization }, parts: .overScripted(services, attempts))
    }
}

/// Decoded as a map of texts: one of the apps does this, and loses the message if any value is no text.
struct APIErrorBody {
    let code: String
    let message: String
    let field: String?
    /// The texts about wrong members, by their names.
    let errors: [String: String]

    init(_ text: String) throws {
        let members = try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
        let prefix = "errors."
        errors = Dictionary(
            uniqueKeysWithValues: members.filter { $0.key.hasPrefix(prefix) }
                .map { (String($0.key.dropFirst(prefix.count)), $0.value) })
        #expect(
            Set(members.keys.filter { !$0.hasPrefix(prefix) }).subtracting(["field"])
                == ["error", "message", "code", "title", "requestId"])
        field = members["field"]
        #expect(field == nil ? errors.isEmpty : errors.keys.contains(field ?? ""))
        code = try #require(members["code"])
        message = try #require(members["message"])
        #expect(members["error"] == code)
        #expect(members["title"] == code.lowercased())
        #expect(!message.isEmpty)
    }
}

extension ScriptedServices {
    /// Sends a malformed request as Ada: she gets a 400, and no service gets a message.
    @discardableResult
    func expectMalformed(_ method: String, _ path: String, body: String? = nil) async throws -> APIErrorBody {
        let headers = [("Authorization", People.token), ("Content-Type", "application/json")]
        let response = try await ask(method, path, headers: headers, body: body).expect(400)
        #expect(messages.allSatisfy { $0 is Authenticate })
        return try APIErrorBody(response.body)
    }
}
