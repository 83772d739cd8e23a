@testable import AuthSession

@Suite("Client authentication at a provider", .timeLimit(.minutes(10))) struct ClientAuthenticationTests {
    @Test(
        "The secret is in the header, unless the provider takes it only in the body",
        arguments: [
            (#"["client_secret_post"]"#, true), (#"["private_key_jwt","client_secret_post"]"#, true),
            (#"["client_secret_post","client_secret_basic"]"#, false), ("[]", false), ("null", false),
        ])
    func secret(_ methods: String, isInBody: Bool) async throws {
        try await ProviderSignInHarness.run { here in
            here.issuer.announce(["token_endpoint_auth_methods_supported": methods])
            here.issuer.codeFlow.script { $0.takesSecretInBody = isInBody }
            let code = try await here.come()["code"]
            #expect(code != nil && here.reasons == [])
        }
    }

    @Test("Without a usable client authentication no user is redirected, and the log has the remedy")
    func others() async throws {
        try await ProviderSignInHarness.run { here in
            here.issuer.announce(["token_endpoint_auth_methods_supported": #"["private_key_jwt","tls\nevent=x"]"#])
            let refusal = try #require(try await serviceError { try await here.begin() })
            #expect(refusal.code == .unavailable && refusal.message.contains("Tell the operator"))
            let reason = try #require(here.reasons.first)
            #expect(reason.hasPrefix("client-authentication: the token endpoint takes no client secret, only"))
            #expect(reason.contains("private_key_jwt, another word"))
            #expect(here.issuer.codeFlow.exchanges == 0)
        }
    }

    @Test("A public client shows no secret, whatever the provider takes from others")
    func publicClient() async throws {
        try await ProviderSignInHarness.run(hasSecret: false) { here in
            here.issuer.announce(["token_endpoint_auth_methods_supported": #"["private_key_jwt","none"]"#])
            let code = try await here.come()["code"]
            #expect(code != nil)
        }
    }
}

@Suite("A provider's UserInfo endpoint", .timeLimit(.minutes(10))) struct UserInfoTests {
    private static let person = [
        "email": TokenDraft.text(ScriptedIdentity.address), "email_verified": "true", "given_name": #""Ada""#,
        "family_name": #""Lovelace""#, "phone_number": #""+33612345678""#, "phone_number_verified": "true",
    ]

    private func run(
        scopes: [String] = ["email", "profile"], _ body: (ProviderSignInHarness) async throws -> Void
    ) async throws {
        try await OpenIDIssuer.run { issuer in
            issuer.announce(issuer.userInfoEndpoint)
            try await ProviderSignInHarness.run(with: issuer) {
                $0.scopes = scopes
            } _: { here in
                try await body(here)
            }
        }
    }

    private func told(_ here: ProviderSignInHarness) async throws -> RecogniseIssuedUser? {
        _ = try await here.auth.send(here.redeem(try await here.come()["code"], makesAccount: true))
        return here.auth.identity.told.last
    }

    @Test("UserInfo is asked for requested claims that the identity token lacks")
    func missing() async throws {
        try await run { here in
            here.issuer.codeFlow.script { $0.userInfo = Self.person }
            let claims = try #require(try await told(here)).claims
            #expect(claims.email?.value == ScriptedIdentity.address)
            #expect(claims.firstName?.value == "Ada" && claims.lastName?.value == "Lovelace")
            #expect(claims.phone == nil, "nobody has asked for it")
            #expect(here.issuer.codeFlow.userInfoReadings == 1)
        }
    }

    @Test("An address from UserInfo that names an account is linked with the password")
    func conflict() async throws {
        try await run { here in
            here.issuer.codeFlow.script { $0.userInfo = Self.person }
            let code = try await here.come()["code"]
            #expect(try await here.auth.outcome(here.redeem(code)) == .duplicate)
            let signedIn = try await here.auth.send(here.redeem(code, password: ScriptedIdentity.password))
            #expect(signedIn.profile.account == .anna)
        }
    }

    @Test("UserInfo is not asked if the identity token has all requested claims")
    func complete() async throws {
        try await run { here in
            here.issuer.codeFlow.script { script in
                script.change = { $0.claims.merge(Self.person) { $1 } }
                script.userInfo = ["email": #""another@example.org""#]
            }
            let claims = try await told(here)?.claims
            #expect(claims?.email?.value == ScriptedIdentity.address)
            #expect(here.issuer.codeFlow.userInfoReadings == 0)
        }
        try await run(scopes: []) { here in
            here.issuer.codeFlow.script { $0.userInfo = Self.person }
            let claims = try await told(here)?.claims
            #expect(claims == PersonClaims() && here.issuer.codeFlow.userInfoReadings == 0)
        }
    }

    @Test("The source of an address also decides whether it is verified", arguments: [true, false])
    func verification(isInToken: Bool) async throws {
        try await run { here in
            here.issuer.codeFlow.script { script in
                script.change = {
                    if isInToken { $0.claims["email"] = Self.person["email"] }
                    if !isInToken { $0.claims["email_verified"] = "true" }
                }
                script.userInfo = Self.person
                script.userInfo["email_verified"] = isInToken ? "true" : nil
            }
            // Otherwise it would be refused as the name of an account.
            let outcome = try await here.auth.outcome(here.redeem(try await here.come()["code"]))
            #expect(outcome == nil)
        }
    }

    private static let failures: [(CodeFlow.Fault, [String: String], String)] = [
        (.none, ["sub": #""somebody else""#], "token: other-subject"), (.none, ["sub": "null"], "token: other-subject"),
        (.userInfo(200, "<html>"), [:], "malformed: the UserInfo endpoint answers no JSON object"),
        (.userInfo(403, ""), [:], "malformed: the UserInfo endpoint has the status 403"),
        (.userInfo(503, ""), [:], "unreachable: the UserInfo endpoint has the status 503"),
        (.noUserInfo, [:], "unreachable: the UserInfo endpoint: no answer came in time"),
    ]

    @Test("A failure of UserInfo fails the sign-in", arguments: failures)
    func fails(_ fault: CodeFlow.Fault, _ more: [String: String], _ reason: String) async throws {
        try await run { here in
            here.issuer.codeFlow.script {
                $0.fault = fault
                $0.userInfo = Self.person.merging(more) { $1 }
            }
            let told = try await here.come()
            #expect(told["code"] == nil)
            #expect(told["error"] == (reason.hasPrefix("unreachable") ? "temporarily_unavailable" : "server_error"))
            #expect(here.reasons == [reason] && here.auth.identity.told.isEmpty)
        }
    }
}
