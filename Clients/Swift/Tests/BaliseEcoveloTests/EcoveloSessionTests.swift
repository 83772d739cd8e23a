@testable import Balise
@testable import BaliseEcovelo

@Suite("A session with an identity provider's token")
struct EcoveloSessionTests {
    /// A server that accepts the token `t2`.
    private let transport = ScriptedTransport { call, _ in
        call.headers["Authorization"] == "Bearer t2" ? .json("{}") : .refusal(401, "TOKEN_EXPIRED")
    }

    private func client(_ defaults: MemoryDefaults, keepsToken: Bool = true) async throws -> BaliseClient {
        try await .scripted(transport, session: nil) {
            $0.ecoveloTokens = EcoveloTokenStore(defaults, keepsToken: keepsToken)
        }
    }

    @Test("sends token and program with each call, and stores them for the web app")
    func start() async throws {
        let defaults = MemoryDefaults()
        let secrets = MemorySecretStore()
        let client = try await BaliseClient.scripted(transport, session: nil, secrets: secrets) {
            $0.ecoveloTokens = EcoveloTokenStore(defaults)
            $0.installation = "i1"
        }
        await client.ecovelo.start(try EcoveloConfig(iamToken: "t2", programId: "p"))
        _ = try await client.caller.send(.get, "/a")
        #expect(transport.calls.first?.headers["program"] == "p")
        #expect(transport.calls.first?.headers["X-Installation-Id"] == "i1")
        #expect(defaults.kept == ["ecovelo_iam_token": "t2", "ecovelo_program_id": "p"])
        #expect(await secrets.read("session.https://balise.example") == nil)
    }

    @Test("asks the host for another token when one has expired, and repeats the call")
    func renewal() async throws {
        let defaults = MemoryDefaults()
        let client = try await client(defaults)
        let next = try EcoveloConfig(iamToken: "t2", programId: "p2")
        let asked = Mutex(0)
        await client.ecovelo.start(try EcoveloConfig(iamToken: "t1", programId: "p")) {
            asked.withLock { $0 += 1 }
            return next
        }
        _ = try await client.caller.send(.get, "/a")
        _ = try await client.caller.send(.get, "/b")
        #expect(asked.withLock { $0 } == 1)
        #expect(transport.calls.map { $0.headers["program"] } == ["p", "p2", "p2"])
        #expect(defaults.kept["ecovelo_iam_token"] == "t2")
    }

    @Test("fails with the refusal until the host gives another token")
    func exhaustion() async throws {
        let client = try await BaliseClient.scripted(transport, session: nil)
        await client.ecovelo.start(try EcoveloConfig(iamToken: "t1"))
        var states = await client.sessions.states.makeAsyncIterator()
        #expect(await states.next() == .signedIn(account: nil))
        #expect(try await failure { try await client.caller.send(.get, "/a") }.code == .tokenExpired)
        #expect(await states.next() == .tokenNeeded)
        await client.ecovelo.start(try EcoveloConfig(iamToken: "t2"))
        #expect(await states.next() == .signedIn(account: nil))
        _ = try await client.caller.send(.get, "/a")
    }

    @Test("ignores a token that arrives after the sign-out")
    func lateSuccessor() async throws {
        let (asked, mayAnswer) = (Gathering(of: 2), Gathering(of: 2))
        let defaults = MemoryDefaults()
        let client = try await client(defaults)
        let next = try EcoveloConfig(iamToken: "t2")
        await client.ecovelo.start(try EcoveloConfig(iamToken: "t1")) {
            await asked.wait()
            await mayAnswer.wait()
            return next
        }
        let call = Task { try await client.caller.send(.get, "/a") }
        await asked.wait()
        try await client.tokenStore.end(.signedOut)
        await mayAnswer.wait()
        _ = await call.result
        #expect(defaults.kept.isEmpty)
        #expect(try await client.sessions.state == .signedOut(.signedOut))
    }

    @Test("does not restore the previous user at the next start")
    func formerSession() async throws {
        let secrets = MemorySecretStore()
        let client = try await BaliseClient.scripted(transport, secrets: secrets)
        await client.ecovelo.start(try EcoveloConfig(iamToken: "t2"))
        let restarted = try await BaliseClient.scripted(transport, session: nil, secrets: secrets)
        #expect(try await restarted.sessions.state == .signedOut(.notSignedIn))
    }

    @Test("stores no token if the page gets it from the host, and removes stored ones")
    func leftNowhere() async throws {
        let defaults = MemoryDefaults(["ecovelo_iam_token": "t1", "CapacitorStorage.ecovelo_program_id": "p"])
        let client = try await client(defaults, keepsToken: false)
        await client.ecovelo.start(try EcoveloConfig(iamToken: "t2", programId: "p"))
        #expect(defaults.kept.isEmpty)
        _ = try await client.caller.send(.get, "/a")
    }

    enum End: CaseIterable { case erasure, otherSignIn }

    @Test("leaves no token for the web app after its end", arguments: End.allCases)
    func nothingLeft(_ end: End) async throws {
        let defaults = MemoryDefaults(["ecovelo_sso_user": "x"])
        let client = try await client(defaults)
        await client.ecovelo.start(try EcoveloConfig(iamToken: "t2", programId: "p"))
        switch end {
        case .erasure: try await client.accounts.erase()
        case .otherSignIn: try await client.tokenStore.begin(.ada)
        }
        #expect(defaults.kept.isEmpty)
    }

    @Test("repeats a call with the token that the host has given in between")
    func broughtMeanwhile() async throws {
        let (callBegan, mayAnswer) = (Gathering(of: 2), Gathering(of: 2))
        let transport = ScriptedTransport { call, _ in
            guard call.headers["Authorization"] == "Bearer t1" else { return .json("{}") }
            await callBegan.wait()
            await mayAnswer.wait()
            return .refusal(401, "TOKEN_EXPIRED")
        }
        let client = try await BaliseClient.scripted(transport, session: nil)
        await client.ecovelo.start(try EcoveloConfig(iamToken: "t1"))
        let call = Task { try await client.caller.send(.get, "/a") }
        await callBegan.wait()
        await client.ecovelo.start(try EcoveloConfig(iamToken: "t2"))
        await mayAnswer.wait()
        _ = try await call.value
        #expect(transport.calls.count == 2)
    }

    @Test("exchanges the token by RFC 8693")
    func exchange() async throws {
        let transport = ScriptedTransport(
            .json(
                """
                {"access_token":"x1","issued_token_type":"urn:ietf:params:oauth:token-type:access_token",\
                "token_type":"Bearer","expires_in":300,"program":"p"}
                """))
        let client = try await BaliseClient.scripted(transport, session: nil)
        let config = try EcoveloConfig(iamToken: "t+1", programId: "p")
        let answer = try await client.ecovelo.exchange(config, audience: "maps")
        #expect(answer.accessToken == SecretText("x1") && answer.expiresIn == 300)
        let call = try #require(transport.calls.first)
        #expect(call.line == "POST /oauth/token" && call.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(
            call.text == """
                grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange&\
                subject_token_type=urn%3Aietf%3Aparams%3Aoauth%3Atoken-type%3Ajwt&\
                subject_token=t%2B1&program=p&audience=maps
                """)
    }
}
