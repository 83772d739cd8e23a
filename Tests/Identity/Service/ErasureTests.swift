@testable import Identity

@Suite("The identity service: erasures", .timeLimit(.minutes(10))) struct ErasureTests {
    private static let id = ErasureID("e1")!
    private static let secret = SecretText("opens it")
    private static let request = ErasureRequest(id: id, secret: secret)
    private static let followers: [ServiceName] = [.authSession, .location, .preferences, .push]

    private func confirm(
        _ identity: IdentityHarness, _ service: ServiceName, through cursor: FeedCursor?,
        _ erased: [ErasedAccountRows] = []
    ) async throws {
        let client: BusClient = service == .authSession ? identity.authSession : identity.location
        _ = try await client.send(
            ConfirmErasures(reporter: service, through: cursor, erased: erased), MessageContext(requestID: "test"))
    }

    /// How far a follower has come that has read the whole feed.
    private func end(_ identity: IdentityHarness) async throws -> FeedCursor {
        let page = try await identity.readFeed()
        return FeedCursor(epoch: page.epoch, sequence: page.highWater)
    }

    @Test("An erasure is complete when each service has confirmed and said what it erased")
    func complete() async throws {
        try await IdentityHarness.withAda { identity, ada in
            let asked = try await identity.send(EraseAccount(account: ada, erasure: Self.request))
            #expect(asked.askedAt == .start)
            var erasure = try await identity.send(FindErasure(id: Self.id, secret: Self.secret))
            #expect(erasure.confirmed.map(\.service) == [.identity])
            #expect(
                erasure.confirmed[0].tables.map { "\($0.name) \($0.rows)" }
                    == ["account 1", "known_network 1", "password 1", "sign_in_name 3"])
            #expect(erasure.pending == [.authSession, .location, .preferences, .push])
            let end = try await end(identity)
            for service in Self.followers.dropLast() { try await confirm(identity, service, through: end) }
            erasure = try await identity.send(FindErasure(id: Self.id, secret: Self.secret))
            #expect(erasure.pending == [.push] && erasure.completedAt == nil)
            identity.clock.advance(seconds: 5)
            let rows = ErasedAccountRows(account: ada, sequence: end.sequence, tables: [ErasedTable("inbox", rows: 7)])
            try await confirm(identity, .push, through: nil, [rows])
            erasure = try await identity.send(FindErasure(id: Self.id, secret: Self.secret))
            #expect(erasure.pending.isEmpty && erasure.completedAt == .start.adding(seconds: 5))
            #expect(erasure.confirmed.last?.tables == [ErasedTable("inbox", rows: 7)])
            // A repeated report changes nothing.
            let other = ErasedAccountRows(account: ada, sequence: end.sequence, tables: [ErasedTable("inbox", rows: 9)])
            try await confirm(identity, .push, through: end, [other])
            #expect(try await identity.send(FindErasure(id: Self.id, secret: Self.secret)) == erasure)
        }
    }

    @Test("Only an operator learns of an erasure without its secret")
    func secrets() async throws {
        try await IdentityHarness.withAda { identity, ada in
            _ = try await identity.send(EraseAccount(account: ada, erasure: Self.request))
            #expect(try await identity.outcome(FindErasure(id: Self.id, secret: SecretText("another"))) == .notFound)
            #expect(try await identity.outcome(FindErasure(id: ErasureID("e2")!, secret: Self.secret)) == .notFound)
            #expect(try await identity.outcome(FindErasure(id: Self.id, secret: nil)) == nil)
            let bob = try await identity.send(CreateAccount.of(.username("bob"))).profile.account
            let byOperator = ErasureRequest(id: ErasureID("e3")!, secret: nil)
            _ = try await identity.send(EraseAccount(account: bob, erasure: byOperator))
            #expect(try await identity.outcome(FindErasure(id: byOperator.id, secret: SecretText(""))) == .notFound)
        }
    }

    @Test("A service that is behind in the feed, or follows another one, confirms nothing")
    func early() async throws {
        try await IdentityHarness.withAda { identity, ada in
            let before = try await end(identity)
            _ = try await identity.send(EraseAccount(account: ada, erasure: Self.request))
            let end = try await end(identity)
            try await confirm(identity, .push, through: before)
            try await confirm(identity, .push, through: nil)
            try await confirm(
                identity, .push,
                through: FeedCursor(epoch: FeedEpoch(rawValue: end.epoch.rawValue ^ (1 << 40)), sequence: 99))
            try await confirm(identity, .push, through: FeedCursor(epoch: end.epoch, sequence: end.sequence + 1))
            let early = ErasedAccountRows(account: ada, sequence: before.sequence, tables: [])
            try await confirm(identity, .push, through: nil, [early])
            let erasure = try await identity.send(FindErasure(id: Self.id, secret: Self.secret))
            #expect(erasure.confirmed.map(\.service) == [.identity])
        }
    }

    @Test("A repeated erasure spares a new account with the same id")
    func replay() async throws {
        try await IdentityHarness.run { identity in
            let apple = AccountID("apple_" + String(repeating: "a", count: 30))!
            let person = RecogniseAppleUser(account: apple)
            _ = try await identity.send(person)
            let first = try await identity.send(EraseAccount(account: apple, erasure: Self.request))
            identity.clock.advance(seconds: 1)
            _ = try await identity.send(person)
            #expect(try await identity.send(EraseAccount(account: apple, erasure: Self.request)) == first)
            #expect(try await identity.outcome(GetProfile(account: apple)) == nil)
            // A service that hears of both at once has had rows of the first one.
            let second = ErasureRequest(id: ErasureID("e2")!, secret: Self.secret)
            _ = try await identity.send(EraseAccount(account: apple, erasure: second))
            let rows = ErasedAccountRows(
                account: apple, sequence: try await end(identity).sequence, tables: [ErasedTable("claim", rows: 2)])
            try await confirm(identity, .location, through: nil, [rows])
            for (id, tables) in [(Self.id, rows.tables), (second.id, [])] {
                let erasure = try await identity.send(FindErasure(id: id, secret: Self.secret))
                #expect(erasure.confirmed.first { $0.service == .location }?.tables == tables)
            }
        }
    }

    @Test("A session of an earlier account with the same id erases nothing")
    func formerSession() async throws {
        try await IdentityHarness.run { identity in
            let apple = AccountID("apple_" + String(repeating: "a", count: 30))!
            let former = try await identity.send(RecogniseAppleUser(account: apple))
            _ = try await identity.send(EraseAccount(account: apple))
            identity.clock.advance(seconds: 1)
            let present = try await identity.send(RecogniseAppleUser(account: apple))
            func erase(_ moment: UnixTime) -> EraseAccount {
                let person = ProvenPerson(session: SessionID("s1")!, signedInAt: moment, password: nil)
                return EraseAccount(account: apple, erasure: Self.request, person: person)
            }
            #expect(try await identity.outcome(erase(former.verifiedAt)) == .invalidToken)
            #expect(try await identity.outcome(erase(present.verifiedAt)) == nil)
        }
    }

    @Test("A wrong password erases nothing and counts as a failed attempt")
    func password() async throws {
        try await IdentityHarness.run { identity in
            let created = try await identity.send(CreateAccount.of(.ada))
            func erase(_ password: SecretText) -> EraseAccount {
                let person = ProvenPerson(
                    session: SessionID("s1")!, signedInAt: created.verifiedAt.adding(seconds: 1),
                    password: password)
                return EraseAccount(account: created.profile.account, erasure: Self.request, person: person)
            }
            for _ in 1...5 { #expect(try await identity.outcome(erase(.new)) == .wrongCredentials) }
            #expect(try await identity.outcome(erase(.right)) == .rateLimited)
            // As if it had been a change of the password.
            let change = ChangePassword(
                account: created.profile.account, current: .right, new: .new, session: SessionID("s1")!)
            #expect(try await identity.outcome(change) == .rateLimited)
            #expect(try await identity.outcome(GetProfile(account: created.profile.account)) == nil)
            identity.clock.advance(seconds: 3600)
            #expect(try await identity.outcome(erase(.right)) == nil)
            #expect(try await identity.outcome(GetProfile(account: created.profile.account)) == .accountGone)
        }
    }

    @Test("The next start finishes an erasure that was interrupted")
    func interrupted() async throws {
        let folder = try TemporaryFolder()
        try await IdentityHarness.run(in: folder) { identity in
            let ada = try await identity.send(CreateAccount.of(.ada)).profile.account
            _ = try await identity.send(EraseAccount(account: ada, erasure: Self.request))
        }
        // As when the program ends right behind the COMMIT that deletes the account.
        let database = try IdentityStore.openDatabase(at: folder.url.appendingPathComponent("identity.sqlite"))
        _ = try await database.write { try $0.run("DELETE FROM erasure_confirmation WHERE service = 'identity'") }
        try database.close()
        try await IdentityHarness.run(in: folder) { identity in
            let isConfirmed = try await eventually {
                let erasure = try await identity.send(FindErasure(id: Self.id, secret: Self.secret))
                return erasure.confirmed.map(\.service) == [.identity]
            }
            #expect(isConfirmed)
        }
    }

    @Test("The record of an erasure names no account, and is deleted after 90 days")
    func retention() async throws {
        try await IdentityHarness.withAda { identity, ada in
            _ = try await identity.send(EraseAccount(account: ada, erasure: Self.request))
            let end = try await end(identity)
            for service in Self.followers { try await confirm(identity, service, through: end) }
            let erasure = try await identity.send(FindErasure(id: Self.id, secret: Self.secret))
            #expect(erasure.subject == ErasureSubject.text(of: ada, in: Self.id))
            #expect(erasure.subject != ErasureSubject.text(of: ada, in: ErasureID("e2")!))
            identity.clock.advance(seconds: 90 * 86_400 - 1)
            identity.signalHousekeeping()
            #expect(try await identity.outcome(FindErasure(id: Self.id, secret: Self.secret)) == nil)
            identity.clock.advance(seconds: 2)
            #expect(
                try await eventually {
                    identity.signalHousekeeping()
                    return try await identity.outcome(FindErasure(id: Self.id, secret: Self.secret)) == .notFound
                })
        }
    }
}
