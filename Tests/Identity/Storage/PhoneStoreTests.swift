@testable import Identity

@Suite("A store keeps phone numbers", .timeLimit(.minutes(10))) struct PhoneStoreTests {
    private let stores = ScratchStores()

    private static let ada = AccountID.named("ada")

    private func code(_ hash: UInt8 = 1, _ number: String = "+33612345678") throws -> SentPhoneCode {
        SentPhoneCode(number: try #require(PhoneNumber(number)), hash: [UInt8](repeating: hash, count: 32))
    }

    @discardableResult
    private func request(
        _ store: IdentityStore, _ code: SentPhoneCode, as account: AccountID = ada, phone: UInt8 = 9,
        at now: UnixTime = .start
    ) async throws -> (nextAt: UnixTime, isSent: Bool) {
        let message = MessageDraft.sample(.phoneCode)
        let nextAt = try await store.requestPhoneCode(
            account, code, phoneHash: [phone], until: now.adding(seconds: 600), by: message, at: now)
        let isSent = try await store.read { connection in
            try connection.exists("SELECT 1 FROM personal_message WHERE id = \(message.id)")
        }
        return (nextAt, isSent)
    }

    @Test("A number is kept once its code was shown, and the code is used up", arguments: StoreKind.allCases)
    func confirmation(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        let sent = try await request(store, code())
        #expect(sent.nextAt == later(60) && sent.isSent)
        let tried = try await store.tryPhoneCode(Self.ada, at: later(1))
        #expect(try tried == code())
        let confirmed = try await store.confirmPhone(Self.ada, tried, at: later(2))
        for profile in [confirmed, try await store.getProfile(Self.ada)] {
            #expect(profile.verifiedPhone?.value == "+33612345678" && profile.phoneVerifiedAt == later(2))
            #expect(profile.updatedAt == later(2) && profile.names == .adaAsKept)
        }
        #expect(await refusal { _ = try await store.tryPhoneCode(Self.ada, at: later(3)) } == .noCode)
        #expect(await refusal { _ = try await store.confirmPhone(Self.ada, tried, at: later(3)) } == .noCode)
        #expect(try await store.feed().count == 1)
    }

    @Test("A number is confirmed only while its code counts", arguments: StoreKind.allCases)
    func expiry(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        #expect(await refusal { _ = try await store.tryPhoneCode(Self.ada, at: .start) } == .noCode)
        try await request(store, code())
        let tried = try await store.tryPhoneCode(Self.ada, at: later(599))
        #expect(await refusal { _ = try await store.tryPhoneCode(Self.ada, at: later(600)) } == .noCode)
        #expect(await refusal { _ = try await store.confirmPhone(Self.ada, tried, at: later(600)) } == .noCode)
    }

    @Test("A code has a limited number of tries, also in parallel", arguments: StoreKind.allCases)
    func tries(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        try await request(store, code())
        let refusals = try await concurrently(50) { _ in
            await refusal { _ = try await store.tryPhoneCode(Self.ada, at: .start) }
        }
        #expect(refusals.count { $0 == nil } == OneTimeCode.tries)
        #expect(refusals.count { $0 == .codeUsedUp } == 50 - OneTimeCode.tries)
        // A new code has tries of its own.
        try await request(store, code(2), at: later(60))
        #expect(try await store.tryPhoneCode(Self.ada, at: later(60)) == code(2))
    }

    @Test("Only the latest code confirms a number", arguments: StoreKind.allCases)
    func latest(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        try await request(store, code(1))
        let first = try await store.tryPhoneCode(Self.ada, at: .start)
        try await request(store, code(2, "+33687654321"), phone: 8, at: later(60))
        #expect(await refusal { _ = try await store.confirmPhone(Self.ada, first, at: later(61)) } == .noCode)
        let second = try await store.tryPhoneCode(Self.ada, at: later(61))
        #expect(try await store.confirmPhone(Self.ada, second, at: later(61)).verifiedPhone?.value == "+33687654321")
    }

    @Test("Codes are sent within the budgets of the account and the number", arguments: StoreKind.allCases)
    func budget(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        try await store.create("bob", .username("bob"))
        try await request(store, code())
        let soon = later(59)
        let tooSoon = Refusal.codeTooSoon(opens: later(60), now: soon)
        #expect(await refusal { try await request(store, try code(), phone: 8, at: soon) } == tooSoon)
        // Another account learns nothing of that, and the number gets nothing.
        let unsent = try await request(store, code(), as: .named("bob"), at: soon)
        #expect(!unsent.isSent && unsent.nextAt == later(119))
        for number in 1..<Int64(CodeBudget.phones.codes) {
            let sent = try await request(store, code(), phone: UInt8(number % 2), at: later(60 * number))
            #expect(sent.nextAt == (number == 4 ? later(CodeBudget.phones.windowSeconds) : later(60 * number + 60)))
        }
        let day = later(CodeBudget.phones.windowSeconds)
        let refused = await refusal { try await request(store, try code(), phone: 6, at: later(4000)) }
        #expect(refused == .codeTooSoon(opens: day, now: later(4000)))
        // An account that is erased takes nothing off the number.
        _ = try await store.eraseAccount(Self.ada, at: later(4000))
        try await store.create("eve", .username("eve"))
        #expect(try await !request(store, code(), as: .named("eve"), phone: 0, at: later(241)).isSent)
        try await store.purge(at: day, tombstonesBefore: .start)
        #expect(try await request(store, code(), as: .named("eve"), phone: 0, at: day).isSent)
    }

    @Test("A removed number stays removed, whatever the provider says", arguments: StoreKind.allCases)
    func removal(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        let link = try ProviderLink(issuer: "https://one.example", subjectHash: String(repeating: "a", count: 64))
        let claims = PersonClaims(phone: Personal("+33611111111"), phoneIsVerified: true)
        func recognise() async throws -> AccountProfile {
            try await store.recogniseIssuedUser(
                link, claims, as: .sample("ada", password: nil), login: LoginRecord(), at: .start
            ).verified.profile
        }
        #expect(try await recognise().verifiedPhone?.value == "+33611111111")
        try await request(store, code())
        let sent = try await store.tryPhoneCode(Self.ada, at: .start)
        _ = try await store.confirmPhone(Self.ada, sent, at: .start)
        #expect(try await recognise().verifiedPhone?.value == "+33612345678")
        try await request(store, code(2), at: later(60))
        for _ in 1...2 {
            let profile = try await store.removePhone(Self.ada, at: later(70))
            #expect(profile.verifiedPhone == nil && profile.phoneVerifiedAt == nil && profile.updatedAt == later(70))
        }
        #expect(await refusal { _ = try await store.tryPhoneCode(Self.ada, at: later(70)) } == .noCode)
        #expect(try await recognise().verifiedPhone == nil)
    }

    @Test("Only an open account keeps a number", arguments: StoreKind.allCases, [true, false])
    func gone(kind: StoreKind, isErased: Bool) async throws {
        let store = try await stores.identityWithAda(kind)
        try await request(store, code())
        let sent = try await store.tryPhoneCode(Self.ada, at: .start)
        if isErased {
            _ = try await store.eraseAccount(Self.ada, at: .start)
        } else {
            try await store.setAccountStatus(Self.ada, .disabled, at: .start)
        }
        #expect(await refusal { try await request(store, try code(), at: later(60)) } == .accountGone)
        #expect(await refusal { _ = try await store.tryPhoneCode(Self.ada, at: .start) } == .accountGone)
        #expect(await refusal { _ = try await store.confirmPhone(Self.ada, sent, at: .start) } == .accountGone)
        #expect(await refusal { _ = try await store.removePhone(Self.ada, at: .start) } == .accountGone)
        guard !isErased else { return }
        try await store.setAccountStatus(Self.ada, .active, at: .start)
        #expect(await refusal { _ = try await store.tryPhoneCode(Self.ada, at: .start) } == .noCode)
    }
}

extension AccountNames {
    fileprivate static let adaAsKept = AccountNames(
        username: "Ada", email: Personal("ada@example.org"), phone: Personal("+33612345678"))
}
