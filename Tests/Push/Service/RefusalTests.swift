@testable import Push

@Suite("Refusals of the rules of push", .timeLimit(.minutes(10)))
struct RefusalTests {
    private let stores = ScratchStores()

    private static let ada = AccountID("ada")!
    private static let shop = PublisherID("shop")!

    private func refusal(_ ask: () async throws(PushStoreError) -> Void) async throws -> Refusal? {
        do throws(PushStoreError) { try await ask() } catch {
            guard case .refused(let refusal) = error else { throw error }
            return refusal
        }
        return nil
    }

    private func register(_ name: String, in store: PushStore) async throws {
        let sample = RegisterPushToken.sample(Self.ada, token: name, session: "session-\(name)")
        _ = try await store.register(TokenRules.checked(sample), as: PushTokenID(name)!, at: .start)
    }

    @Test("A refusal fails no transaction and repeats no other write", arguments: StoreKind.allCases)
    func failsNobody(kind: StoreKind) async throws {
        let store = try stores.push(kind)
        let day = Int(CountRules.day)
        for number in 0..<TokenRules.maximum { try await register("token\(number)", in: store) }
        for _ in 0..<CountRules.probes { try await store.probe(Self.shop, at: .sample, .start) }
        for number in 0..<CountRules.probes {
            _ = try await store.announce(
                .sample, as: NotificationID("made\(number)")!, by: Self.shop, underKey: nil, isBounded: true, at: .start
            )
        }
        for number in 0..<TestRules.maximum {
            _ = try await store.sendTest(.sample, as: NotificationID("test\(number)")!, for: Self.ada, at: .start)
        }
        let asked = NotificationID("made0")!
        for _ in 0..<CountRules.inquiries {
            try await store.inquire(about: Self.ada, asked, askedBy: "support", at: .start)
        }
        let another = NotificationID("another")!
        func announce(_ fingerprint: UInt8, isBounded: Bool) async throws -> Refusal? {
            try await refusal { () async throws(PushStoreError) in
                _ = try await store.announce(
                    .sample, as: another, by: Self.shop,
                    underKey: IdempotencyKey(text: "key", fingerprint: [fingerprint]), isBounded: isBounded, at: .start)
            }
        }
        #expect(try await announce(1, isBounded: false) == nil)

        #expect(try await announce(2, isBounded: false) == .keyUsed)
        let together = try await refusal { () async throws(PushStoreError) in
            _ = try await store.announce(
                .sample, as: another, by: Self.shop, underKey: nil, isBounded: true, at: .start)
        }
        #expect(together == .tooManyTogether(retryAfter: Int(CountRules.together)))
        let probe = try await refusal { () async throws(PushStoreError) in
            try await store.probe(Self.shop, at: .sample, .start)
        }
        #expect(probe == .tooManyProbes(.count, retryAfter: day))
        let test = try await refusal { () async throws(PushStoreError) in
            _ = try await store.sendTest(.sample, as: another, for: Self.ada, at: .start)
        }
        #expect(test == .tooManyTests(retryAfter: Int(TestRules.span)))
        let inquiry = try await refusal { () async throws(PushStoreError) in
            try await store.inquire(about: Self.ada, asked, askedBy: "support", at: .start)
        }
        #expect(inquiry == .tooManyInquiries(retryAfter: day))
        let one = try TokenRules.checked(.sample(Self.ada, token: "more", session: "session-more"))
        let token = try await refusal { () async throws(PushStoreError) in
            _ = try await store.register(one, as: PushTokenID("more")!, at: .start)
        }
        #expect(token == .tooManyTokens)

        let statistics = store.database.statistics
        #expect(statistics.failedWrites == 0 && statistics.secondRuns == 0)
    }

    @Test("A refusal says after how many seconds to try again, at least one")
    func retryAfter() {
        #expect(Refusal.tooManyTests(retryAfter: 5).answer.retryAfter == 5)
        #expect(Refusal.tooManyTests(retryAfter: 0).answer.retryAfter == 1)
        #expect(Refusal.tooManyTogether(retryAfter: nil).answer.retryAfter == nil)
    }
}
