import Fakes

@testable import Edge

@Suite("Passkeys of the console", .timeLimit(.minutes(10))) struct ConsolePasskeyTests {
    private let key = APIKeyID("k1")!
    private let account = AccountID("0a")!

    final class KeyState: Sendable {
        let scopes = Mutex<[APIKeyScope]>([.assist])
        let refusal = Mutex<ErrorCode?>(nil)

        func principal(_ key: APIKeyID) throws(BusError) -> Principal {
            if let code = refusal.withLock({ $0 }) { throw .refused(ServiceError(code, "over")) }
            return Principal(apiKey: key, scopes: scopes.withLock { $0 }, expiresAt: nil, keyName: "Support")
        }
    }

    private func services(_ state: KeyState = KeyState()) -> ScriptedServices {
        let services = ScriptedServices()
        let key = key
        services.on(VerifyAPIKeyPasskey.self) { _ throws(BusError) in
            VerifyAPIKeyPasskey.Reply(principal: try state.principal(key), secret: SecretText("of the passkey"))
        }
        services.on(JudgeAPIKey.self) { message throws(BusError) in
            guard message.secret.value == "of the passkey" else {
                throw .refused(ServiceError(.invalidToken, "unknown"))
            }
            return try state.principal(key)
        }
        services.on(ListAPIKeyPasskeys.self) { _ in [] }
        services.on(AddAPIKeyPasskey.self) { message in
            APIKeyPasskey(
                id: PasskeyID("p1")!, key: message.key, keyName: "Support",
                descriptor: PasskeyDescriptor(credentialID: message.attestation.credentialID, transports: []),
                name: message.name ?? "Passkey", createdAt: .start, lastUsedAt: nil)
        }
        services.on(RemoveAPIKeyPasskey.self) { _ in RemoveAPIKeyPasskey.Reply(key: key) }
        services.on(SetAccountStatus.self) { _ in Done() }
        services.on(EraseAccount.self) { _ in EraseAccount.Reply() }
        return services
    }

    private func challenge(_ answer: TestResponse) throws -> [UInt8] {
        let text = try #require(answer.body.firstMatch(of: #/"challenge":"([\w-]+)"/#)).1
        return try #require(base64URLDecoded(String(text).utf8))
    }

    private func shown(_ challenge: [UInt8], origin: String = "http://localhost") throws -> String {
        var authenticator = FakeAuthenticator.es256()
        authenticator.origin = origin
        authenticator.userHandle = Array(key.text.utf8)
        let assertion = try authenticator.assertion(challenge)
        return """
            {"id":"\(base64URL(assertion.credentialID))","response":{"clientDataJSON":"\(base64URL(assertion.clientData))",\
            "authenticatorData":"\(base64URL(assertion.authenticatorData))","signature":"\(base64URL(assertion.signature))",\
            "userHandle":"\(base64URL(authenticator.userHandle))"}}
            """
    }

    private func made(_ challenge: [UInt8]) throws -> String {
        let attestation = try FakeAuthenticator.es256().attestation(challenge)
        return """
            {"id":"\(base64URL(attestation.credentialID))","name":"Laptop","response":\
            {"clientDataJSON":"\(base64URL(attestation.clientData))",\
            "attestationObject":"\(base64URL(attestation.attestationObject))","transports":["internal"]}}
            """
    }

    private func signIn(_ edge: RunningEdge) async throws -> TestResponse {
        let options = try await edge.callFromConsole("POST", "/console/session/passkey/options")
        return try await edge.callFromConsole("POST", "/console/session/passkey", try shown(try challenge(options)))
    }

    private func cookie(_ answer: TestResponse) -> String {
        String((answer.header("Set-Cookie") ?? "").prefix { $0 != ";" })
    }

    @Test("A passkey begins a session of its API key, once for each challenge, and the audit log has it")
    func signIn() async throws {
        let services = services()
        try await withConsole(services) { edge in
            let options = try await edge.callFromConsole("POST", "/console/session/passkey/options")
            #expect(options.status == 200 && options.body.contains(#""rpId":"localhost""#))
            #expect(options.body.contains(#""userVerification":"required""#))
            #expect(!options.body.contains("allowCredentials"))
            let body = try shown(try challenge(options))
            let begun = try await edge.callFromConsole("POST", "/console/session/passkey", body)
            #expect(begun.status == 200 && begun.body.contains(#""role":"support""#))
            #expect(begun.body.contains(#""credential":"api-key","beganBy":"passkey","apiKey":"k1""#))
            let again = try await edge.callFromConsole("POST", "/console/session/passkey", body)
            #expect(again.status == 401 && again.header("Set-Cookie") == nil)
        }
        let expected = services.received(VerifyAPIKeyPasskey.self).map(\.expected)
        #expect(expected.map(\.relyingParty) == ["localhost"] && expected.map(\.origin) == ["http://localhost"])
        let audited = services.received(AppendAuditEntry.self).map(\.call)
        #expect(audited.map(\.call) == ["BeginConsoleSession", "BeginConsoleSession"])
        #expect(audited.map(\.apiKey) == [key, key])
    }

    @Test("The console refuses an expired or foreign challenge, and one for adding a passkey")
    func challenges() async throws {
        let clock = SetClock()
        try await withConsole(services(), clock: clock) { edge in
            let session = try await edge.cookie(with: ("X-API-Key", "bk_view"))
            let adding = try await edge.callFromConsole("POST", "/console/session/passkeys/options", cookie: session)
            let old = try await edge.callFromConsole("POST", "/console/session/passkey/options")
            let (forAdding, over) = (try challenge(adding), try challenge(old))
            clock.advance(seconds: 300)
            for challenge in [over, forAdding] {
                try await edge.callFromConsole("POST", "/console/session/passkey", try shown(challenge)).expect(401)
            }
            try await edge.callFromConsole(
                "POST", "/console/session/passkey", try shown([UInt8](repeating: 7, count: 72))
            ).expect(401)
            try await edge.callFromConsole(
                "POST", "/console/session/passkey", try shown([UInt8](repeating: 7, count: 72))
            ).expect(429)
        }
    }

    @Test("A passkey's session follows its key: lost scopes refuse, and a revoked key ends it")
    func judged() async throws {
        let state = KeyState()
        try await withConsole(services(state)) { edge in
            let session = cookie(try await signIn(edge))
            let (path, list) = ("/console/api/accounts/\(account)", "/console/api/console-passkeys")
            #expect(try await edge.callFromConsole("POST", path + "/disable", cookie: session).status == 204)
            #expect(try await edge.callFromConsole("DELETE", path, cookie: session).status == 403)
            state.scopes.withLock { $0 = [.view] }
            #expect(try await edge.callFromConsole("POST", path + "/disable", cookie: session).status == 403)
            #expect(try await edge.callFromConsole("GET", list, cookie: session).status == 200)
            state.scopes.withLock { $0 = [.publish] }
            #expect(try await edge.callFromConsole("GET", list, cookie: session).status == 403)
            #expect(try await signIn(edge).status == 403)
            state.scopes.withLock { $0 = [.assist] }
            for code in [ErrorCode.invalidToken, .tokenExpired] {
                let session = cookie(try await signIn(edge))
                state.refusal.withLock { $0 = code }
                #expect(try await edge.callFromConsole("POST", path + "/disable", cookie: session).status == 401)
                state.refusal.withLock { $0 = nil }
                #expect(try await edge.callFromConsole("GET", "/console/session", cookie: session).status == 401)
            }
        }
    }

    @Test("Only a session that has just begun by a link of a key can add a passkey")
    func added() async throws {
        let (services, clock) = (services(), SetClock())
        try await withConsole(services, clock: clock) { edge in
            let options = "/console/session/passkeys/options"
            let byToken = try await edge.cookie()
            #expect(try await edge.callFromConsole("POST", options, cookie: byToken).status == 403)
            let byPasskey = cookie(try await signIn(edge))
            #expect(try await edge.callFromConsole("POST", options, cookie: byPasskey).status == 403)
            #expect(try await edge.callFromConsole("POST", options).status == 401)

            let session = try await edge.cookie(with: ("X-API-Key", "bk_view"))
            let asked = try await edge.callFromConsole("POST", options, cookie: session)
            #expect(asked.status == 200 && asked.body.contains(#""residentKey":"required""#))
            #expect(asked.body.contains(#""id":"\#(base64URL(key.text.utf8))""#))
            let body = try made(try challenge(asked))
            let other = try await edge.cookie(with: ("X-API-Key", "bk_view"))
            try await edge.callFromConsole("POST", "/console/session/passkeys", body, cookie: other).expect(400)
            let added = try await edge.callFromConsole("POST", "/console/session/passkeys", body, cookie: session)
            #expect(added.status == 201 && added.body.contains(#""name":"Laptop""#))
            try await edge.callFromConsole("POST", "/console/session/passkeys", body, cookie: session).expect(400)
            clock.advance(seconds: 200)
            let begun = try await edge.callFromConsole("POST", options, cookie: session)
            let late = try made(try challenge(begun))
            clock.advance(seconds: 100)
            #expect(try await edge.callFromConsole("POST", options, cookie: session).status == 403)
            try await edge.callFromConsole("POST", "/console/session/passkeys", late, cookie: session).expect(403)
        }
        let additions = services.received(AddAPIKeyPasskey.self)
        #expect(additions.map(\.key) == [key] && additions.first?.expected.relyingParty == "localhost")
        #expect(services.acts == ["AddConsolePasskey"])
    }

    @Test("A session of the operator's token adds a passkey to the key that it shows, and to no other")
    func shownKey() async throws {
        let services = services()
        try await withConsole(services) { edge in
            let (options, add) = ("/console/session/passkeys/options", "/console/session/passkeys")
            let session = try await edge.cookie()
            let shown = ("X-API-Key", "bk_operate")
            let asked = try await edge.callFromConsole("POST", options, cookie: session, fields: [shown]).expect(200)
            #expect(asked.body.contains(#""displayName":"the operate key""#))
            let body = try made(try challenge(asked))
            try await edge.callFromConsole("POST", add, body, cookie: session).expect(403)
            for key in ["bk_publish", "bk_unknown"] {
                try await edge.callFromConsole(
                    "POST", add, body, cookie: session, fields: [("X-API-Key", key)]
                ).expect(403)
            }
            try await edge.callFromConsole("POST", add, body, fields: [shown]).expect(401)
            try await edge.callFromConsole("POST", add, body, cookie: session, fields: [shown]).expect(201)
            try await edge.callFromConsole("POST", add, body, cookie: session, fields: [shown]).expect(400)
        }
        #expect(services.received(AddAPIKeyPasskey.self).map(\.key) == [key])
        #expect(services.acts == ["AddConsolePasskey"])
        guard case .apiKey(let secret)? = services.shown.first else {
            Issue.record("the key has not added its passkey itself")
            return
        }
        #expect(secret.value == "bk_operate")
    }

    @Test("The key's operator and the operator of all keys can remove a passkey")
    func removed() async throws {
        let services = services()
        try await withConsole(services) { edge in
            let session = try await edge.cookie(with: ("X-API-Key", "bk_view"))
            try await edge.callFromConsole("DELETE", "/console/session/passkeys/p1", cookie: session).expect(204)
            try await edge.callFromConsole("DELETE", "/console/api/console-passkeys/p1", cookie: session).expect(403)
            let byToken = try await edge.cookie()
            #expect(
                try await edge.callFromConsole("DELETE", "/console/session/passkeys/p1", cookie: byToken).status == 403)
            #expect(
                try await edge.callFromConsole("DELETE", "/console/api/console-passkeys/p1", cookie: byToken).status
                    == 204)
        }
        #expect(services.received(RemoveAPIKeyPasskey.self).map(\.key) == [key, nil])
    }

    @Test("Passkey calls do nothing for other pages")
    func foreign() async throws {
        let services = services()
        try await withConsole(services) { edge in
            for path in ["passkey/options", "passkey", "passkeys/options", "passkeys"] {
                try await edge.callFromConsole(
                    "POST", "/console/session/\(path)", origin: "http://evil.example"
                ).expect(403)
                try await edge.request(
                    "POST", "/console/session/\(path)",
                    headers: [("Content-Type", "application/json"), ("Origin", edge.origin)], body: "{}"
                ).expect(403)
            }
        }
        #expect(services.received(VerifyAPIKeyPasskey.self).isEmpty)
    }

    @Test(
        "A passkey is for the console's host: a name over https, or localhost",
        arguments: [
            ("https://console.example", "console.example"), ("https://console.example:8443", "console.example"),
            ("http://localhost:8081", "localhost"), ("http://console.example", nil), ("https://192.0.2.1", nil),
            ("http://127.0.0.1:8081", nil), ("https://[2001:db8::1]:8443", nil), ("ftp://localhost", nil), ("", nil),
        ] as [(String, String?)])
    func relyingParty(_ origin: String, _ id: String?) { #expect(ConsoleRelyingParty(origin: origin)?.id == id) }

    @Test(
        "A link names this machine localhost, where browsers have passkeys",
        arguments: [
            ("http://127.0.0.1:8081", "http://localhost:8081"), ("http://[::1]:8081", "http://localhost:8081"),
            ("http://192.0.2.1:8081", "http://192.0.2.1:8081"),
        ])
    func link(_ address: String, _ shown: String) { #expect(ConsoleAPI.namedAddress(address) == shown) }

    @Test("On this machine the origin of passkeys is localhost with the console's port")
    func ownPort() {
        #expect(ConsoleRelyingParty(listeningAt: "http://127.0.0.1:8081")?.origin == "http://localhost:8081")
        #expect(ConsoleRelyingParty(listeningAt: "http://[::1]:8081")?.origin == "http://localhost:8081")
        #expect(ConsoleRelyingParty(listeningAt: "http://edge")?.origin == "http://localhost")
    }

    @Test("At an IP address the console refuses passkeys, and says what to do")
    func address() async throws {
        try await withConsole(services(), origin: "http://127.0.0.1:8081") { edge in
            let answer = try await edge.callFromConsole(
                "POST", "/console/session/passkey/options", origin: "http://127.0.0.1:8081")
            #expect(answer.status == 409 && answer.body.contains("console.publicUrl"))
        }
    }
}
