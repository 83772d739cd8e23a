import AppleAccounts

@testable import Identity

@Suite("The identity service: who may have an account", .timeLimit(.minutes(10))) struct RegistrationTests {
    private static let apple = AppleAccount(appleUserID: "001234.user.5678")!

    private func provider(_ address: String?, isVerified: Bool? = true, isNamed: Bool = false) -> RecogniseIssuedUser {
        RecogniseIssuedUser(
            issuer: "https://login.example", subjectHash: String(repeating: "0123456789abcdef", count: 4),
            claims: PersonClaims(email: address.map { Personal($0) }, emailIsVerified: isVerified),
            verifiedAddress: isNamed ? address.map { Personal($0) } : nil)
    }

    private func appwrite(_ address: String) -> CreateAccount {
        CreateAccount(
            signInMethod: .appwrite, names: .email(address), password: .right, details: ProfileDetails(),
            id: AccountID("chosen"))
    }
    @Test("With closed registration no sign-in method makes an account without an invitation")
    func invited() async throws {
        try await IdentityHarness.run({ $0.identity.registration = .invited }) { identity in
            #expect(try await identity.outcome(CreateAccount.of(.ada)) == .forbidden)
            #expect(try await identity.outcome(appwrite("ada@example.org")) == .forbidden)
            #expect(try await identity.outcome(CreateAccount.anonymous) == .forbidden)
            #expect(try await identity.outcome(RecogniseAppleUser(account: Self.apple.id)) == .forbidden)
            #expect(try await identity.outcome(provider("ada@example.org")) == .forbidden)
            #expect(identity.log.all.allSatisfy { !$0.contains("event=account_created") })

            // An invited user sets a password, and links a provider with it.
            _ = try await identity.send(InviteAccount(email: Personal("ada@example.org")))
            let token = try #require(await identity.outbox.next()).token
            #expect(try await identity.outcome(ResetPassword(token: token, new: .right)) == nil)
            let ada = try await identity.send(VerifyPassword.of("ada@example.org"))
            for isNamed in [true, false] {
                #expect(try await identity.outcome(provider("ada@example.org", isNamed: isNamed)) == .duplicate)
            }
            let vouched = provider("ada@example.org")
            let link = LinkIssuedUser(
                account: ada.profile.account, verifiedAt: ada.verifiedAt, issuer: vouched.issuer,
                subjectHash: vouched.subjectHash, claims: vouched.claims)
            #expect(try await identity.outcome(link) == nil)
            #expect(try await identity.send(vouched).profile.account == ada.profile.account)
            // The answers for a taken name and a free one are the same.
            let taken = try await identity.refusal(CreateAccount.of(.email("ada@example.org")))
            #expect(try await identity.refusal(CreateAccount.of(.email("new@example.org"))) == taken)
        }
    }

    @Test("Closed registration does not affect existing accounts")
    func known() async throws {
        let folder = try TemporaryFolder()
        try await IdentityHarness.run(in: folder) { identity in
            for outcome in [
                try await identity.outcome(CreateAccount.of(.ada)),
                try await identity.outcome(RecogniseAppleUser(account: Self.apple.id)),
                try await identity.outcome(provider("bob@elsewhere.example")),
            ] { #expect(outcome == nil) }
        }
        for registration in [IdentitySettings.Registration.open, .invited] {
            try await IdentityHarness.run(
                {
                    $0.identity.registration = registration
                    $0.identity.emailDomains = ["work.example"]
                }, in: folder
            ) { identity in
                let password = try await identity.outcome(VerifyPassword.of("ada@example.org"))
                let apple = try await identity.outcome(RecogniseAppleUser(account: Self.apple.id))
                let provider = try await identity.outcome(self.provider("bob@elsewhere.example"))
                #expect(password == nil && apple == nil && provider == nil)
            }
        }
    }

    @Test("With allowed domains every new account needs an address of one of them")
    func domains() async throws {
        let change: (inout Settings) -> Void = {
            $0.identity.emailDomains = ["work.example", "xn--bcher-kva.example"]
        }
        try await IdentityHarness.run(change) { identity in
            for address in ["ada@example.org", "ada@sub.work.example", "ada@notwork.example", "ada@work.example.org"] {
                #expect(try await identity.outcome(CreateAccount.of(.email(address))) == .invalidRequest)
                #expect(try await identity.outcome(appwrite(address)) == .invalidRequest)
                #expect(try await identity.outcome(provider(address)) == .invalidRequest)
            }
            #expect(try await identity.outcome(CreateAccount.of(.username("ada"))) == .forbidden)
            #expect(try await identity.outcome(CreateAccount.anonymous) == .forbidden)
            #expect(try await identity.outcome(RecogniseAppleUser(account: Self.apple.id)) == .forbidden)
            #expect(try await identity.outcome(provider(nil)) == .forbidden)
            #expect(try await identity.outcome(provider("eve@work.example", isVerified: nil)) == .forbidden)

            let made = CreateAccount.of(AccountNames(username: "ada", email: Personal("ADA@Work.example")))
            let account = try await identity.send(made).profile.account
            #expect(try await identity.outcome(appwrite("bob@B\u{fc}cher.example")) == nil)
            #expect(try await identity.outcome(provider("carl@work.example")) == nil)
            // A change does not help either.
            func change(_ address: String) -> UpdateProfile {
                UpdateProfile(account: account, names: .email(address), details: ProfileDetails(), password: .right)
            }
            #expect(try await identity.outcome(change("ada@example.org")) == .invalidRequest)
            #expect(try await identity.outcome(change("ada.l@work.example")) == nil)
            let code = RequestEmailCode(
                account: account, purpose: .change, address: Personal("ada@example.org"),
                person: .sample(password: .right))
            #expect(try await identity.outcome(code) == .invalidRequest)
            // An operator may invite any address.
            #expect(try await identity.outcome(InviteAccount(email: Personal("guest@example.org"))) == nil)
        }
    }
}
