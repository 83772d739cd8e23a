@testable import Identity

@Suite("A store keeps codes by mail", .timeLimit(.minutes(10))) struct EmailCodeStoreTests {
    private let stores = ScratchStores()

    private static let ada = AccountID.named("ada")
    private static let secret = CodeSecret([UInt8](repeating: 1, count: 32))

    private func code(_ number: UInt8) -> OneTimeCode {
        OneTimeCode(random: [0, 0, 0, 0, 0, 0, 0, number], digits: OneTimeCode.emailDigits)
    }

    private func draft(_ use: EmailCodeUse, _ number: UInt8 = 1, at now: UnixTime = .start) -> EmailCodeDraft {
        let end = now.adding(seconds: use.seconds)
        return EmailCodeDraft(
            use: use, code: code(number), secret: Self.secret, expiresAt: end,
            message: .sample(use.message, expiresAt: end))
    }

    private func shown(_ use: EmailCodeUse, _ number: UInt8 = 1) -> ShownEmailCode {
        ShownEmailCode(use: use, code: code(number), secret: Self.secret)
    }

    private func isQueued(_ draft: EmailCodeDraft, in store: IdentityStore) async throws -> Bool {
        try await store.read { connection in
            try connection.exists("SELECT 1 FROM personal_message WHERE id = \(draft.message.id)")
        }
    }

    private func confirm(
        _ store: IdentityStore, _ use: EmailCodeUse, _ number: UInt8 = 1, as account: AccountID = ada,
        at now: UnixTime = .start
    ) async throws -> Result<AccountProfile, EmailCodeRefusal> {
        try await store.confirmEmail(
            account, shown(use, number), telling: .sample(.emailChanged, token: "", expiresAt: nil),
            in: SessionID("s1"), at: now
        ).map(\.profile)
    }

    private func verify(
        _ store: IdentityStore, _ number: UInt8 = 1, address: String = "ada@example.org", cancels: Bool = false,
        at now: UnixTime = .start
    ) async throws -> Result<RecognisedAccount, EmailCodeRefusal> {
        try await store.verifyEmailCode(
            shown(.signIn, number), to: try EmailAddress(address), login: LoginRecord(), from: { _ in nil },
            cancelsErasure: cancels, at: now)
    }

    private func verified(_ kind: StoreKind) async throws -> IdentityStore {
        let store = try await stores.identityWithAda(kind)
        _ = try await store.requestEmailCode(Self.ada, draft(.verification), at: .start)
        _ = try await confirm(store, .verification).get()
        return store
    }

    @Test("A code confirms an address once, until another address replaces it", arguments: StoreKind.allCases)
    func verification(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        let sent = draft(.verification)
        #expect(try await store.requestEmailCode(Self.ada, sent, at: .start) == later(60))
        #expect(try await isQueued(sent, in: store))
        #expect(try await store.getProfile(Self.ada).emailVerifiedAt == nil)
        let confirmed = try await confirm(store, .verification, at: later(2)).get()
        for profile in [confirmed, try await store.getProfile(Self.ada)] {
            #expect(profile.emailVerifiedAt == later(2) && profile.names.email?.value == "ada@example.org")
        }
        #expect(try await confirm(store, .verification, at: later(3)).refusal == .used)
        let password = try await store.password()
        let moved = try await store.updateProfile(
            Self.ada, names: .email("ada@work.example"), details: ProfileDetails(), checked: password, at: later(4))
        #expect(moved.emailVerifiedAt == nil)
        #expect(try await confirm(store, .verification, at: later(5)).refusal == .unsent)
    }

    @Test("An address that an earlier version changes is no longer confirmed", arguments: StoreKind.allCases)
    func older(kind: StoreKind) async throws {
        let store = try await verified(kind)
        _ = try await store.write { try $0.run("UPDATE account SET email = 'other@example.org'") }
        #expect(try await store.getProfile(Self.ada).emailVerifiedAt == nil)
    }

    @Test("A code has a limited number of tries, which are counted before the check", arguments: StoreKind.allCases)
    func tries(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        _ = try await store.requestEmailCode(Self.ada, draft(.verification), at: .start)
        let refusals = try await concurrently(30) { _ in try await confirm(store, .verification, 9).refusal }
        #expect(refusals.count { $0 == .mismatch } == OneTimeCode.tries)
        #expect(refusals.count { $0 == .usedUp } == 30 - OneTimeCode.tries)
        #expect(try await confirm(store, .verification).refusal == .usedUp)
        // A new code has tries of its own.
        _ = try await store.requestEmailCode(Self.ada, draft(.verification, 2, at: later(60)), at: later(60))
        #expect(try await confirm(store, .verification, 2, at: later(60)).refusal == nil)
    }

    @Test("A code of one purpose is refused for another", arguments: StoreKind.allCases)
    func crossed(kind: StoreKind) async throws {
        let store = try await verified(kind)
        let (moment, proof) = (later(100), draft(.proof, 3, at: later(100)))
        _ = try await store.requestEmailCode(Self.ada, proof, at: moment)
        #expect(try await confirm(store, .change, 3, at: moment).refusal == .onlyUse)
        #expect(try await verify(store, 3, at: moment).refusal == .unsent)
        #expect(try await store.tryProofCode(Self.ada, shown(.proof, 4), at: moment).refusal == .mismatch)
        // It is used up by what it is shown for.
        let tried = try await store.tryProofCode(Self.ada, shown(.proof, 3), at: moment).get()
        #expect(try await store.tryProofCode(Self.ada, shown(.proof, 3), at: moment).refusal == nil)
        let person = ProvenPerson(session: SessionID("s1")!, signedInAt: .start, password: nil)
        let notice = MessageDraft.sample(.exported, token: "", expiresAt: nil)
        try await store.beginExport(Self.ada, by: person, proof: .emailCode(tried), telling: notice, at: moment)
        let again = MessageDraft.sample(.exported, id: "again", token: "", expiresAt: nil)
        #expect(
            await refusal {
                try await store.beginExport(Self.ada, by: person, proof: .emailCode(tried), telling: again, at: moment)
            } == .emailCode(.used))
        #expect(try await store.tryProofCode(Self.ada, shown(.proof, 3), at: moment).refusal == .used)
        _ = try await store.requestEmailCode(Self.ada, draft(.proof, 5, at: later(200)), at: later(200))
        #expect(try await store.tryProofCode(Self.ada, shown(.proof, 5), at: later(500)).refusal == .expired)
    }

    @Test("A code moves an account to another address, and the former one is told", arguments: StoreKind.allCases)
    func change(kind: StoreKind) async throws {
        let store = try await verified(kind)
        let wanted = try EmailAddress("Ada@Work.example")
        let person = ProvenPerson(session: SessionID("s1")!, signedInAt: .start, password: nil)
        let asked = EmailChangeRequest(address: wanted, person: person, proof: nil)
        _ = try await store.requestEmailCode(Self.ada, draft(.change), changing: asked, at: .start)
        _ = try await store.requestEmailSignIn(try EmailAddress("ada@example.org"), draft(.signIn, 7), at: .start)
        #expect(try await store.getProfile(Self.ada).names.email?.value == "ada@example.org")
        let notice = MessageDraft.sample(.emailChanged, token: "", expiresAt: nil)
        let moved = try await store.confirmEmail(
            Self.ada, shown(.change), telling: notice, in: SessionID("s1"), at: later(1)
        ).get().profile
        #expect(moved.names.email?.value == "ada@work.example" && moved.emailVerifiedAt == later(1))
        #expect(try await store.findPassword(of: .of("ada@work.example"))?.account == Self.ada)
        #expect(try await store.findPassword(of: .of("ada@example.org")) == nil)
        // The code sent to the former address is no longer valid.
        #expect(try await verify(store, 7, at: later(1)).refusal == .unsent)
        let queued = try await store.claimMessages(limit: 10, at: later(1))
        #expect(queued.map(\.kind).contains(.emailChanged) && !queued.map(\.kind).contains(.signInCode))
        let content = try MessageSeal.sample.open(try #require(queued.first { $0.id == notice.id }).sealed, notice.id)
        #expect(content.address.value == "ada@example.org")
    }

    @Test("A taken address gets the same work, and its owner a notice", arguments: StoreKind.allCases)
    func taken(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        try await store.create("bob", .email("bob@example.org"))
        let person = ProvenPerson(session: SessionID("s1")!, signedInAt: .start.adding(seconds: 1), password: nil)
        var rows: [[String]] = []
        for (account, address) in [("ada", "bob@example.org"), ("bob", "free@example.org")] {
            let asked = EmailChangeRequest(address: try EmailAddress(address), person: person, proof: nil)
            let next = try await store.requestEmailCode(.named(account), draft(.change), changing: asked, at: .start)
            #expect(next == later(60))
            // An export of the two gives the same rows.
            rows.append(
                try await store.read { connection in
                    try connection.values(
                        """
                        SELECT kind FROM personal_message m JOIN account a ON a.number = m.account \
                        WHERE a.id = \(account)
                        """)
                })
        }
        #expect(rows == [["email-change"], ["email-change"]])
        let queued = try await store.claimMessages(limit: 10, at: .start)
        let said = try queued.map { try MessageSeal.sample.open($0.sealed, $0.id) }
        #expect(Set(said.map(\.replacementKind)) == [.emailTaken, nil])
        let told = try #require(said.first { $0.replacementKind == .emailTaken })
        #expect(told.address.value == "bob@example.org" && told.token.value.isEmpty && told.account == .named("bob"))
        let refused = await refusal { _ = try await confirm(store, .change, at: .start) }
        #expect(refused == .nameTaken(.email))
    }

    @Test("An ended session and a missing proof are refused for a change of the address", arguments: StoreKind.allCases)
    func proof(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        try await store.createNobody()
        try await store.setAccountStatus(Self.ada, .disabled, at: .start)
        try await store.setAccountStatus(Self.ada, .active, at: .start)
        let address = try EmailAddress("new@example.org")
        func ask(_ account: String, _ person: ProvenPerson?) async -> Refusal? {
            await refusal {
                _ = try await store.requestEmailCode(
                    .named(account), draft(.change),
                    changing: EmailChangeRequest(address: address, person: person, proof: nil), at: .start)
            }
        }
        let outdated = ProvenPerson(session: SessionID("s1")!, signedInAt: .start, password: nil)
        #expect(await ask("ada", outdated) == .sessionOutdated)
        #expect(await ask("ada", nil) == .proofNeeded)
        #expect(await ask("nobody", nil) == nil)
        let made = try await confirm(store, .change, as: .named("nobody")).get()
        #expect(made.names.email?.value == "new@example.org" && made.emailVerifiedAt == .start)
        // From now on the account has an owner.
        #expect(await ask("nobody", nil) == .proofNeeded)
        let left = try await store.eraseUnreachableAccount(.named("nobody"), at: later(1))
        #expect(left == .reachable)
    }

    @Test("A sign-in code is valid once, for its confirmed address", arguments: StoreKind.allCases)
    func signIn(kind: StoreKind) async throws {
        let store = try await verified(kind)
        let address = try EmailAddress(" ADA@example.org")
        #expect(try await store.requestEmailSignIn(address, draft(.signIn), at: .start) == Self.ada)
        #expect(try await verify(store, 2).refusal == .mismatch)
        #expect(try await verify(store, address: "eve@example.org").refusal == .unsent)
        let signedIn = try await verify(store).get()
        #expect(signedIn.verified.profile.account == Self.ada && !signedIn.hasCancelledErasure)
        #expect(try await verify(store).refusal == .used)
        // A later code takes the place of an earlier one.
        for number in [UInt8(3), 4] {
            let moment = later(Int64(number) * 60)
            _ = try await store.requestEmailSignIn(address, draft(.signIn, number, at: moment), at: moment)
        }
        #expect(try await verify(store, 3, at: later(241)).refusal == .mismatch)
        #expect(try await verify(store, 4, at: later(240 + 600)).refusal == .expired)
        try await store.setAccountStatus(Self.ada, .disabled, at: later(900))
        #expect(try await store.requestEmailSignIn(address, draft(.signIn, 5, at: later(900)), at: later(900)) == nil)
        #expect(try await verify(store, 5, at: later(900)).refusal == .unsent)
    }

    @Test("An address gets five sign-in codes an hour, and the last one stays valid", arguments: StoreKind.allCases)
    func budget(kind: StoreKind) async throws {
        let store = try await verified(kind)
        let address = try EmailAddress("ada@example.org")
        for number in 1...5 {
            let moment = later(Int64(number) * 60)
            let sent = draft(.signIn, UInt8(number), at: moment)
            #expect(try await store.requestEmailSignIn(address, sent, at: moment) == Self.ada)
        }
        let unsent = draft(.signIn, 6, at: later(360))
        #expect(try await store.requestEmailSignIn(address, unsent, at: later(360)) == nil)
        #expect(try await !isQueued(unsent, in: store))
        #expect(try await verify(store, 5, at: later(361)).refusal == nil)
        try await store.purge(at: later(7200), tombstonesBefore: .start)
        let left: Int64? = try await store.read { connection in
            try connection.value(
                """
                SELECT (SELECT count(*) FROM sign_in_code) + (SELECT count(*) FROM email_code) \
                + (SELECT count(*) FROM email_code_request)
                """)
        }
        #expect(left == 0)
    }

    @Test("An unknown or unconfirmed address takes the same work")
    func work() async throws {
        let store = try await verified(.sqlite)
        try await store.create("bob", .email("bob@example.org"))
        let log = StatementLog()
        try await store.write { try log.follow($0) }
        _ = log.take()
        var asked: [[String]] = []
        var shown: [[String]] = []
        for name in ["ada", "bob", "nobody"] {
            let address = "\(name)@example.org"
            _ = try await store.requestEmailSignIn(try EmailAddress(address), draft(.signIn), at: .start)
            asked.append(log.take())
            _ = try await verify(store, 2, address: address)
            shown.append(log.take())
        }
        #expect(asked[0].count > 5 && Set(asked).count == 1)
        #expect(shown[0].count > 2 && Set(shown).count == 1)
        withExtendedLifetime(log) {}
    }
}

extension Result where Failure == EmailCodeRefusal {
    /// Why a code does not count; nil when it did.
    var refusal: EmailCodeRefusal? {
        if case .failure(let refusal) = self { refusal } else { nil }
    }
}

extension IdentityStore {
    fileprivate func createNobody() async throws {
        _ = try await createAccount(.sample("nobody", password: nil), at: .start)
    }
}
