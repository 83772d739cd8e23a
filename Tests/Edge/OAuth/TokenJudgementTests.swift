@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct TokenJudgementTests {
    private static func basic(_ text: String) -> String { "Basic " + Data(text.utf8).base64EncodedString() }

    // MARK: Introspection

    @Test(arguments: [
        ("X-API-Key", "bk_asks"), ("Authorization", "Bearer bk_asks"), ("Authorization", "bearer bk_asks"),
        ("Authorization", basic("k2:bk_asks")), ("Authorization", basic("%6b2:bk%5Fasks")),
    ])
    func introspectsForAProgram(_ name: String, _ value: String) async throws {
        let response = try await withEdge(.riders()) {
            try await OAuthCase.introspect.ask($0, headers: [(name, value)])
        }
        #expect(response.status == 200)
        response.expect(
            body:
                #"{"active":true,"kind":"exchanged","token_type":"Bearer","iss":"balise","sub":"\#(People.ada.text)","#
                + #""sid":"\#(People.phone.text)","aud":"maps","exp":1800000000,"iat":1769860800,"jti":"t1","#
                + #""program":"breizhgo","programs":["breizhgo"]}"#)
        #expect(response.header("Cache-Control") == "no-store")
    }

    @Test(
        arguments: [
            (nil, nil), ("X-API-Key", "unknown"), ("X-API-Key", "key"), ("X-API-Key", People.operatorsKey),
            ("X-API-Key", "a b"), ("Authorization", "Bearer ada"), ("Authorization", "bk_asks"),
            ("Authorization", "Bearer"),
            ("Authorization", basic("k1:bk_asks")), ("Authorization", basic("k2:other")),
            ("Authorization", basic("bk_asks")), ("Authorization", "Basic !"), ("Authorization", "Digest bk_asks"),
            ("X-Session-Token", "ada"),
        ] as [(String?, String?)])
    func introspectsForNoOtherCaller(_ name: String?, _ value: String?) async throws {
        let services = ScriptedServices.riders()
        let response = try await withEdge(services) { edge in
            try await OAuthCase.introspect.ask(edge, headers: name.map { [($0, value ?? "")] } ?? [])
        }
        #expect(response.status == 401 && response.body.hasPrefix(#"{"error":"invalid_client""#))
        // A wrong key gets an error about the key.
        let isKnownToBeWrong = response.body.contains("this API key is not known")
        #expect(isKnownToBeWrong || response.body.contains("scope introspect"))
        if value == "unknown" { #expect(isKnownToBeWrong) }
        if name == nil { #expect(!isKnownToBeWrong) }
        #expect(
            response.headers.filter { $0.name == "www-authenticate" }.map(\.value)
                == [#"Basic realm="introspection", charset="UTF-8""#, "Bearer"])
        #expect(services.received(IntrospectToken.self).isEmpty)
    }

    @Test(arguments: [
        ("unknown", #"{"active":false}"#), ("not a token", #"{"active":false}"#),
        (
            "refresh",
            #"{"active":true,"kind":"refresh","iss":"balise","sub":"\#(People.ada.text)","sid":"\#(People.phone.text)"}"#
        ),
        (
            "foreign",
            #"{"active":true,"kind":"identity","token_type":"Bearer","iss":"https://mon-compte.example","aud":["a","b"],"#
                + #""exp":1800000000,"programs":["breizhgo","naolib"]}"#
        ),
    ])
    func describesEachKindOfToken(_ token: String, _ body: String) async throws {
        let response = try await withEdge(.riders()) { try await OAuthCase.introspect.ask($0, ["token": token]) }
        #expect(response.status == 200 && response.body == body)
    }

    @Test func countsWrongKeys() async throws {
        try await withEdge(.riders()) { edge in
            for number in 0..<30 {
                let headers = [("X-API-Key", "wrong\(number)")]
                try await OAuthCase.introspect.ask(edge, headers: headers).expect(401)
            }
            try await OAuthCase.introspect.ask(edge, headers: [("X-API-Key", "wrong")]).expect(429)
            try await OAuthCase.introspect.ask(edge).expect(200)
        }
    }

    // MARK: Revocation

    @Test(arguments: ["exchanged", "refresh", "foreign", "unknown", "not a token"])
    func revokesEveryKindOfToken(_ token: String) async throws {
        let services = ScriptedServices.riders()
        let response = try await withEdge(services) { edge in
            try await OAuthCase.revoke.ask(
                edge, ["token": token, "token_type_hint": "access_token"], headers: [("X-Installation-Id", "handset")])
        }
        #expect(response.status == 200 && response.body.isEmpty && response.header("Cache-Control") == "no-store")
        let revoked = services.received(RevokeToken.self)
        #expect(revoked.map(\.token.value) == (token == "not a token" ? [] : [token]))
        #expect(revoked.allSatisfy { $0.installation == "handset" })
        let ends: [String: EndedCredentials] = [
            "exchanged": .announced(known: .token(Riders.token)), "refresh": .announced(known: .session(People.phone)),
            "foreign": .announced(), "unknown": .nothing,
        ]
        #expect(revoked.map(\.ends) == [ends[token]].compactMap(\.self))
    }

    @Test func doesNotRevokeAPIKeys() async throws {
        let services = ScriptedServices.riders()
        let response = try await withEdge(services) { try await OAuthCase.revoke.ask($0, ["token": "bk_asks"]) }
        #expect(response.status == 400 && response.body.hasPrefix(#"{"error":"unsupported_token_type""#))
        #expect(services.messages.isEmpty)
    }

    @Test func countsGuesses() async throws {
        let services = ScriptedServices.riders()
        try await withEdge(services) { edge in
            for _ in 0..<30 { try await OAuthCase.revoke.ask(edge, ["token": "unknown"]).expect(200) }
            try await OAuthCase.revoke.ask(edge, ["token": "unknown"]).expect(429)
            // It may be an expired token of a session that is to end.
            #expect(services.received(RevokeToken.self).count == 31)
            try await OAuthCase.revoke.ask(edge).expect(200)
        }
    }

    // MARK: Back-channel logout

    @Test(arguments: [("logout", 200), ("other", 400), ("not a token", 400)])
    func takesLogoutTokens(_ token: String, _ status: Int) async throws {
        let response = try await withEdge(.riders()) { try await OAuthCase.logout.ask($0, ["logout_token": token]) }
        #expect(response.status == status && response.header("Cache-Control") == "no-store")
        #expect(response.body.isEmpty == (status == 200))
        if status == 400 { #expect(response.body.hasPrefix(#"{"error":"invalid_request""#)) }
    }

    @Test func tellsTheProviderToTryAgain() async throws {
        let services = ScriptedServices()
        let response = try await withEdge(services) { try await OAuthCase.logout.ask($0) }
        #expect(response.status == 503 && response.header("Retry-After") == "1")
    }

    // MARK: All of them

    @Test(arguments: OAuthCase.all)
    func readsFormsOnly(_ call: OAuthCase) async throws {
        let services = ScriptedServices.riders()
        try await withEdge(services) { edge in
            let type = "application/x-www-form-urlencoded"
            for (type, body, status) in [
                ("application/json", "{}", 400), (type, "", 400), (type, String(repeating: "a", count: 70_000), 413),
                (type, "\(call.parameters[0].name)=%C3%28", 400),
            ] {
                let response = try await edge.request(
                    "POST", call.path, headers: [("Content-Type", type)] + call.headers, body: body)
                #expect(response.status == status && response.body.hasPrefix(#"{"error":"invalid_request""#))
            }
            let refused = try await edge.request("GET", call.path)
            #expect(refused.status == 405 && refused.header("Allow") == "POST, OPTIONS")
        }
        #expect(services.messages.allSatisfy { $0 is Authenticate })
    }
}
