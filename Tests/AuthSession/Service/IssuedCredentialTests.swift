@testable import AuthSession

@Suite("Tokens of identity providers", .timeLimit(.minutes(10))) struct IssuedCredentialTests {
    @Test("A genuine token makes the account and begins the session, and shows both")
    func genuine() async throws {
        try await IssuerHarness.run { it in
            let claims = [
                "email": #""anne@example.org""#, "given_name": #"" Anne ""#, "family_name": #""Le Goff""#,
                "phone_number": #""+33 6 12 34 56 78""#, "phone_number_verified": "true",
            ]
            var client = ClientInfo()
            client.userAgent = "Canary/1.0"
            let shown = Authenticate(credential: .token(try it.token(claims: claims)))
            let reply = try await it.auth.send(shown, client)
            let principal = try #require(reply.principal)
            #expect(principal.signInMethod == .issuer && principal.programs == ["breizhgo", "rennes"])
            #expect(principal.expiresAt == .start.adding(seconds: 3660) && principal.token == nil)
            let told = try #require(it.auth.identity.told.first)
            #expect(told.issuer == it.issuer.issuer)
            let link = Data(it.issuer.issuer.utf8) + [0] + Data(IssuerHarness.subject.utf8)
            #expect(told.subjectHash == opaqueIDText(SHA256.hash(data: link)))
            #expect(
                told.claims
                    == PersonClaims(
                        email: Personal("anne@example.org"), firstName: Personal("Anne"),
                        lastName: Personal("Le Goff"), phone: Personal("+33612345678"), phoneIsVerified: true))
            let account = try #require(principal.account)
            let listed = try await it.auth.send(ListSessions(account: account))
            #expect(listed.map(\.session) == [principal.session])
            #expect(listed.map(\.kind) == [.external] && listed.map(\.signInMethod) == [.issuer])
            #expect(listed.map(\.isRemembered) == [true] && listed.map(\.client.userAgent) == ["Canary/1.0"])
            #expect(it.auth.count(SessionMetrics.signIns, ["method": "issuer", "outcome": "success"]) == 1)
        }
    }

    @Test(
        "The time of the sign-in is auth_time, at most the time of issue, which replaces a missing one",
        arguments: [(nil, 0), ("-400", -400), ("50", 0), (#""-400""#, 0), ("null", 0)] as [(String?, Int64)])
    func signedInAt(_ claim: String?, _ seconds: Int64) async throws {
        try await IssuerHarness.run { it in
            var claims: [String: String] = [:]
            if let claim { claims["auth_time"] = Int64(claim).map { String(it.now + $0) } ?? claim }
            let token = try it.token(claims: claims)
            it.auth.clock.advance(seconds: 60)
            #expect(try await it.principal(token)?.signedInAt == .start.adding(seconds: seconds))
            // However old the session is that it continues.
            let next = try it.token()
            #expect(try await it.principal(next)?.signedInAt == it.auth.clock.now())
        }
    }

    @Test("A hundred first requests at once make one account and one session, by one verification")
    func together() async throws {
        try await IssuerHarness.run { it in
            let token = try it.token()
            let principals = try await concurrently(100) { _ in try await it.principal(token) }
            #expect(Set(principals).count == 1 && principals.first != .some(nil))
            #expect(it.auth.identity.issuedAccounts == 1 && it.verifications == 1)
            #expect(it.auth.log.events("session-begun").count == 1)
            #expect(it.issuer.keyReadings == 1 && it.issuer.discoveryReadings == 1)
        }
    }

    @Test("A fresh token continues the session, and identity is asked only about something new")
    func continues() async throws {
        try await IssuerHarness.run { it in
            let first = try #require(try await it.principal(try it.token()))
            it.auth.clock.advance(seconds: 600)
            let second = try #require(try await it.principal(try it.token()))
            #expect(second.session == first.session && second.account == first.account)
            #expect(second.expiresAt == .start.adding(seconds: 600 + 3660))
            #expect(it.auth.identity.told.count == 1 && it.verifications == 2)
            let renamed = try it.token(claims: ["given_name": #""Anne""#])
            #expect(try await it.principal(renamed)?.session == first.session)
            #expect(it.auth.identity.told.count == 2)
            it.auth.clock.advance(seconds: 3600)
            _ = try await it.principal(try it.token(claims: ["given_name": #""Anne""#]))
            #expect(it.auth.identity.told.count == 3)
            #expect(it.auth.log.events("session-begun").count == 1)
        }
    }

    @Test("A session belongs to a user and the provider's session, or else the installation")
    func keys() async throws {
        try await IssuerHarness.run { it in
            let tablet = try it.token(session: "tablet")
            var seen: [SessionID?] = []
            seen.append(try await it.principal(tablet)?.session)
            // The provider's word counts before the app's.
            #expect(try await it.principal(tablet, installation: "a")?.session == seen[0])
            seen.append(try await it.principal(try it.token(session: "phone"))?.session)
            let bare = try it.token()
            seen.append(try await it.principal(bare)?.session)
            seen.append(try await it.principal(bare, installation: "a")?.session)
            seen.append(try await it.principal(bare, installation: "b")?.session)
            // One token's session id may equal another's installation id.
            seen.append(try await it.principal(bare, installation: "tablet")?.session)
            seen.append(try await it.principal(try it.token("another", session: "tablet"))?.session)
            #expect(Set(seen).count == seen.count && !seen.contains(nil))
            #expect(it.auth.identity.issuedAccounts == 2)
            it.auth.clock.advance(seconds: 60)
            #expect(try await it.principal(try it.token(), installation: "b")?.session == seen[4])
        }
    }

    @Test(
        "A person has the provider's programs that the token names, or all where it names none",
        arguments: [
            (nil, ["breizhgo", "rennes"]), ("null", ["breizhgo", "rennes"]), (#""rennes""#, ["rennes"]),
            (#"["rennes","brest"]"#, ["rennes"]), (#""brest""#, []), ("[]", []), ("1", []), ("true", []),
        ] as [(String?, [String])])
    func programs(_ claim: String?, _ programs: [String]) async throws {
        try await IssuerHarness.run { it in
            let token = try it.token(claims: claim.map { ["program": $0] } ?? [:])
            let principal = try await it.principal(token)
            #expect(principal?.programs == programs)
        }
    }

    @Test("Users of a provider without programs have no limit of programs", arguments: [nil, #""rennes""#])
    func noPrograms(_ claim: String?) async throws {
        try await IssuerHarness.run {
            $0.programs = []
        } _: { it in
            let token = try it.token(claims: claim.map { ["program": $0] } ?? [:])
            let principal = try #require(try await it.principal(token))
            #expect(principal.programs == nil)
            let made = try await it.auth.send(ExchangeToken(subjectToken: token, audience: nil, program: nil))
            #expect(made.program == nil)
            #expect(try await it.principal(made.token)?.programs == nil)
            let other = ExchangeToken(subjectToken: token, audience: nil, program: "rennes")
            #expect(try await it.auth.outcome(other) == .forbidden)
        }
    }

    @Test("Claims are read by the operator's names, and not if the operator has switched them off")
    func claimNames() async throws {
        try await IssuerHarness.run {
            $0.claims.email = "mail"
            $0.claims.firstName = nil
            $0.claims.phone = "mobile"
            $0.claims.program = "tenant"
        } _: { it in
            let token = try it.token(claims: [
                "mail": #""anne@example.org""#, "email": #""other@example.org""#, "given_name": #""Anne""#,
                "mobile": #""+33612345678""#, "phone_number_verified": "true", "tenant": #""rennes""#,
                "program": #""breizhgo""#,
            ])
            #expect(try await it.principal(token)?.programs == ["rennes"])
            let told = try #require(it.auth.identity.told.first?.claims)
            #expect(told == PersonClaims(email: Personal("anne@example.org"), phone: Personal("+33612345678")))
        }
    }

    @Test(
        "A claim with an unusable value is ignored",
        arguments: [
            ["email": #""anne""#], ["email": "1"], ["email": #"["anne@example.org"]"#], ["given_name": #""""#],
            ["given_name": #""A\u0000""#], ["phone_number": #""0612345678""#], ["phone_number": #""+0612345678""#],
            ["phone_number": #""+3361234567812345""#], ["phone_number_verified": "true"], ["family_name": "{}"],
        ])
    func oddClaims(_ claims: [String: String]) async throws {
        try await IssuerHarness.run { it in
            let principal = try await it.principal(try it.token(claims: claims))
            #expect(principal != nil)
            #expect(it.auth.identity.told.map(\.claims) == [PersonClaims()])
        }
    }

    @Test("A name has at most 200 characters, however many bytes they take", arguments: [(200, true), (201, false)])
    func longNames(_ count: Int, _ isTaken: Bool) async throws {
        try await IssuerHarness.run { it in
            let name = String(repeating: "安", count: count)
            let token = try it.token(claims: ["given_name": TokenDraft.text(name)])
            #expect(try await it.principal(token) != nil)
            #expect(it.auth.identity.told.first?.claims.firstName?.value == (isTaken ? name : nil))
        }
    }

    @Test("An expired token has its own error, and a fresh one continues the session")
    func expired() async throws {
        try await IssuerHarness.run { it in
            let token = try it.token(lifetime: 600)
            #expect(try await it.show(token).refusal == nil)
            it.auth.clock.advance(seconds: 659)
            #expect(try await it.show(token).refusal == nil)
            it.auth.clock.advance(seconds: 1)
            #expect(try await it.show(token).refusal == .tokenExpired)
            // The session goes on with the next one.
            let session = try await it.principal(try it.token())?.session
            #expect(session != nil && it.auth.log.events("session-begun").count == 1)
            let lines = it.auth.log.events("issued-credential-refused")
            #expect(lines.map { $0.metadata["reason"] } == ["expired"])
            #expect(lines.map { $0.metadata["issuer"] } == [IssuerHarness.name])
        }
    }

    @Test("Neither log nor database contains anything about the user, also after a refusal")
    func nothingLeft() async throws {
        let folder = try TemporaryFolder()
        try await IssuerHarness.run(in: folder) { it in
            let claims = ["email": #""canary@example.org""#, "family_name": #""canary""#]
            let token = try it.token("canary-subject", session: "canary-session", claims: claims)
            #expect(try await it.show(token).refusal == nil)
            #expect(try await it.show(try it.token("canary"), installation: "canary-phone").refusal == nil)
            #expect(try await it.show(try it.token("canary", claims: ["aud": #""canary""#])).refusal == .invalidToken)
            _ = try await it.auth.send(RevokeToken(token: token))
            let logout = try it.issuer.logoutToken(subject: "canary", session: "canary-session", at: it.now)
            _ = try await it.auth.send(TakeLogoutToken(token: SecretText(logout)))
            #expect(it.auth.log.lines.allSatisfy { !$0.text.contains("canary") })
            let hash = SHA256.hash(data: Data("canary-subject".utf8))
            #expect(try folder.files(holding: Data("canary".utf8)) + folder.files(holding: Data(hash)) == [])
        }
    }
}
