// How the web app's host registers its handset.

import HTTPTypes
import Logging
import Models
import Testing

@testable import Edge

@Suite struct DevicesTests {
    private func call(
        _ services: ScriptedServices, body: String = "", origin: String? = nil, platform: String? = nil,
        parameters: [String] = []
    ) -> APICall {
        var headers = RequestHeaders()
        headers.origin = origin
        headers.client.platform = platform
        let attempts = AttemptLimits(failuresPerMinute: 30, registrationsPerMinute: 60)
        return APICall(
            request: EdgeRequest(
                method: .post, path: "/", headers: headers, body: Array(body.utf8),
                context: MessageContext(requestID: "1", client: headers.client),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }),
            services: services, authenticator: Authenticator(services: services, attempts: attempts),
            attempts: attempts, clock: StoppedClock(), parameters: parameters)
    }

    private var ada: Caller {
        get throws {
            try #require(
                Caller(Principal(account: People.ada, session: People.phone, door: .password, expiresAt: nil)))
        }
    }

    /// The page's origin tells the system, unless the app says it.
    @Test(
        arguments: [
            ("capacitor://localhost", nil, "ios"), ("https://localhost", nil, "android"), (nil, nil, "android"),
            ("https://localhost", "ios", "ios"), ("capacitor://localhost", "toaster", "ios"),
        ] as [(String?, String?, String)])
    func areRegistered(_ origin: String?, _ platform: String?, _ registered: String) async throws {
        let services = ScriptedServices.people()
        let call = call(services, body: #"{"token":"fcm:0123456789"}"#, origin: origin, platform: platform)
        let answer = try await registerDevice(call, try ada)
        #expect(answer.status == .ok)
        #expect(answer.text == #"{"id":"t1","platform":"ios","createdAt":"2026-01-01T00:00:00Z"}"#)
        let message = try #require(services.received(RegisterPushToken.self).first)
        #expect(message.account == People.ada)
        #expect(message.session == People.phone)
        #expect(message.token.value == "fcm:0123456789")
        #expect(message.platform == registered)
    }

    @Test(arguments: [("{}", "missing_parameter"), (#"{"token":"x"}"#, nil)] as [(String, String?)])
    func areRefused(_ body: String, _ kind: String?) async throws {
        let services = ScriptedServices.people()
        let error = await #expect(throws: EdgeError.self) {
            try await registerDevice(call(services, body: body), try ada)
        }
        #expect(error?.code == .invalidRequest)
        #expect(error?.kind == kind)
        #expect(services.received(RegisterPushToken.self).isEmpty)
    }

    @Test func areRemoved() async throws {
        let services = ScriptedServices.people()
        let answer = try await removeDevice(call(services, parameters: ["fcm%3A0123456789"]), try ada)
        #expect(answer.text == #"{"deleted":true}"#)
        let message = try #require(services.received(RemovePushTokens.self).first)
        guard case .token(let token) = message.which else {
            Issue.record("the token was not named")
            return
        }
        #expect(token.value == "fcm:0123456789")
    }
}
