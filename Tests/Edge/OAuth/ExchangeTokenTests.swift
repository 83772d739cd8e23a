@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct ExchangeTokenTests {
    private static let type = "urn:ietf:params:oauth:token-type:"

    @Test func givesAToken() async throws {
        let services = ScriptedServices.riders()
        let response = try await withEdge(services) { edge in
            try await OAuthCase.exchange.ask(
                edge, headers: [("program", "breizhgo"), ("X-Installation-Id", "handset")])
        }
        #expect(response.status == 200)
        response.expect(
            body: #"{"access_token":"exchanged","issued_token_type":"\#(Self.type)access_token","token_type":"Bearer","#
                + #""expires_in":600,"program":"breizhgo"}"#)
        #expect(response.header("Cache-Control") == "no-store")
        let message = try #require(services.received(ExchangeToken.self).first)
        #expect(message.subjectToken.value == "of-one" && message.audience == nil)
        #expect(message.program == "breizhgo" && message.installation == "handset")
        // The token alone authorizes: the caller is not authenticated.
        #expect(services.messages.count == 1)
    }

    @Test(
        arguments: [
            (["program": "naolib"], [:], nil, "naolib"), (["program": "naolib"], ["program": "naolib"], nil, "naolib"),
            ([:], [:], nil, nil), (["audience": "maps"], [:], "maps", nil),
            // Balise itself, as in its tokens and its metadata.
            (["audience": "balise"], [:], nil, nil), (["audience": "http://localhost"], [:], nil, nil),
            (["requested_token_type": type + "jwt", "scope": ""], [:], nil, nil),
            (["subject_token_type": type + "jwt", "unknown": "x"], [:], nil, nil),
            (["subject_token_type": type + "access_token"], [:], nil, nil),
        ] as [([String: String?], [String: String], String?, String?)])
    func passesOnTheParameters(
        _ changes: [String: String?], _ headers: [String: String], _ audience: String?, _ program: String?
    ) async throws {
        let services = ScriptedServices.riders()
        let response = try await withEdge(services) { edge in
            try await OAuthCase.exchange.ask(edge, changes, headers: headers.map { ($0.key, $0.value) })
        }
        #expect(response.status == 200)
        let message = try #require(services.received(ExchangeToken.self).first)
        #expect(message.audience == audience && message.program == program)
        if let type = changes["requested_token_type"] {
            #expect(response.body.contains(#""issued_token_type":"\#(type ?? "")""#))
        }
    }

    @Test(
        arguments: [
            (["grant_type": nil], "", "invalid_request"), (["grant_type": ""], "", "invalid_request"),
            (["grant_type": "authorization_code"], "", "unsupported_grant_type"),
            (["grant_type": "password"], "", "unsupported_grant_type"),
            (["subject_token": nil], "", "invalid_request"), (["subject_token_type": nil], "", "invalid_request"),
            (["subject_token_type": type + "saml2"], "", "invalid_request"),
            (["subject_token_type": type + "refresh_token"], "", "invalid_request"),
            (["requested_token_type": type + "refresh_token"], "", "invalid_request"),
            (["actor_token": "x"], "", "invalid_request"), (["actor_token_type": type + "jwt"], "", "invalid_request"),
            (["scope": "all"], "", "invalid_scope"), (["resource": "https://maps.example"], "", "invalid_target"),
            (["audience": "maps"], "&audience=others", "invalid_target"),
            (["program": "x"], "&program=y", "invalid_request"),
            ([:], "&subject_token=other", "invalid_request"), ([:], "&a=%zz", "invalid_request"),
            ([:], "&a=%ff", "invalid_request"), (["subject_token": "not a token"], "", "invalid_request"),
        ] as [([String: String?], String, String)])
    func refusesWhatIsMalformed(_ changes: [String: String?], _ more: String, _ name: String) async throws {
        let services = ScriptedServices.riders()
        let response = try await withEdge(services) { try await OAuthCase.exchange.ask($0, changes, more: more) }
        #expect(response.status == 400 && response.body.hasPrefix(#"{"error":"\#(name)","error_description":""#))
        #expect(response.header("Cache-Control") == "no-store")
        #expect(services.messages.isEmpty)
    }

    @Test func refusesTwoNamesOfPrograms() async throws {
        let services = ScriptedServices.riders()
        let response = try await withEdge(services) {
            try await OAuthCase.exchange.ask($0, ["program": "a"], headers: [("program", "b")])
        }
        #expect(response.status == 400 && services.messages.isEmpty)
    }

    /// RFC 8693, section 2.2.2, has one name for every problem with the token; `code` tells an app what to do.
    @Test(
        arguments: [
            ("expired", nil, "invalid_request", "TOKEN_EXPIRED"), ("unknown", nil, "invalid_request", "INVALID_TOKEN"),
            ("erased", nil, "invalid_request", "USER_NOT_FOUND"), ("of-none", nil, "invalid_request", "FORBIDDEN"),
            ("of-none", "maps", "invalid_request", "FORBIDDEN"),
            ("without-phone", nil, "invalid_request", "PHONE_NUMBER_NOT_VERIFIED"),
            ("of-one", "others", "invalid_target", "FORBIDDEN"),
        ] as [(String, String?, String, String)])
    func saysWhyThereIsNoToken(_ token: String, _ audience: String?, _ name: String, _ code: String) async throws {
        let response = try await withEdge(.riders(), configure: { $0.oauth.audiences = ["maps"] }) { edge in
            try await OAuthCase.exchange.ask(edge, ["subject_token": token, "audience": audience])
        }
        #expect(response.status == 400)
        let members = try JSONDecoder().decode([String: String].self, from: Data(response.body.utf8))
        #expect(members["error"] == name && members["error_description"]?.isEmpty == false)
        #expect(members["code"] == code && members["title"] == code.lowercased())
        #expect(response.header("WWW-Authenticate") == nil)
    }

    @Test("Without an identity provider, the error for a provider's token says so", arguments: [false, true])
    func saysThatNoIssuerIsSet(_ isSet: Bool) async throws {
        let provider = IssuerSettings(
            name: "breizhgo", issuer: "https://id.example", audiences: ["app"],
            keys: .discovery(try #require(URL(string: "https://id.example/.well-known/openid-configuration"))))
        for token in ["unknown", "no token"] {
            let response = try await withEdge(.riders(), configure: { $0.issuers = isSet ? [provider] : [] }) { edge in
                try await OAuthCase.exchange.ask(edge, ["subject_token": token])
            }
            let members = try JSONDecoder().decode([String: String].self, from: Data(response.body.utf8))
            #expect(members["code"] == "INVALID_TOKEN")
            #expect(members["error_description"]?.contains("no other issuer is set") == !isSet)
        }
    }

    @Test func countsWrongTokensByAddressAndNoOthers() async throws {
        try await withEdge(.riders()) { edge in
            for _ in 0..<40 {
                #expect(try await OAuthCase.exchange.ask(edge, ["subject_token": "expired"]).status == 400)
            }
            for _ in 0..<30 {
                #expect(try await OAuthCase.exchange.ask(edge, ["subject_token": "unknown"]).status == 400)
            }
            #expect(try await OAuthCase.exchange.ask(edge).status == 200)
            let response = try await OAuthCase.exchange.ask(edge, ["subject_token": "unknown"])
            #expect(response.status == 429 && response.header("Retry-After") != nil)
            #expect(response.body.contains(#""error":"temporarily_unavailable""#))
        }
    }
}
