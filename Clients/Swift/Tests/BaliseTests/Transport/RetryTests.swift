@testable import Balise

@Suite("A call that the server puts off")
struct RetryTests {
    @Test("is repeated after the time that the server asks for", arguments: [429, 503])
    func retryAfter(status: Int) async throws {
        let transport = ScriptedTransport(
            .refusal(status, "RATE_LIMITED", retryAfter: 7), .refusal(status, "RATE_LIMITED", retryAfter: 0),
            .json("{}"))
        let pause = SkippedPause()
        let client = try await BaliseClient.scripted(transport, pause: pause)
        _ = try await client.caller.send(.post, "/a", body: SetPositionRequest(latitude: 1, longitude: 2))
        #expect(pause.pauses == [7, 0])
        #expect(Set(transport.calls.map(\.text)).count == 1 && transport.calls.count == 3)
    }

    @Test("is given up if the server asks for more than the limit")
    func tooLong() async throws {
        let transport = ScriptedTransport(.refusal(429, "RATE_LIMITED", retryAfter: 31))
        let client = try await BaliseClient.scripted(transport)
        let refusal = try await failure { try await client.caller.send(.get, "/a") }.refusal
        #expect(refusal?.code == .rateLimited && refusal?.retryAfter == 31 && refusal?.requestID == "r1")
    }

    @Test("without a time is repeated after 1, 2 and 4 s or a little less, and then given up")
    func withoutTime() async throws {
        let transport = ScriptedTransport { _, _ in .refusal(503, "UNAVAILABLE") }
        let pause = SkippedPause()
        let client = try await BaliseClient.scripted(transport, pause: pause)
        await #expect(throws: BaliseError.self) { try await client.caller.send(.get, "/a") }
        try #require(pause.pauses.count == 3)
        for (pause, full) in zip(pause.pauses, [1.0, 2, 4]) { #expect(pause > full / 2 && pause <= full) }
        #expect(
            Set(pause.pauses.map { $0 / $0.rounded(.up) }).count > 1, "every app would come back at the same moment")
    }

    @Test("ends when its task is cancelled")
    func cancelled() async throws {
        let transport = ScriptedTransport { _, _ in
            withUnsafeCurrentTask { $0?.cancel() }
            return .refusal(503, "UNAVAILABLE", retryAfter: 1)
        }
        let client = try await BaliseClient.scripted(transport)
        let task = Task { try await client.caller.send(.get, "/a") }
        await #expect(throws: BaliseError.cancelled) { try await task.value }
        #expect(transport.calls.count == 1)
    }

    @Test("for another reason is not repeated", arguments: [400, 403, 404, 409, 500, 502, 504])
    func otherRefusals(status: Int) async throws {
        let transport = ScriptedTransport(.refusal(status, "X", retryAfter: 1))
        let client = try await BaliseClient.scripted(transport)
        await #expect(throws: BaliseError.self) { try await client.caller.send(.get, "/a") }
        #expect(transport.calls.count == 1)
    }

    @Test("to sign in waits at most two seconds")
    func signIn() async throws {
        let transport = ScriptedTransport(.refusal(429, "RATE_LIMITED", retryAfter: 4))
        let client = try await BaliseClient.scripted(transport, session: nil)
        await #expect(throws: BaliseError.self) { try await client.sessions.signIn("ada", password: SecretText("x")) }
        #expect(transport.calls.count == 1)
    }
}
