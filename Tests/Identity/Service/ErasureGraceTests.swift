@testable import Identity

@Suite("The identity service: planned erasures", .timeLimit(.minutes(10))) struct ErasureGraceTests {
    private static let id = ErasureID("e1")!
    private static let secret = SecretText("opens it")
    private static let grace: Int64 = 14 * 86_400
    private static let due = UnixTime.start.adding(seconds: grace)

    private func run(in folder: TemporaryFolder? = nil, _ body: (IdentityHarness) async throws -> Void) async throws {
        try await IdentityHarness.run({ $0.identity.erasureGrace = .seconds(Self.grace) }, in: folder, body)
    }

    private func erase(_ account: VerifiedAccount, _ password: SecretText? = .right) -> EraseAccount {
        let person = ProvenPerson(session: SessionID("s1")!, signedInAt: account.verifiedAt, password: password)
        return EraseAccount(
            account: account.profile.account, erasure: ErasureRequest(id: Self.id, secret: Self.secret),
            person: person)
    }

    private func signIn(_ password: SecretText = .right, cancelsErasure: Bool? = nil) -> VerifyPassword {
        VerifyPassword(
            signInMethod: .password, login: Personal("ada"), password: password, cancelsErasure: cancelsErasure)
    }

    @Test("A planned erasure closes the account at once, and erases it when due, with a receipt only then")
    func scheduled() async throws {
        try await run { identity in
            let ada = try await identity.send(CreateAccount.of(.ada))
            let reply = try await identity.send(erase(ada))
            #expect(reply == EraseAccount.Reply(askedAt: .start, dueAt: Self.due))
            #expect(try await identity.send(erase(ada)) == reply, "the same request once more")
            #expect(try await lastChange(identity).status == .disabled)
            let refusal = try await identity.refusal(signIn())
            #expect(refusal?.code == .erasurePending)
            #expect(refusal?.message.contains("2027-01-29 08:00 UTC") == true, "\(refusal?.message ?? "none")")
            #expect(try await identity.outcome(signIn(.wrong)) == .wrongCredentials)
            #expect(try await identity.outcome(CreateAccount.of(.ada)) == .duplicate, "the names are not free yet")
            let asked = try await identity.send(FindErasure(id: Self.id, secret: Self.secret))
            #expect(asked.dueAt == Self.due && asked.confirmed.isEmpty)
            #expect(try await identity.outcome(FindErasure(id: Self.id, secret: .wrong)) == .notFound)
            #expect(
                try await identity.send(FindAccount(login: Personal("ada"))).erasesAt == Self.due,
                "an operator sees it")

            identity.clock.advance(seconds: Self.grace - 1)
            identity.signalHousekeeping()
            #expect(try await identity.outcome(FindAccount(login: Personal("ada"))) == nil)
            identity.clock.advance(seconds: 1)
            #expect(try await identity.refusal(signIn(cancelsErasure: true))?.code == .erasurePending, "too late")
            try await isErased(identity)
        }
    }

    private func lastChange(_ identity: IdentityHarness) async throws -> AccountChange {
        let value = try #require(try await identity.readFeed().changes.last?.value)
        return try CBORDecoder().decode(AccountChange.self, from: value)
    }

    private func isErased(_ identity: IdentityHarness) async throws {
        let isDone = try await eventually {
            identity.signalHousekeeping()
            let erasure = try await identity.send(FindErasure(id: Self.id, secret: Self.secret))
            return erasure.dueAt == nil && erasure.confirmed.map(\.service) == [.identity]
        }
        #expect(isDone)
        let erasure = try await identity.send(FindErasure(id: Self.id, secret: Self.secret))
        #expect(erasure.askedAt == .start, "it says when it was asked for")
        #expect(erasure.confirmed.first?.tables.contains(ErasedTable("account", rows: 1)) == true)
        #expect(try await identity.outcome(FindAccount(login: Personal("ada"))) == .notFound)
        #expect(try await identity.readFeed().changes.last?.value == nil, "the others are told")
    }

    @Test("The password takes a planned erasure back, and the account is as it was")
    func takenBack() async throws {
        try await run { identity in
            let ada = try await identity.send(CreateAccount.of(.ada))
            _ = try await identity.send(erase(ada))
            identity.clock.advance(seconds: Self.grace - 1)
            #expect(try await identity.outcome(signIn(.wrong, cancelsErasure: true)) == .wrongCredentials)
            let back = try await identity.send(signIn(cancelsErasure: true))
            #expect(back.profile.number == ada.profile.number && back.profile.erasesAt == nil)
            let change = try await lastChange(identity)
            #expect(change.status == .active)
            #expect(try back.verifiedAt > #require(change.sessionsEndBefore), "earlier sessions stay ended")
            #expect(try await identity.outcome(FindErasure(id: Self.id, secret: Self.secret)) == .notFound)
            identity.clock.advance(seconds: 2)
            identity.signalHousekeeping()
            #expect(try await identity.outcome(signIn()) == nil)
            // A late request is refused: its session has ended.
            #expect(try await identity.outcome(erase(ada)) == .invalidToken)
        }
    }

    @Test("A sign-in at Apple or a provider cancels the erasure")
    func providers() async throws {
        try await run { identity in
            let apple = AccountID("apple_" + String(repeating: "a", count: 30))!
            let issued = { (cancels: Bool?) in
                RecogniseIssuedUser(
                    issuer: "https://id.example", subjectHash: String(repeating: "a", count: 64),
                    claims: PersonClaims(), cancelsErasure: cancels)
            }
            let one = try await identity.send(RecogniseAppleUser(account: apple)).profile
            let other = try await identity.send(issued(nil)).profile
            for account in [apple, other.account] {
                let reply = try await identity.send(EraseAccount(account: account, askedByOwner: true))
                #expect(reply == EraseAccount.Reply(askedAt: nil, dueAt: Self.due))
                // The same request again, without an id to recognise it.
                #expect(try await identity.send(EraseAccount(account: account, askedByOwner: true)) == reply)
            }
            #expect(try await identity.outcome(RecogniseAppleUser(account: apple)) == .erasurePending)
            #expect(try await identity.outcome(issued(false)) == .erasurePending)
            let back = try await identity.send(RecogniseAppleUser(account: apple, cancelsErasure: true)).profile
            #expect(back.number == one.number)
            #expect(try await identity.send(issued(true)).profile.number == other.number)
            #expect(try await identity.outcome(RecogniseAppleUser(account: apple)) == nil)
            #expect(identity.log.all.count { $0.contains("event=erasure_cancelled") } == 2)
        }
    }

    @Test("A passkey cancels the erasure, also with the assertion that was refused before", arguments: [true, false])
    func passkey(_ isVerified: Bool) async throws {
        try await IdentityHarness.run({ settings in
            settings.identity.erasureGrace = .seconds(Self.grace)
            settings.passkeys.relyingParty = "example.org"
            settings.passkeys.requiresVerification = isVerified
        }) { identity in
            var authenticator = FakeAuthenticator.es256()
            let account = try await identity.send(CreateAccount.anonymous).profile.account
            _ = try await identity.add(&authenticator, to: account)
            let reply = try await identity.send(EraseAccount(account: account, askedByOwner: true))
            #expect(reply.dueAt == Self.due, "somebody could come back")
            var shown = try await identity.assertion(of: authenticator)
            #expect(try await identity.outcome(shown) == .erasurePending)
            #expect(identity.log.all.contains { $0.contains("to be erased") })
            shown.cancelsErasure = true
            #expect(try await identity.send(shown).profile.erasesAt == nil)
            #expect(identity.log.all.contains { $0.contains("event=erasure_cancelled") })
            #expect(try await identity.outcome(shown) == .invalidToken, "it counts once")
            #expect(try await identity.outcome(try await identity.assertion(of: authenticator)) == nil)
            // Too late.
            _ = try await identity.send(EraseAccount(account: account, askedByOwner: true))
            identity.clock.advance(seconds: Self.grace)
            var late = try await identity.assertion(of: authenticator)
            late.cancelsErasure = true
            let outcome = try await identity.outcome(late)
            #expect(outcome == .erasurePending || outcome == .invalidToken)
        }
    }

    @Test("An operator makes a planned erasure final, cancels it, or erases at once")
    func operators() async throws {
        try await run { identity in
            let ada = try await identity.send(CreateAccount.of(.ada))
            let account = ada.profile.account
            _ = try await identity.send(erase(ada))
            _ = try await identity.send(SetAccountStatus(account: account, status: .disabled))
            #expect(try await identity.outcome(signIn(cancelsErasure: true)) == .wrongCredentials)
            _ = try await identity.send(SetAccountStatus(account: account, status: .active))
            #expect(try await identity.outcome(signIn()) == nil)
            identity.clock.advance(seconds: Self.grace + 1)
            identity.signalHousekeeping()
            let again = try await identity.send(signIn())
            _ = try await identity.send(erase(again))
            #expect(try await identity.send(EraseAccount(account: account)) == EraseAccount.Reply())
            #expect(try await identity.outcome(FindAccount(login: Personal("ada"))) == .notFound)
            // The person has an id, and the operator asked for none.
            let erasure = try await identity.send(FindErasure(id: Self.id, secret: Self.secret))
            #expect(erasure.dueAt == nil)
        }
    }

    @Test("An account that nobody can open is erased at once")
    func unreachable() async throws {
        try await run { identity in
            let account = try await identity.send(CreateAccount.anonymous).profile.account
            let reply = try await identity.send(EraseAccount(account: account, askedByOwner: true))
            #expect(reply.dueAt == nil)
            #expect(try await identity.outcome(GetProfile(account: account)) == .accountGone)
        }
    }

    @Test("A due erasure is done after a restart, also without the setting")
    func restart() async throws {
        let folder = try TemporaryFolder()
        try await run(in: folder) { identity in
            _ = try await identity.send(erase(try await identity.send(CreateAccount.of(.ada))))
        }
        try await IdentityHarness.run(in: folder) { identity in
            #expect(try await identity.outcome(signIn()) == .erasurePending)
            identity.clock.advance(seconds: Self.grace)
            try await isErased(identity)
        }
    }

    @Test(
        "Two processes of one database carry out a planned erasure once",
        .disabled(if: TestPostgreSQL.reasonToSkip != nil))
    func twoProcesses() async throws {
        let address = try PostgreSQLAddress(try TestPostgreSQL.durable.get().makeDatabase())
        let (first, second) = (try TemporaryFolder(), try TemporaryFolder())
        let change = { (settings: inout Settings) in
            settings.storage.server = address
            settings.identity.erasureGrace = .seconds(Self.grace)
        }
        try await IdentityHarness.run(change, in: first) { one in
            let name = "keys/phone-codes.secret"
            try SecretFile.copy(first.url.appendingPathComponent(name), to: second.url.appendingPathComponent(name))
            try await IdentityHarness.run(change, in: second) { other in
                let ada = try await one.send(CreateAccount.of(.ada))
                _ = try await one.send(erase(ada))
                #expect(try await other.outcome(signIn()) == .erasurePending)
                for process in [one, other] { process.clock.advance(seconds: Self.grace) }
                for _ in 1...3 { for process in [one, other] { process.signalHousekeeping() } }
                try await isErased(other)
                let lines = one.log.all + other.log.all
                #expect(lines.count { $0.contains("event=account_erased") } == 1)
            }
        }
    }
}
