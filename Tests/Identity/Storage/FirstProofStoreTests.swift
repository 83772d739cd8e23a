@testable import Identity

@Suite("A store removes what was bound before an address was proven", .timeLimit(.minutes(10)))
struct FirstProofStoreTests {
    private static let ada = AccountID.named("ada")
    private static let apple = AccountID.named("apple_0123456789abcdef0123456789abcd")
    private static let token = [UInt8](repeating: 5, count: 32)

    /// The table of docs/reference/accounts.md: what each proof leaves.
    private static let kept: [FirstProof: Set<FirstProof.Binding>] = [
        .passwordLink: [.otherSessions],
        .code: [.password, .sessions, .places],
        .provider: [.password, .secondStep, .otherSessions, .places],
        .apple: [.otherSessions],
    ]

    private static let cells = StoreKind.allCases.flatMap { kind in FirstProof.allCases.map { (kind, $0) } }

    @Test("Each first proof removes its kinds of bindings", arguments: cells)
    func table(kind: StoreKind, proof: FirstProof) async throws {
        let bound = try await BoundAccount(kind, proof == .apple ? Self.apple : Self.ada)
        #expect(try await bound.bindings() == BoundAccount.all, "all are there before")
        let profile = try await bound.prove(proof)
        var expected = try #require(Self.kept[proof])
        // A link for a password sets another one in its place.
        expected.remove(.erasure)
        #expect(try await bound.bindings() == expected)
        #expect(profile.contactEmail?.value != "mallory@example.org" && profile.verifiedPhone == nil)
        #expect((profile.emailVerifiedAt != nil) == (proof != .apple))
    }

    @Test("Only the session that showed the code continues", arguments: StoreKind.allCases)
    func sessions(kind: StoreKind) async throws {
        let bound = try await BoundAccount(kind, Self.ada)
        let store = bound.store
        _ = try await bound.prove(.code)
        let change = try #require(try await store.feed()["ada"] ?? nil)
        #expect(change.status == .active && change.keptSession == BoundAccount.session)
        #expect(change.sessionsEndBefore == BoundAccount.moment)
        // Another session that ends, and whose request crosses the proof, binds nothing anew.
        let other = SessionID("other")
        #expect(
            await refusal {
                _ = try await store.beginTOTP(Self.ada, [1], signedInAt: .start, in: other, at: BoundAccount.moment)
            } == .sessionOutdated)
        _ = try await store.beginTOTP(
            Self.ada, [1], signedInAt: .start, in: BoundAccount.session, at: BoundAccount.moment)
        // A link for a password ends this one as well.
        _ = try await bound.prove(.passwordLink)
        #expect(try await store.feed()["ada"]??.keptSession == nil)
    }

    @Test("A later proof removes nothing", arguments: cells.filter { $0.1 != .apple })
    func later(kind: StoreKind, proof: FirstProof) async throws {
        let bound = try await BoundAccount(kind, Self.ada, isProven: true)
        _ = try await bound.prove(proof)
        // Any link for a password ends sessions and codes.
        let ended: Set<FirstProof.Binding> = proof == .passwordLink ? [.password, .codes, .sessions] : []
        #expect(try await bound.bindings() == BoundAccount.all.subtracting(ended))
    }

    @Test("The proof of a newly entered address removes earlier bindings too", arguments: StoreKind.allCases)
    func otherAddress(kind: StoreKind) async throws {
        let bound = try await BoundAccount(kind, Self.ada, isProven: true)
        let store = bound.store
        // The stranger has proven their own address, and now gives the account another user's address.
        _ = try await store.updateProfile(
            Self.ada, names: .email("victim@example.org"), details: ProfileDetails(),
            checked: try await store.password(), at: .start)
        _ = try await bound.prove(.passwordLink, address: "victim@example.org")
        #expect(try await bound.bindings() == [.otherSessions])
    }

    @Test("A first address by a code removes only codes to other addresses", arguments: StoreKind.allCases)
    func firstAddress(kind: StoreKind) async throws {
        let bound = try await BoundAccount(kind, Self.ada, names: .username("ada"))
        let profile = try await bound.prove(.code, use: .change)
        #expect(try await bound.bindings() == BoundAccount.all.subtracting([.codes]))
        #expect(profile.emailVerifiedAt != nil)
    }

    @Test("Only the first password link cancels an erasure", arguments: StoreKind.allCases, [false, true])
    func erasure(kind: StoreKind, isProven: Bool) async throws {
        let bound = try await BoundAccount(kind, Self.ada, isProven: isProven)
        let store = bound.store
        let begun = try await store.eraseAccount(Self.ada, grace: 86_400, at: .start)
        let due = try #require(begun?.dueAt)
        let profile = try await bound.prove(.passwordLink)
        // A user who had proven the address cancels the erasure when they sign in.
        #expect(profile.erasesAt == (isProven ? due : nil))
        #expect(profile.status == (isProven ? .disabled : .active))
        #expect((try await store.scheduledErasure(of: Self.ada) != nil) == isProven)
        #expect(try await store.feed()["ada"]??.status == profile.status)
        #expect(try await store.eraseDue(Self.ada, at: due) == isProven)
    }

    @Test("No link opens an account that an operator has closed or that is being erased", arguments: StoreKind.allCases)
    func closed(kind: StoreKind) async throws {
        let bound = try await BoundAccount(kind, Self.ada)
        let store = bound.store
        func request() async throws -> AccountID? {
            try await store.requestPasswordReset(
                of: .of("ada@example.org"), token: Self.token, until: .start.adding(seconds: 3600), by: .sample(),
                at: .start)
        }
        _ = try await store.eraseAccount(Self.ada, grace: 60, at: .start)
        #expect(try await request() == Self.ada)
        #expect(
            await refusal {
                _ = try await store.resetPassword(Self.token, new: .sample(2), at: .start.adding(seconds: 60))
            } == .unknownReset)
        try await store.setAccountStatus(Self.ada, .disabled, at: .start)
        #expect(try await request() == nil)
        #expect(await refusal { try await store.checkPasswordReset(Self.token, at: .start) } == .unknownReset)
    }
}

private struct BoundAccount {
    private let stores = ScratchStores()

    /// All except the erasure, which needs a closed account.
    static let all = Set(FirstProof.Binding.allCases).subtracting([.erasure])

    let store: IdentityStore
    let account: AccountID
    private static let secret = CodeSecret([UInt8](repeating: 1, count: 32))
    private static let network = SeenNetwork(hash: [UInt8](repeating: 4, count: 32), oldest: .start)
    private static let code = OneTimeCode(random: [UInt8](repeating: 7, count: 8), digits: OneTimeCode.emailDigits)
    static let moment = UnixTime.start.adding(seconds: 60)
    static let session = SessionID("own")

    init(_ kind: StoreKind, _ account: AccountID, names: AccountNames = .ada, isProven: Bool = false) async throws {
        let store = try stores.identity(kind)
        (self.store, self.account) = (store, account)
        let isApple = account.text.hasPrefix("apple_")
        _ = try await store.createAccount(
            NewAccount(
                id: account,
                names: isApple ? .email("\(account.text)@familysync.anonymous") : try NameRules.checked(names),
                details: ProfileDetails(), password: .sample(), registration: RegistrationRecord(),
                hasGivenID: false, network: Self.network), at: .start)
        let number = try await store.getProfile(account).number
        let link = try ProviderLink(issuer: "https://stranger.example", subjectHash: String(repeating: "b", count: 64))
        let end = UnixTime.start.adding(seconds: 600)
        try await store.write { connection in
            try ProviderLinkTable(connection: connection).insert(link, to: number, at: .start)
            try TOTPTable(connection: connection).begin([1, 2, 3], of: number, at: .start)
            try TOTPTable(connection: connection).use(1, of: number, at: .start)
            try RecoveryCodeTable(connection: connection).replace([[1]], of: number)
            try EmailCodeTable(connection: connection).set(
                [1], for: .proof, to: try EmailAddress("mallory@example.org"), of: number, until: end)
            try connection.run(
                """
                INSERT INTO passkey (id, account, credential_id, algorithm, public_key, sign_count, is_backup_eligible, \
                is_backed_up, transports, name, created_at) VALUES ('p1', \(number), \([1 as UInt8]), -7, \
                \([1 as UInt8]), 0, 0, 0, '', 'Phone', 0)
                """)
            var row = try store.present(account, connection)
            row.profile.contactEmail = Personal("mallory@example.org")
            row.profile.verifiedPhone = Personal("+33600000000")
            row.phoneOrigin = .provider
            if isProven { row.profile.emailVerifiedAt = .start }
            try AccountTable(connection: connection).update(row)
        }
    }

    func prove(
        _ proof: FirstProof, address: String = "ada@example.org", use: EmailCodeUse = .verification
    ) async throws -> AccountProfile {
        let now = Self.moment
        switch proof {
        case .passwordLink:
            let token = [UInt8](repeating: 5, count: 32)
            _ = try await store.requestPasswordReset(
                of: .of(address), token: token, until: now.adding(seconds: 60), by: .sample(), at: .start)
            return try await store.resetPassword(token, new: .sample(2), at: now)
        case .code:
            let draft = EmailCodeDraft(
                use: use, code: Self.code, secret: Self.secret, expiresAt: now.adding(seconds: 60),
                message: .sample(use.message))
            let change = EmailChangeRequest(
                address: try EmailAddress(address),
                person: ProvenPerson(session: SessionID("s1")!, signedInAt: now, password: nil), proof: nil)
            _ = try await store.requestEmailCode(account, draft, changing: use == .change ? change : nil, at: .start)
            return try await store.confirmEmail(
                account, ShownEmailCode(use: use, code: Self.code, secret: Self.secret),
                telling: .sample(.emailChanged, token: "", expiresAt: nil), signedInAt: .start, in: Self.session,
                at: now
            ).get().profile
        case .provider:
            let own = try ProviderLink(issuer: "https://own.example", subjectHash: String(repeating: "a", count: 64))
            let claims = PersonClaims(email: Personal(address), emailIsVerified: true)
            let verified = try await store.linkIssuedUser(own, claims, to: account, verifiedAt: .start, at: now)
            #expect(try await store.listProviderLinks(account).map(\.issuer).contains("https://own.example"))
            // The session that begins with this is none of those that end.
            let end = try await store.feed()[account.text]??.sessionsEndBefore
            #expect(end.map { verified.verifiedAt > $0 } != false)
            return verified.profile
        case .apple:
            let user = NewAccount(
                id: account, names: .email("\(account.text)@familysync.anonymous"), details: ProfileDetails(),
                password: nil, registration: RegistrationRecord(), hasGivenID: true)
            return try await store.recogniseAppleUser(user, login: LoginRecord(), at: now).verified.profile
        }
    }

    func bindings() async throws -> Set<FirstProof.Binding> {
        let number = try await store.getProfile(account).number
        let change = try await store.feed()[account.text] ?? nil
        let hasCodes = try await store.read { connection in
            try connection.exists("SELECT 1 FROM email_code WHERE account = \(number) AND purpose = 'proof'")
        }
        let hasRecoveryCodes = try await store.read { connection in
            try connection.exists("SELECT 1 FROM recovery_code WHERE account = \(number)")
        }
        let hasStep = try await store.getSecondStep(account).confirmedAt != nil
        #expect(hasStep == hasRecoveryCodes)
        let links = try await store.listProviderLinks(account).map(\.issuer)
        let isThere: [FirstProof.Binding: Bool] = [
            .password: try await store.findPassword(of: account)?.stored == .sample(),
            .passkeys: try await !store.listPasskeys(account).isEmpty, .secondStep: hasStep,
            .providerLinks: links.contains("https://stranger.example"), .codes: hasCodes,
            .networks: try await store.knowsNetwork(account, Self.network.hash, since: .start),
            .sessions: change?.sessionsEndBefore == nil || change?.keptSession != nil,
            .otherSessions: change?.keptSession == nil,
            .places: change?.takenOverAt == nil,
        ]
        return Set(isThere.filter(\.value).keys)
    }
}
