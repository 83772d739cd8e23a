@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct DevicesTests {
    private static let ada = ("Authorization", "ada")

    private func register(
        _ body: String, on services: ScriptedServices, _ headers: [(String, String)] = []
    ) async throws -> TestResponse {
        try await services.ask(
            "POST", "/ecovelo/devices", headers: [Self.ada, ("Content-Type", "application/json")] + headers,
            body: body)
    }

    /// The page's origin reveals the system, unless the app sends it.
    @Test(
        arguments: [
            ("capacitor://localhost", nil, "ios"), ("https://localhost", nil, "android"), (nil, nil, "android"),
            ("https://localhost", "ios", "ios"), ("capacitor://localhost", "toaster", "ios"),
        ] as [(String?, String?, String)])
    func areRegistered(_ origin: String?, _ platform: String?, _ registered: String) async throws {
        let services = ScriptedServices.riders()
        let headers = [("Origin", origin), ("X-Meeshy-Platform", platform)].compactMap { name, value in
            value.map { (name, $0) }
        }
        let response = try await register(#"{"token":"fcm:0123456789"}"#, on: services, headers).expect(200)
        #expect(response.body == #"{"id":"t1","platform":"ios","createdAt":"2026-01-01T00:00:00Z"}"#)
        let message = try #require(services.received(RegisterPushToken.self).first)
        #expect(message.account == People.ada && message.session == People.phone)
        #expect(message.token.value == "fcm:0123456789" && message.platform == registered)
    }

    @Test(arguments: [
        ("{}", "missing_parameter"), (#"{"token":null}"#, "missing_parameter"),
        (#"{"token":"x"}"#, "invalid_request"), (#"{"token":7}"#, "invalid_request"),
    ])
    func areRefused(_ body: String, _ title: String) async throws {
        let services = ScriptedServices.riders()
        let response = try await register(body, on: services).expect(400)
        #expect(try EcoveloErrorBody(response.body).title == title)
        #expect(services.received(RegisterPushToken.self).isEmpty)
    }

    /// An unknown token must not make a sign-out fail.
    @Test(arguments: [true, false])
    func areRemoved(_ isThere: Bool) async throws {
        let services = ScriptedServices.riders()
        services.on(RemovePushTokens.self) { _ in RemovePushTokens.Reply(count: isThere ? 1 : 0) }
        let response = try await services.ask("DELETE", "/ecovelo/devices/fcm%3A0123456789", headers: [Self.ada])
        #expect(response.status == 200 && response.body == #"{"deleted":\#(isThere)}"#)
        let message = try #require(services.received(RemovePushTokens.self).first)
        guard case .token(let token) = message.which else {
            Issue.record("the token was not named")
            return
        }
        #expect(token.value == "fcm:0123456789")
    }
}
