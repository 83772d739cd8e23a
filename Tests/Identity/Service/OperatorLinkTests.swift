@testable import Identity

@Suite("The identity service: password links from an operator", .timeLimit(.minutes(10))) struct OperatorLinkTests {
    @Test("An invited person sets the first password with the link in the message, for seven days and once")
    func invitation() async throws {
        try await IdentityHarness.run({ $0.messages.resetLink = "https://app.example/new?t={token}" }) { identity in
            let details = ProfileDetails(firstName: Personal("Ada"), locale: "fr-CA")
            let invited = try await identity.send(InviteAccount(email: Personal(" ADA@example.org"), details: details))
            #expect(invited.profile.names == .email("ada@example.org") && invited.profile.details.locale == "fr-CA")
            #expect(invited.profile.passwordChangedAt == nil)
            #expect(invited.expiresAt == UnixTime.start.adding(seconds: 7 * 24 * 3600))
            let message = try #require(await identity.outbox.next())
            #expect(message.kind == .invitation && message.address.value == "ada@example.org" && message.locale == "fr")
            #expect(message.link?.value == "https://app.example/new?t=\(message.token.value)")
            #expect(message.subject == "Votre compte" && message.expiresAt == invited.expiresAt)
            #expect(try await identity.outcome(VerifyPassword.of("ada@example.org")) == .wrongCredentials)
            identity.clock.advance(seconds: 7 * 24 * 3600 - 1)
            let first = ResetPassword(token: message.token, new: .right)
            #expect(try await identity.outcome(first) == nil)
            #expect(try await identity.outcome(first) == .invalidToken)
            let signedIn = try await identity.send(VerifyPassword.of("ada@example.org"))
            #expect(signedIn.profile.account == invited.profile.account)
            #expect(identity.log.all.allSatisfy { !$0.contains("ada@") && !$0.contains(message.token.value) })
        }
    }

    @Test("A user without an address gets a user name and a first password from the operator")
    func firstPassword() async throws {
        try await IdentityHarness.run { identity in
            let made = try await identity.send(InviteAccount(username: "ada", password: .right))
            #expect(made.profile.names == .username("ada") && made.expiresAt == nil && made.messageFile == nil)
            #expect(made.profile.lastLogin.at == nil, "the operator did not sign in")
            #expect(try await identity.send(VerifyPassword.of("ada")).profile.account == made.profile.account)
            let wrong: [(InviteAccount, String)] = [
                (InviteAccount(username: "ADA", password: .right), "username"),
                (InviteAccount(username: "a", password: .right), "username"),
                (InviteAccount(username: "ben", password: SecretText("short")), "password"),
                (InviteAccount(username: "ben", password: nil), "password"),
                (InviteAccount(username: nil, password: .right), "email"),
                (InviteAccount(email: Personal("a@b.example"), username: "ben", password: nil), "email"),
            ]
            for (message, field) in wrong { #expect(try await identity.refusal(message)?.field == field) }
            #expect(identity.log.all.allSatisfy { !$0.contains(SecretText.right.value) })
        }
    }

    @Test("Where nobody brings messages, an operator is told in which file the link is")
    func file() async throws {
        try await IdentityHarness.run(sender: .ofSettings) { identity in
            let file = identity.folder.appendingPathComponent("messages.log").path
            let invited = try await identity.send(InviteAccount(email: Personal("ada@example.org")))
            let sent = try await identity.send(SendPasswordLink(account: invited.profile.account))
            #expect(invited.messageFile == file && sent.messageFile == file)
        }
        try await IdentityHarness.run { identity in
            let invited = try await identity.send(InviteAccount(email: Personal("ada@example.org")))
            let sent = try await identity.send(SendPasswordLink(account: invited.profile.account))
            #expect(invited.messageFile == nil && sent.messageFile == nil)
        }
    }

    @Test("An operator changes a person's names, also one that the app keeps as a field, and no name to sign in with")
    func edit() async throws {
        try await IdentityHarness.withAda { identity, ada in
            let field = ProfileDetails(fields: ["displayName": Personal(.text("Countess"))])
            _ = try await identity.send(UpdateProfile(account: ada, names: AccountNames(), details: field))
            let found = try await identity.send(FindAccount(login: Personal(ada.text), by: .id))
            let names = found.names
            let listed = try await identity.send(ListAccounts(limit: 10)).accounts.first { $0.id == ada }
            #expect(found.methods == [.password] && found.methods == listed?.methods)
            let details = ProfileDetails(
                firstName: Personal("Augusta"), lastName: Personal(""), displayName: Personal("Ada Byron"))
            let edited = try await identity.send(EditAccount(account: ada, details: details))
            #expect(edited.details.firstName?.value == "Augusta" && edited.details.lastName?.value == "")
            #expect(edited.details.calledName?.value == "Ada Byron" && edited.names == names)
            let byron = try await identity.send(ListAccounts(query: Personal("byron"), limit: 9)).accounts
            #expect(byron.map(\.id) == [ada])
            let wrong = ProfileDetails(locale: "no language")
            #expect(try await identity.refusal(EditAccount(account: ada, details: wrong))?.field == "locale")
            #expect(try await identity.outcome(EditAccount(account: .named("nobody"), details: details)) == .notFound)
        }
    }

    @Test("An invitation that is over opens nothing, and another one is sent")
    func another() async throws {
        try await IdentityHarness.run { identity in
            let account = try await identity.send(InviteAccount(email: Personal("ada@example.org"))).profile.account
            let first = try #require(await identity.outbox.next())
            identity.clock.advance(seconds: 7 * 24 * 3600)
            #expect(try await identity.outcome(ResetPassword(token: first.token, new: .right)) == .invalidToken)
            let sent = try await identity.send(SendPasswordLink(account: account))
            let second = try #require(await identity.outbox.next())
            #expect(second.kind == .invitation && second.expiresAt == sent.expiresAt)
            #expect(try await identity.outcome(ResetPassword(token: second.token, new: .right)) == nil)
            // From now on it is a link for another password, which counts for an hour.
            let third = try await identity.send(SendPasswordLink(account: account))
            #expect(try #require(await identity.outbox.next()).kind == .passwordReset)
            #expect(third.expiresAt == identity.clock.now().adding(seconds: 3600))
        }
    }

    @Test("What no message can bring a password is refused with what to do")
    func refused() async throws {
        try await IdentityHarness.withAda { identity, ada in
            let ben = try await identity.send(CreateAccount.of(.username("ben"))).profile.account
            let taken = try await identity.refusal(InviteAccount(email: Personal("ADA@example.org")))
            #expect(taken?.code == .duplicate && taken?.field == "email")
            #expect(try await identity.outcome(InviteAccount(email: Personal("nobody"))) == .invalidRequest)
            #expect(try await identity.outcome(SendPasswordLink(account: .named("nobody"))) == .notFound)
            let unreachable = try await identity.refusal(SendPasswordLink(account: ben))
            #expect(unreachable?.code == .conflict && unreachable?.message.contains("no e-mail address") == true)
            let issued = RecogniseIssuedUser(
                issuer: "https://login.example", subjectHash: String(repeating: "a", count: 64),
                claims: PersonClaims(email: Personal("eve@example.org")))
            let eve = try await identity.send(issued).profile.account
            let vouched = try await identity.refusal(SendPasswordLink(account: eve))
            #expect(vouched?.code == .conflict && vouched?.message.contains("has no password") == true)
            _ = try await identity.send(SetAccountStatus(account: ada, status: .disabled))
            let disabled = try await identity.refusal(SendPasswordLink(account: ada))
            #expect(disabled?.code == .conflict && disabled?.message.contains("enable it first") == true)
            _ = try await identity.send(SetAccountStatus(account: ada, status: .active))
            // The limit is three messages an hour for a mailbox, for all callers together. The disabled account's message counts.
            for _ in 0..<2 { #expect(try await identity.outcome(SendPasswordLink(account: ada)) == nil) }
            #expect(try await identity.outcome(SendPasswordLink(account: ada)) == .rateLimited)
        }
    }
}
