@testable import Balise

@Suite("A session whose token has expired")
struct SessionTokenStoreTests {
    /// A server that accepts the token `t2`, and issues it for the refresh token `r1`.
    private static func server(
        refresh: Result<BaliseHTTPResponse, BaliseTransportError> = .json(
            #"{"token":"t2","data":{"sessionToken":"r2","token":"t2","expiresIn":86400}}"#)
    ) -> ScriptedTransport {
        ScriptedTransport { call, _ throws(BaliseTransportError) in
            if call.url.path == "/api/v1/auth/refresh" { return try refresh.get() }
            return call.headers["Authorization"] == "Bearer t2" ? .json("{}") : .refusal(401, "TOKEN_EXPIRED")
        }
    }

    private func kept(_ secrets: MemorySecretStore) async -> KeptSession? {
        await secrets.read("session.https://balise.example").flatMap(KeptSession.init(kept:))
    }

    @Test("is refreshed with its refresh token, and the call repeated")
    func renewal() async throws {
        let (transport, secrets, time) = (Self.server(), MemorySecretStore(), SetTime())
        let client = try await BaliseClient.scripted(transport, secrets: secrets, time: time)
        _ = try await client.caller.send(.get, "/a")
        #expect(transport.calls.map(\.line) == ["GET /a", "POST /api/v1/auth/refresh", "GET /a"])
        #expect(transport.calls[1].text == #"{"sessionToken":"r1"}"#)
        #expect(transport.calls[1].headers["Authorization"] == nil)
        let expected = KeptSession(
            account: "acc_ada", token: SecretText("t2"), refreshToken: SecretText("r2"),
            expiresAt: time.now.addingTimeInterval(86_400))
        #expect(await kept(secrets) == expected)
    }

    @Test("is refreshed with the token itself without a refresh token")
    func withoutRefreshToken() async throws {
        let transport = Self.server()
        let client = try await BaliseClient.scripted(transport, session: KeptSession(token: SecretText("t1")))
        _ = try await client.caller.send(.get, "/a")
        #expect(transport.calls[1].text == #"{"token":"t1"}"#)
    }

    @Test("is refreshed once for several calls")
    func sharedRenewal() async throws {
        let everybodyAsked = Gathering(of: 100)
        let transport = ScriptedTransport { call, _ throws(BaliseTransportError) in
            if call.url.path == "/api/v1/auth/refresh" { return .json(#"{"data":{"sessionToken":"r2","token":"t2"}}"#) }
            guard call.headers["Authorization"] == "Bearer t1" else { return .json("{}") }
            await everybodyAsked.wait()
            return .refusal(401, "TOKEN_EXPIRED")
        }
        let client = try await BaliseClient.scripted(transport)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 { group.addTask { _ = try await client.caller.send(.get, "/\(number)") } }
            try await group.waitForAll()
        }
        #expect(transport.calls.count(where: { $0.url.path == "/api/v1/auth/refresh" }) == 1)
        #expect(transport.calls.count == 201)
    }

    @Test("is refreshed although the first caller has given up")
    func cancelledCaller() async throws {
        let (refreshBegan, mayAnswer) = (Gathering(of: 2), Gathering(of: 2))
        let transport = ScriptedTransport { call, _ throws(BaliseTransportError) in
            if call.url.path == "/api/v1/auth/refresh" {
                await refreshBegan.wait()
                await mayAnswer.wait()
                // URLSession does the same for a cancelled task.
                if Task.isCancelled { throw .cancelled }
                return .json(#"{"data":{"sessionToken":"r2","token":"t2"}}"#)
            }
            return call.headers["Authorization"] == "Bearer t2" ? .json("{}") : .refusal(401, "TOKEN_EXPIRED")
        }
        let client = try await BaliseClient.scripted(transport)
        let first = Task { try await client.caller.send(.get, "/a") }
        await refreshBegan.wait()
        first.cancel()
        await mayAnswer.wait()
        _ = await first.result
        _ = try await client.caller.send(.get, "/b")
        #expect(transport.calls.count(where: { $0.url.path == "/api/v1/auth/refresh" }) == 1)
        #expect(transport.calls.last?.headers["Authorization"] == "Bearer t2")
    }

    @Test("ends when the server says so", arguments: ["INVALID_TOKEN", "TOKEN_EXPIRED", "USER_NOT_FOUND"])
    func end(code: String) async throws {
        let (transport, secrets) = (Self.server(refresh: .refusal(401, code)), MemorySecretStore())
        let client = try await BaliseClient.scripted(transport, secrets: secrets)
        await #expect(throws: BaliseError.signedOut) { try await client.caller.send(.get, "/a") }
        #expect(await kept(secrets) == nil)
        #expect(try await client.sessions.state == .signedOut(.ended))
        await #expect(throws: BaliseError.signedOut) { try await client.caller.send(.get, "/a") }
        #expect(transport.calls.count == 2)
    }

    @Test(
        "stays if its end is not certain",
        arguments: [
            (Result<BaliseHTTPResponse, BaliseTransportError>.refusal(500, "INTERNAL"), 1),
            (.refusal(403, "FORBIDDEN"), 1), (.success(.json("<html>Sign in to the Wi-Fi</html>", status: 401)), 1),
            (.success(.json("<html>Welcome</html>")), 1), (.lost(.invalidAnswer("odd")), 1),
            (.lost(), 3), (.lost(.timedOut), 3),
        ])
    func uncertain(answer: Result<BaliseHTTPResponse, BaliseTransportError>, tries: Int) async throws {
        let (transport, secrets) = (Self.server(refresh: answer), MemorySecretStore())
        let client = try await BaliseClient.scripted(transport, secrets: secrets)
        #expect(try await failure { try await client.caller.send(.get, "/a") } != .signedOut)
        #expect(await kept(secrets) == .ada)
        #expect(try await client.sessions.state == .signedIn(account: "acc_ada"))
        #expect(transport.calls.count(where: { $0.url.path == "/api/v1/auth/refresh" }) == tries)
    }

    @Test("repeats a refresh without an answer as long as the server keeps the answer")
    func lostAnswer() async throws {
        let time = SetTime()
        let transport = ScriptedTransport { call, _ throws(BaliseTransportError) in
            guard call.url.path == "/api/v1/auth/refresh" else { return .refusal(401, "TOKEN_EXPIRED") }
            time.pass(call.timeout)
            throw .timedOut
        }
        let client = try await BaliseClient.scripted(transport, time: time)
        let start = time.now
        await #expect(throws: BaliseError.timedOut) { try await client.caller.send(.get, "/a") }
        // Two requests of 4.5 s and the pause between them: a third would be too late.
        #expect(transport.calls.count == 3)
        #expect(time.now.timeIntervalSince(start) < 10)
    }

    @Test("is not refreshed twice for one call")
    func refusedAgain() async throws {
        let transport = ScriptedTransport { call, _ throws(BaliseTransportError) in
            call.url.path == "/api/v1/auth/refresh"
                ? .json(#"{"data":{"sessionToken":"r2","token":"t2"}}"#) : .refusal(401, "INVALID_TOKEN")
        }
        let client = try await BaliseClient.scripted(transport)
        #expect(try await failure { try await client.caller.send(.get, "/a") }.code == .invalidToken)
        #expect(transport.calls.count == 3)
    }

    @Test("is read from the store if another process has refreshed it")
    func otherProcess() async throws {
        let (transport, secrets) = (Self.server(refresh: .refusal(401, "INVALID_TOKEN")), MemorySecretStore())
        let client = try await BaliseClient.scripted(transport, secrets: secrets)
        let other = KeptSession(account: "acc_ada", token: SecretText("t2"), refreshToken: SecretText("r2"))
        await secrets.write(try other.kept(), "session.https://balise.example")
        _ = try await client.caller.send(.get, "/a")
        #expect(transport.calls.map(\.line) == ["GET /a", "GET /a"])
    }

    @Test("does not use the next tokens before they are stored")
    func unstored() async throws {
        let (transport, secrets) = (Self.server(), FailingSecretStore())
        let client = try await BaliseClient.scripted(transport, secrets: secrets)
        await secrets.fail(true)
        await #expect(throws: FailingSecretStore.error) { try await client.caller.send(.get, "/a") }
        #expect(!transport.calls.contains { $0.headers["Authorization"] == "Bearer t2" })
        await secrets.fail(false)
        _ = try await client.caller.send(.get, "/a")
        #expect(transport.calls.map(\.line) == ["GET /a", "POST /api/v1/auth/refresh", "GET /a"])
        #expect(await secrets.kept.flatMap(KeptSession.init(kept:))?.refreshToken == SecretText("r2"))
    }

    @Test("does not repeat a user's call as another user")
    func anotherPerson() async throws {
        let (callBegan, mayAnswer) = (Gathering(of: 2), Gathering(of: 2))
        let transport = ScriptedTransport { call, _ throws(BaliseTransportError) in
            await callBegan.wait()
            await mayAnswer.wait()
            return call.headers["Authorization"] == "Bearer t1" ? .refusal(401, "INVALID_TOKEN") : .json("{}")
        }
        let client = try await BaliseClient.scripted(transport)
        let call = Task { try await client.caller.send(.put, "/a") }
        await callBegan.wait()
        try await client.tokenStore.begin(
            KeptSession(account: "acc_bob", token: SecretText("b1"), refreshToken: SecretText("rb")))
        await mayAnswer.wait()
        #expect(try await failure { try await call.value }.code == .invalidToken)
        #expect(transport.calls.count == 1)
    }

    @Test("does not replace a session that began during its reading")
    func beganMeanwhile() async throws {
        let secrets = SlowSecretStore(try KeptSession.ada.kept())
        let client = try await BaliseClient.scripted(Self.server(), session: nil, secrets: secrets)
        let reading = Task { try await client.sessions.state }
        await secrets.readBegan.wait()
        try await client.tokenStore.begin(KeptSession(account: "acc_bob", token: SecretText("b1")))
        await secrets.mayAnswer.wait()
        #expect(try await reading.value == .signedIn(account: "acc_bob"))
    }

    @Test("is not restored by an answer after a sign-out")
    func endedMeanwhile() async throws {
        let (refreshBegan, mayAnswer) = (Gathering(of: 2), Gathering(of: 2))
        let transport = ScriptedTransport { call, _ throws(BaliseTransportError) in
            guard call.url.path == "/api/v1/auth/refresh" else { return .refusal(401, "TOKEN_EXPIRED") }
            await refreshBegan.wait()
            await mayAnswer.wait()
            return .json(#"{"data":{"sessionToken":"r2","token":"t2"}}"#)
        }
        let secrets = MemorySecretStore()
        let client = try await BaliseClient.scripted(transport, secrets: secrets)
        let call = Task { try await client.caller.send(.get, "/a") }
        await refreshBegan.wait()
        try await client.tokenStore.end(.signedOut)
        await mayAnswer.wait()
        await #expect(throws: BaliseError.signedOut) { try await call.value }
        #expect(await kept(secrets) == nil)
    }
}

/// Answers the first read when a test says so.
private struct SlowSecretStore: BaliseSecretStore {
    let readBegan = Gathering(of: 2)
    let mayAnswer = Gathering(of: 2)
    private let data: Data

    init(_ data: Data) { self.data = data }

    func read(_ name: String) async -> Data? {
        await readBegan.wait()
        await mayAnswer.wait()
        return data
    }

    func write(_ data: Data, _ name: String) async {}

    func remove(_ name: String) async {}
}

@Suite("The session's state")
struct SessionStateTests {
    @Test("is known from the beginning")
    func states() async throws {
        let client = try await BaliseClient.scripted(ScriptedTransport(), session: nil)
        var states = await client.sessions.states.makeAsyncIterator()
        #expect(await states.next() == .signedOut(.notSignedIn))
        try await client.tokenStore.begin(.ada)
        #expect(await states.next() == .signedIn(account: "acc_ada"))
        try await client.tokenStore.end(.signedOut)
        #expect(await states.next() == .signedOut(.signedOut))
        var later = await client.sessions.states.makeAsyncIterator()
        #expect(await later.next() == .signedOut(.signedOut))
    }

    @Test("survives a restart of the app")
    func restart() async throws {
        let secrets = MemorySecretStore()
        _ = try await BaliseClient.scripted(ScriptedTransport(), secrets: secrets)
        let transport = ScriptedTransport(.json("{}"))
        let client = try await BaliseClient.scripted(transport, session: nil, secrets: secrets)
        #expect(try await client.sessions.state == .signedIn(account: "acc_ada"))
        _ = try await client.caller.send(.get, "/a")
        #expect(transport.calls.first?.headers["Authorization"] == "Bearer t1")
    }

    @Test("is signed out if the stored data is no session", arguments: ["", "{}", #"{"token":""}"#])
    func foreignContent(text: String) async throws {
        let secrets = MemorySecretStore()
        await secrets.write(Data(text.utf8), "session.https://balise.example")
        let client = try await BaliseClient.scripted(ScriptedTransport(), session: nil, secrets: secrets)
        #expect(try await client.sessions.state == .signedOut(.notSignedIn))
    }

    @Test("is separate for each server")
    func servers() async throws {
        let secrets = MemorySecretStore()
        _ = try await BaliseClient.scripted(ScriptedTransport(), secrets: secrets)
        let other = try await BaliseClient.scripted(ScriptedTransport(), session: nil, secrets: secrets) {
            $0.server = try #require(URL(string: "https://balise.example:8443"))
        }
        #expect(try await other.sessions.state == .signedOut(.notSignedIn))
    }

    @Test("does not print tokens")
    func redaction() throws {
        let text = "\(KeptSession.ada) \(String(reflecting: KeptSession.ada))"
        #expect(!text.contains("t1") && !text.contains("r1"))
        let credential = Credential.issued("canary")
        #expect(!"\(credential) \(String(reflecting: credential))".contains("canary"))
    }
}
