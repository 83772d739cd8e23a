import SMTP

@testable import Identity

@Suite("Access tokens for the mail server", .timeLimit(.minutes(10))) struct MailAccessTokenTests {
    private func settings(_ endpoint: TokenEndpoint, refreshToken: String? = TokenEndpoint.refreshToken) throws
        -> SMTPOAuthSettings
    {
        SMTPOAuthSettings(
            tokenURL: try #require(URL(string: endpoint.address)), clientID: TokenEndpoint.clientID,
            clientSecret: Secret(TokenEndpoint.secret), refreshToken: refreshToken.map(Secret.init),
            scope: "https://mail.example/ smtp")
    }

    private func withTokens(
        refreshToken: String? = TokenEndpoint.refreshToken, timeout: Duration = .seconds(60),
        _ body: (MailAccessTokens, TokenEndpoint, SetClock) async throws -> Void
    ) async throws {
        try await TokenEndpoint.run { endpoint in
            let clock = SetClock()
            let tokens = MailAccessTokens(
                try settings(endpoint, refreshToken: refreshToken), timeout: timeout, clock: clock)
            try await body(tokens, endpoint, clock)
            await tokens.close()
        }
    }

    @Test("One request gets the access token for all who wait, and it is kept until it ends")
    func kept() async throws {
        try await withTokens { tokens, endpoint, clock in
            let given = try await withThrowingTaskGroup { group in
                for _ in 0..<4 { group.addTask { try await tokens.accessToken() } }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(given == ["token-1"])
            #expect(
                endpoint.forms == [
                    [
                        "grant_type": "refresh_token", "refresh_token": TokenEndpoint.refreshToken,
                        "client_id": TokenEndpoint.clientID, "client_secret": TokenEndpoint.secret,
                        "scope": "https://mail.example/ smtp",
                    ]
                ])
            clock.advance(seconds: 3539)
            #expect(try await tokens.accessToken() == "token-1")
            clock.advance(seconds: 1)
            #expect(try await tokens.accessToken() == "token-2")
            await tokens.forget("token-1")
            #expect(try await tokens.accessToken() == "token-2")
            await tokens.forget("token-2")
            #expect(try await tokens.accessToken() == "token-3")
        }
    }

    @Test("Without a refresh token the client asks for itself, and keeps a token without an end for a moment")
    func clientCredentials() async throws {
        try await withTokens(refreshToken: nil) { tokens, endpoint, clock in
            endpoint.script(lifetime: nil)
            let first = try await tokens.accessToken()
            #expect(first == "token-1")
            #expect(endpoint.forms.first?["grant_type"] == "client_credentials")
            clock.advance(seconds: 239)
            #expect(try await tokens.accessToken() == "token-1")
            clock.advance(seconds: 1)
            #expect(try await tokens.accessToken() == "token-2")
        }
    }

    @Test("A new refresh token replaces the one before")
    func rotating() async throws {
        try await withTokens { tokens, endpoint, clock in
            endpoint.script(isRotating: true)
            for number in 1...3 {
                let token = try await tokens.accessToken()
                #expect(token == "token-\(number)")
                clock.advance(seconds: 3600)
            }
            #expect(endpoint.forms.map { $0["refresh_token"] } == ["refresh-0", "refresh-1", "refresh-2"])
        }
    }

    @Test(
        "A mail after a failure asks again, and only the provider's own word is the reason",
        arguments: [
            (TokenEndpoint.Fault.down, "it cannot be reached"), (.answer(503, ""), "status 503"),
            (.answer(400, #"{"error":"invalid_grant","error_description":"canary"}"#), "status 400 invalid_grant"),
            (.answer(400, #"{"error":"Canary <canary>"}"#), "status 400"), (.answer(200, "canary"), "status 200"),
            (.answer(200, #"{"access_token":""}"#), "status 200"),
            (.answer(200, #"{"access_token":"a\u0001canary"}"#), "status 200"),
            (.answer(302, ""), "status 302"), (.answer(200, String(repeating: " ", count: 70_000)), "too large"),
        ])
    func failing(_ fault: TokenEndpoint.Fault, _ reason: String) async throws {
        try await withTokens { tokens, endpoint, _ in
            endpoint.fail(fault)
            let failure = await #expect(throws: SMTPFailure.self) { try await tokens.accessToken() }
            #expect(failure?.isFinal == false && failure?.description.hasPrefix("messages.smtp.oauth.tokenUrl") == true)
            #expect(failure?.description.contains(reason) == true, "\(String(describing: failure))")
            #expect(failure?.description.contains("anary") == false)
            let next = try await tokens.accessToken()
            #expect(next == "token-2")
        }
    }

    @Test("The wait for an access token ends with the time that a step with the mail server may take")
    func slow() async throws {
        try await withTokens(timeout: .milliseconds(300)) { tokens, endpoint, _ in
            endpoint.fail(.slow)
            let failure = await #expect(throws: SMTPFailure.self) { try await tokens.accessToken() }
            #expect(failure?.description.contains("no answer came in time") == true)
        }
    }

    @Test("The access token signs in to the mail server, and a refusal makes the sender get a new one")
    func signIn() async throws {
        var plan = FakeMailServer.Plan()
        plan.extensions = ["AUTH XOAUTH2"]
        plan.accessToken = ("box@example.org", "token-2")
        try await TokenEndpoint.run { endpoint in
            try await FakeMailServer.run(plan) { server in
                var messages = Settings().messages
                messages.sender = .smtp
                messages.smtp.host = "127.0.0.1"
                messages.smtp.port = server.port
                messages.smtp.security = .none
                messages.smtp.senderAddress = try EmailAddress("box@example.org")
                messages.smtp.user = "box@example.org"
                messages.smtp.oauth = try settings(endpoint)
                let sender = try #require(
                    try SMTPMessageSender(messages, clock: SetClock(), host: "balise.example.org"))
                let refused = await #expect(throws: MessageNotSent.self) { try await sender.send(.sample()) }
                #expect(refused?.isFinal == false && refused?.description.contains("535") == true)
                try await sender.send(.sample())
                #expect(server.mails.map(\.user) == ["box@example.org"])
                #expect(server.commands.first == "EHLO balise.example.org")
                await sender.close()
            }
        }
    }
}
