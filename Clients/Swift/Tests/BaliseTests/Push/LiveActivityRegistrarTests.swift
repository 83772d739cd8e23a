@testable import Balise

@Suite("A Live Activity", .timeLimit(.minutes(10)))
struct LiveActivityRegistrarTests {
    private static let token =
        #"{"id":"pt_1","type":"apns","platform":"ios","environment":"PRODUCTION","deviceId":null,"muted":false,"#
        + #""createdAt":"2026-01-31T12:00:00Z","updatedAt":"2026-01-31T12:00:00Z","isNew":true,"message":"Done."}"#
    private let device = PushDevice(
        environment: .sandbox, deviceID: "phone", appVersion: nil, bundleID: "com.example.app")

    /// Fails the calls with these numbers, and answers all others as the server does.
    private func server(failing failures: [Int: BaliseTransportError] = [:]) -> ScriptedTransport {
        ScriptedTransport { call, number throws(BaliseTransportError) in
            if let failure = failures[number] { throw failure }
            return call.method == "DELETE"
                ? .json(#"{"success":true,"message":"Ended.","data":{}}"#)
                : .json(#"{"success":true,"data":\#(Self.token)}"#)
        }
    }

    @Test("is registered with each token, and its end is reported despite failures")
    func updates() async throws {
        let transport = server(failing: [0: .timedOut, 3: .unreachable("no network")])
        let registrar = try await BaliseClient.scripted(transport).push.liveActivityRegistrar(for: device)
        let running = Task { await registrar.run() }
        let (tokens, given) = AsyncStream<Data>.makeStream()
        let following = Task { await registrar.follow("match/7", type: "MatchAttributes", tokens) }
        given.yield(Data([0x0A, 0xFF]))
        try await eventually("the first token is there") { transport.calls.count == 2 }
        given.yield(Data([0x00]))
        try await eventually("the second token is there") { transport.calls.count == 3 }
        given.finish()
        await following.value
        try await eventually("the end is told") { transport.calls.count == 5 }
        try await eventually("it was taken") { await registrar.problem == nil }
        await running.end()
        let register = "POST /api/v1/push/live-activities"
        let end = "DELETE /api/v1/push/live-activities/match%2F7"
        #expect(transport.calls.map(\.line) == [register, register, register, end, end])
        #expect(
            transport.calls[1].text == #"{"token":"0aff","activityType":"MatchAttributes","activity":"match/7","#
                + #""environment":"SANDBOX","deviceId":"phone","bundleId":"com.example.app"}"#)
    }

    @Test("is registered for the next user unless it has ended")
    func nextSignIn() async throws {
        let transport = server()
        let client = try await BaliseClient.scripted(transport)
        let registrar = client.push.liveActivityRegistrar(for: device)
        let running = Task { await registrar.run() }
        let (starts, given) = AsyncStream<Data>.makeStream()
        let following = Task { await registrar.followStarts(of: "MatchAttributes", starts) }
        given.yield(Data([0xAB]))
        try await eventually("the token is there") { transport.calls.count == 1 }
        await registrar.follow("match/8", type: "MatchAttributes", AsyncStream<Data> { $0.finish() })
        try await eventually("the end is told") { transport.calls.count == 2 }
        // The registrar sends this token once it has taken the answer about the end.
        given.yield(Data([0xCD]))
        try await eventually("the changed token is there") { transport.calls.count == 3 }
        try await client.tokenStore.end(.signedOut)
        // A sign-in during an attempt that has begun without one would start an attempt too many.
        try await eventually("the sign-out is noticed") { await registrar.problem == .signedOut }
        try await client.tokenStore.begin(KeptSession(account: "acc_eve", token: SecretText("t2")))
        try await eventually("the token is there again") { transport.calls.count == 4 }
        await following.end()
        await running.end()
        #expect(transport.calls.map(\.method) == ["POST", "DELETE", "POST", "POST"])
        let last = try #require(transport.calls.last)
        #expect(last.headers["Authorization"] == "Bearer t2" && !last.text.contains(#""activity""#))
    }

    @Test("continues when the task that follows it is cancelled")
    func cancelled() async throws {
        let transport = server()
        let registrar = try await BaliseClient.scripted(transport).push.liveActivityRegistrar(for: device)
        let running = Task { await registrar.run() }
        let (tokens, given) = AsyncStream<Data>.makeStream()
        let following = Task { await registrar.follow("match", type: "MatchAttributes", tokens) }
        given.yield(Data([1]))
        try await eventually("the token is there") { transport.calls.count == 1 }
        await following.end()
        await running.end()
        #expect(transport.calls.map(\.method) == ["POST"])
    }
}
