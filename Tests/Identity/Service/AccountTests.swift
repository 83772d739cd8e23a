@testable import Identity

@Suite("The identity service: accounts", .timeLimit(.minutes(10))) struct AccountTests {
    @Test("An account keeps the client info of its registration, which is a sign-in, and of the latest sign-in")
    func records() async throws {
        try await IdentityHarness.run { identity in
            let created = try await identity.send(CreateAccount.of(.ada)).profile
            #expect(
                created.registration
                    == RegistrationRecord(
                        device: "App/1.0 iOS/17.5", location: Personal("Paris, FR"), country: Personal("FR")))
            #expect(
                created.lastLogin
                    == LoginRecord(
                        at: .start, device: "App/1.0 iOS/17.5", location: Personal("Paris, FR"),
                        ip: Personal("192.0.2.7")))
            identity.clock.advance(seconds: 5)
            var abroad = ClientInfo()
            abroad.country = Personal("IT")
            let login = try await identity.send(VerifyPassword.of("ada"), from: abroad).profile
            #expect(login.lastLogin == LoginRecord(at: UnixTime.start.adding(seconds: 5), location: Personal("IT")))
            let read = try await identity.send(GetProfile(account: created.account))
            #expect(read.lastLogin == login.lastLogin && read.registration == created.registration)
        }
    }

    @Test("An anonymous account has no name and no password")
    func anonymous() async throws {
        try await IdentityHarness.run { identity in
            let request = CreateAccount.anonymous
            let one = try await identity.send(request).profile
            let two = try await identity.send(request).profile
            #expect(one.account != two.account && one.names == AccountNames() && one.passwordChangedAt == nil)
            let current = ChangePassword(account: one.account, current: .right, new: .new)
            #expect(try await identity.outcome(current) == .wrongCredentials)
            let short = ChangePassword(account: one.account, current: .right, new: SecretText("a"))
            #expect(try await identity.refusal(short)?.field == "newPassword")
            #expect(identity.metric(IdentityMetrics.creations, [["method", "anonymous"]]) == 2)

            var named = request
            named.names = .username("ada")
            var secret = request
            secret.password = .right
            var apple = request
            apple.signInMethod = .apple
            var silent = CreateAccount.of(.ada)
            silent.password = nil
            for refused in [named, secret, apple, silent] {
                #expect(try await identity.outcome(refused) == .invalidRequest)
            }
        }
    }

    @Test(
        "A member that breaks a rule is refused by its name",
        arguments: [
            (.of(AccountNames()), nil), (.of(.email("ada")), "email"),
            (.of(.ada, SecretText("Ada@Example.org")), "password"),
            (.of(.ada, details: ProfileDetails(locale: "not a language")), "locale"),
            (.of(.ada, details: ProfileDetails(lastName: Personal("L\nL"))), "lastName"),
            (.of(.ada, details: ProfileDetails(fields: ["bio": Personal(.text("\u{7}"))])), "bio"),
        ] as [(CreateAccount, String?)])
    func invalid(_ request: CreateAccount, _ field: String?) async throws {
        try await IdentityHarness.run { identity in
            let refusal = try await identity.refusal(request)
            #expect(refusal?.code == .invalidRequest && refusal?.field == field)
            let made = try await identity.readFeed().changes
            #expect(made.isEmpty)
        }
    }

    @Test("A change of name takes the password, and frees the name before")
    func profile() async throws {
        try await IdentityHarness.withAda { identity, account in
            let change = ProfileDetails(locale: "fr_FR")
            // The same names again are no change, however they are written.
            let same = AccountNames(username: "ADA", email: Personal("Ada@Example.org"))
            let changed = try await identity.send(UpdateProfile(account: account, names: same, details: change))
            #expect(changed.details.locale == "fr-FR" && changed.names.username == "ADA")

            let move = UpdateProfile(account: account, names: .email("new@example.org"), details: ProfileDetails())
            #expect(try await identity.outcome(move) == .forbidden)
            var guess = move
            guess.password = .wrong
            #expect(try await identity.outcome(guess) == .wrongCredentials)
            var proven = move
            proven.password = .right
            #expect(try await identity.send(proven).names.email?.value == "new@example.org")
            #expect(try await identity.outcome(VerifyPassword.of("ada@example.org")) == .wrongCredentials)
            #expect(try await identity.outcome(VerifyPassword.of("new@example.org")) == nil)
            // The name that was given up is free.
            #expect(try await identity.outcome(CreateAccount.of(.email("ada@example.org"))) == nil)
            proven.names = .email("ada@example.org")
            #expect(try await identity.outcome(proven) == .duplicate)
            let stranger = UpdateProfile(account: .named("nobody"), names: AccountNames(), details: change)
            #expect(try await identity.outcome(stranger) == .notFound)
        }
    }

    @Test("An operator erases an account to which nobody can sign in, and no other")
    func unreachable() async throws {
        try await IdentityHarness.run { identity in
            let abandoned = try await identity.send(CreateAccount.anonymous).profile.account
            let ada = try await identity.send(CreateAccount.of(.ada)).profile.account
            let claims = PersonClaims(email: Personal("a@b.c"))
            let linked = try await identity.send(
                RecogniseIssuedUser(
                    issuer: "https://id.example", subjectHash: String(repeating: "a", count: 64), claims: claims)
            ).profile.account
            for (account, isErased) in [(abandoned, true), (abandoned, true), (ada, false), (linked, false)] {
                #expect(try await identity.send(EraseUnreachableAccount(account: account)).isErased == isErased)
            }
            #expect(identity.log.all.count { $0.contains("event=account_erased") } == 1, "it is recorded once")
            #expect(try await identity.outcome(GetProfile(account: abandoned)) == .accountGone)
            #expect(try await identity.outcome(GetProfile(account: linked)) == nil)
            #expect(try await identity.readFeed().changes.count { $0.value == nil } == 1)
        }
    }
}
