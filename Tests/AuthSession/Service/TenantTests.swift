// Providers with tenants, each with an issuer of its own, as Microsoft Entra has them.

@testable import AuthSession

@Suite("Tenants of an identity provider", .timeLimit(.minutes(10))) struct TenantTests {
    private static let other = "72f988bf-86f1-41af-91ab-2d7cd011db47"

    private func run(_ tenants: Set<String> = [], _ body: (IssuerHarness) async throws -> Void) async throws {
        try await OpenIDIssuer.run(hasTenants: true) { issuer in
            try await IssuerHarness.run(with: issuer) {
                $0.tenants = tenants
            } _: { it in
                try await body(it)
            }
        }
    }

    @Test("The tenant in the issuer of a token fills the place in the configured issuer")
    func issuer() async throws {
        try await run { it in
            let first = try #require(try await it.principal(try it.token()))
            let told = try await it.auth.send(IntrospectToken(token: try it.token()))
            #expect(told.token?.issuer == it.issuer.presentIssuer)
            it.issuer.serve(tenant: Self.other)
            // The same subject in another tenant is another user.
            let second = try #require(try await it.principal(try it.token()))
            #expect(first.account != second.account)
            let issuers = [it.issuer.issuer(of: OpenIDIssuer.firstTenant), it.issuer.presentIssuer]
            #expect(it.auth.identity.told.map(\.issuer) == issuers)
        }
    }

    @Test("Users of tenants that the operator has not named are refused")
    func named() async throws {
        try await run([OpenIDIssuer.firstTenant]) { it in
            let first = try await it.principal(try it.token())
            it.issuer.serve(tenant: Self.other)
            let second = try await it.principal(try it.token())
            #expect(first != nil && second == nil && it.reasons == ["tenant"])
        }
    }

    private static let forgeries: [(name: String, reason: String, claims: [String: String])] = [
        ("of another tenant than its issuer", "issuer", ["tid": TokenDraft.text(other)]),
        ("of no tenant", "issuer", ["tid": "null"]),
        ("of the place itself", "issuer", ["iss": "place", "tid": TokenDraft.text("{tenant}")]),
        ("of several parts", "issuer", ["iss": "a/b", "tid": TokenDraft.text("a/b")]),
        ("of an empty tenant", "issuer", ["iss": "", "tid": #""""#]),
    ]

    @Test("A token whose issuer is not that of its tenant is refused", arguments: forgeries)
    func forged(_ forgery: (name: String, reason: String, claims: [String: String])) async throws {
        try await run { it in
            var claims = forgery.claims
            claims["iss"] = claims["iss"].map { TokenDraft.text(it.issuer.issuer(of: $0)) }
            let principal = try await it.principal(try it.token(claims: claims))
            #expect(principal == nil && it.reasons == [forgery.reason], "\(forgery.name)")
        }
    }

    @Test("A key verifies only tokens of the tenant that the provider names for it")
    func keys() async throws {
        try await run { it in
            it.issuer.describeKeys(["issuer": TokenDraft.text(it.issuer.presentIssuer)])
            let first = try await it.principal(try it.token())
            it.issuer.serve(tenant: Self.other)
            let second = try await it.principal(try it.token())
            #expect(first != nil && second == nil && it.reasons == ["key"])
        }
        try await run { it in
            it.issuer.describeKeys(["issuer": TokenDraft.text(it.issuer.issuer)])
            let principal = try await it.principal(try it.token())
            #expect(principal != nil)
        }
    }

    @Test("A sign-out at the provider ends only sessions of its tenant")
    func logout() async throws {
        try await run { it in
            let token = try it.token()
            #expect(try await it.principal(token) != nil)
            it.issuer.serve(tenant: Self.other)
            let other = try it.token()
            #expect(try await it.principal(other) != nil)
            let logout = try it.issuer.logoutToken(subject: IssuerHarness.subject, at: it.now)
            _ = try await it.auth.send(TakeLogoutToken(token: SecretText(logout)))
            #expect(try await it.principal(other) == nil)
            #expect(try await it.principal(token) != nil)
        }
    }

    @Test("A person signs in by the web page, and another issuer's answer is refused", arguments: [true, false])
    func webPage(isGenuine: Bool) async throws {
        try await OpenIDIssuer.run(hasTenants: true) { issuer in
            try await ProviderSignInHarness.run(with: issuer) { here in
                let named = isGenuine ? issuer.presentIssuer : "https://evil.example/\(OpenIDIssuer.firstTenant)/v2.0"
                here.issuer.codeFlow.script { $0.fault = .answerOf(named) }
                let told = try await here.come()
                #expect((told["code"] != nil) == isGenuine)
                #expect(here.reasons == (isGenuine ? [] : ["issuer-of-answer"]))
            }
        }
    }
}
