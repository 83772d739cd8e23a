@testable import Balise

@Suite("A push registrar", .timeLimit(.minutes(10)))
struct PushRegistrarTests {
    /// Answers registrations by a script that repeats its last entry, and reports each one.
    private struct Server {
        let transport: ScriptedTransport
        /// The tokens as they arrive.
        let tokens: AsyncStream<String>

        init(_ answers: Result<BaliseHTTPResponse, BaliseTransportError>...) {
            let (tokens, arrived) = AsyncStream.makeStream(of: String.self)
            self.tokens = tokens
            transport = ScriptedTransport { call, number throws(BaliseTransportError) in
                let body = try? RegisterPushTokenRequest(jsonText: Array(call.body ?? Data()))
                arrived.yield(body?.token.value ?? "no token")
                guard let answer = answers.isEmpty ? nil : answers[min(number, answers.count - 1)] else {
                    return .registered
                }
                return try answer.get()
            }
        }
    }

    private let pushDevice = PushDevice(
        environment: .sandbox, deviceID: "phone-1", name: nil, appVersion: "2.1", bundleID: "org.example.app")

    /// A registrar that has these tokens and runs.
    private func running(
        _ client: BaliseClient, _ tokens: PushDeviceToken...
    ) async -> (registrar: PushRegistrar, run: Task<Void, Never>) {
        let registrar = client.push.registrar(for: pushDevice)
        for token in tokens { await registrar.use(token) }
        return (registrar, Task { await registrar.run() })
    }

    @Test("sends the token with the description of the device")
    func body() async throws {
        let transport = ScriptedTransport(.success(.registered))
        let push = try await BaliseClient.scripted(transport).push
        let registered = try await push.register(
            RegisterPushTokenRequest(.apns(Data([0x00, 0x0F, 0xA0, 0xFF])), of: pushDevice))
        #expect(registered.isNew && registered.pushToken.id == "pt_1")
        let call = try #require(transport.calls.first)
        #expect(call.line == "POST /api/v1/push/register")
        #expect(
            call.text == #"{"token":"000fa0ff","platform":"IOS","type":"apns","environment":"SANDBOX","#
                + #""deviceId":"phone-1","appVersion":"2.1","bundleId":"org.example.app"}"#)
    }

    @Test("registers each token of a source")
    func source() async throws {
        struct ListedTokens: PushDeviceTokenSource {
            let stream: AsyncStream<PushDeviceToken>
            func tokens() -> AsyncStream<PushDeviceToken> { stream }
        }
        let server = Server()
        let client = try await BaliseClient.scripted(server.transport)
        let (registrar, run) = await running(client)
        let (stream, feed) = AsyncStream.makeStream(of: PushDeviceToken.self)
        let taking = Task { await registrar.use(from: ListedTokens(stream: stream)) }
        var tokens = server.tokens.makeAsyncIterator()
        for token in ["first", "second"] {
            feed.yield(.fcm(token))
            #expect(await tokens.next() == token)
        }
        feed.finish()
        await taking.value
        await run.end()
    }

    @Test("registers at the start and for a changed token, and not again for the same one")
    func start() async throws {
        let server = Server()
        let client = try await BaliseClient.scripted(server.transport)
        let (registrar, run) = await running(client, .fcm("first"))
        var tokens = server.tokens.makeAsyncIterator()
        #expect(await tokens.next() == "first")
        await registrar.use(.fcm("first"))
        await registrar.use(.fcm("second"))
        #expect(await tokens.next() == "second")
        await registrar.use(.apns(Data([0xAB])))
        #expect(await tokens.next() == "ab")
        await run.end()
        #expect(server.transport.calls.count == 3)
    }

    @Test("registers after each sign-in")
    func signIn() async throws {
        let server = Server()
        let client = try await BaliseClient.scripted(server.transport, session: nil)
        let (registrar, run) = await running(client, .fcm("token"))
        var tokens = server.tokens.makeAsyncIterator()
        try await eventually("nobody is signed in") { await registrar.problem == .signedOut }
        #expect(server.transport.calls.isEmpty)
        try await client.tokenStore.begin(.ada)
        #expect(await tokens.next() == "token")
        try await client.tokenStore.end(.signedOut)
        try await client.tokenStore.begin(KeptSession(account: "acc_eve", token: SecretText("t2")))
        #expect(await tokens.next() == "token")
        #expect(server.transport.calls.last?.headers["Authorization"] == "Bearer t2")
        await run.end()
    }

    @Test("tries until it succeeds, with longer waits")
    func retries() async throws {
        let server = Server(.lost(), .lost(.timedOut), .refusal(500, "INTERNAL"), .success(.registered))
        let pause = SkippedPause()
        let client = try await BaliseClient.scripted(server.transport, pause: pause)
        let (registrar, run) = await running(client, .fcm("token"))
        try await eventually("it tries four times") { server.transport.calls.count == 4 }
        try await eventually("it is over") { await registrar.problem == nil }
        await run.end()
        #expect(pause.pauses.count == 3)
        for (wait, full) in zip(pause.pauses, [2.0, 4, 8]) { #expect((full / 2...full).contains(wait)) }
    }

    @Test("waits at most an hour, also if the server asks for more")
    func hostileRetryAfter() async throws {
        let server = Server(.refusal(503, "UNAVAILABLE", retryAfter: .max), .success(.registered))
        let pause = SkippedPause()
        let client = try await BaliseClient.scripted(server.transport, pause: pause)
        let (_, run) = await running(client, .fcm("token"))
        try await eventually("it tries twice") { server.transport.calls.count == 2 }
        await run.end()
        #expect(pause.pauses.count == 1 && pause.pauses.allSatisfy { (3600...3960).contains($0) })
    }

    @Test("registers each token, also when another one keeps failing", arguments: ["ab", "token"])
    func oneOfTwo(failing: String) async throws {
        let transport = ScriptedTransport { call, _ in
            let body = try? RegisterPushTokenRequest(jsonText: Array(call.body ?? Data()))
            return body?.token.value == failing ? .refusal(500, "INTERNAL") : .registered
        }
        let pause = HeldPause()
        let client = try await BaliseClient.scripted(transport, pause: pause)
        let (registrar, run) = await running(client, .fcm("token"), .apns(Data([0xAB])))
        var waits = pause.waits.makeAsyncIterator()
        #expect(await waits.next() != nil)
        #expect(transport.calls.count == 2)
        #expect(await registrar.problem?.code == .internalFailure)
        await run.end()
    }

    @Test("does not repeat a refused token")
    func refused() async throws {
        let server = Server(.refusal(400, "INVALID_REQUEST"), .success(.registered))
        let client = try await BaliseClient.scripted(server.transport)
        let (registrar, run) = await running(client, .fcm("odd"))
        var tokens = server.tokens.makeAsyncIterator()
        #expect(await tokens.next() == "odd")
        try await eventually("it is refused") { await registrar.problem?.code == .invalidRequest }
        await registrar.use(.apns(Data([0xAB])))
        #expect(await tokens.next() == "ab")
        await registrar.use(.fcm("better"))
        #expect(await tokens.next() == "better")
        await run.end()
        #expect(server.transport.calls.count == 3)
    }
}

extension BaliseHTTPResponse {
    /// The server's answer to a registration.
    fileprivate static let registered = BaliseHTTPResponse.json(
        #"{"success":true,"data":{"id":"pt_1","type":"fcm","platform":"ios","environment":"SANDBOX","muted":false,"#
            + #""createdAt":"2026-01-31T12:00:00Z","updatedAt":"2026-01-31T12:00:00Z","isNew":true,"message":"Done."}}"#,
        status: 201)
}

@Suite("The tokens of the system", .timeLimit(.minutes(10)))
@MainActor
struct PushDeviceTokenRelayTests {
    private let relay = PushDeviceTokenRelay()

    @Test("reach earlier readers, and the latest one reaches later readers")
    func readers() async {
        var early = relay.tokens().makeAsyncIterator()
        relay.give(.apns(Data([1])))
        #expect(await early.next() == .apns(Data([1])))
        relay.give(.apns(Data([2])))
        #expect(await early.next() == .apns(Data([2])))
        var late = relay.tokens().makeAsyncIterator()
        #expect(await late.next() == .apns(Data([2])))
    }

    @Test("can be read again after a reader has stopped")
    func again() async {
        relay.give(.apns(Data([1])))
        let stream = relay.tokens()
        let first = Task { for await _ in stream {} }
        await first.end()
        var second = relay.tokens().makeAsyncIterator()
        #expect(await second.next() == .apns(Data([1])))
        relay.give(.apns(Data([2])))
        #expect(await second.next() == .apns(Data([2])))
    }
}
