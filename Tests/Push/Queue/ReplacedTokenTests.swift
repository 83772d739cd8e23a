@testable import Push

@Suite("A delivery to a token that is replaced in flight", .timeLimit(.minutes(10)))
struct ReplacedTokenTests {
    private let stores = ScratchStores()

    private static let ada = AccountID("ada")!

    private func register(_ token: String, in store: PushStore) async throws {
        let sample = RegisterPushToken.sample(Self.ada, token: token, pushDevice: "phone")
        _ = try await store.register(TokenRules.checked(sample), as: PushTokenID(token)!, at: .start)
    }

    /// The provider reports "old" as gone. `meanwhile` is called before that is recorded.
    private func outcome(
        _ kind: StoreKind, registeredBefore moment: UnixTime?, _ meanwhile: (PushStore) async throws -> Void
    ) async throws -> (counts: DeliveryCounts, due: [DueDelivery]) {
        let store = try stores.push(kind)
        try await register("old", in: store)
        try await store.queue(for: try await store.recipients(["ada"]))
        let delivery = try #require(try await store.due(.apnsProduction, at: .start, after: nil, limit: 1).first)
        let token = try #require(delivery.token)
        #expect(store.inFlight.begin(delivery, by: SetClock()))
        try await meanwhile(store)
        let again = UnixTime.start.adding(seconds: 10)
        try await store.recordOutcomes(
            [
                DeliveryUpdate(
                    delivery: delivery.place.number, state: .failed, reason: "Unregistered", attempts: 1,
                    token: .gone(token.number, ifRegisteredBefore: moment), ifTokenStays: again)
            ], at: .start)
        let record = try #require(try await store.announcement("one")).record
        let due = try await store.due(.apnsProduction, at: again, after: nil, limit: 10)
        return (record.counts, due)
    }

    @Test(
        "A delivery is sent to the new token when the old one is gone",
        arguments: StoreKind.allCases, [nil, UnixTime.start.adding(seconds: 1)])
    func replaced(kind: StoreKind, moment: UnixTime?) async throws {
        let (counts, due) = try await outcome(kind, registeredBefore: moment) { try await register("new", in: $0) }
        #expect(counts == .empty.with { ($0.accepted, $0.pending) = (1, 1) })
        #expect(due.map(\.token?.token.value) == [.apns("new")])
    }

    @Test("A delivery to a removed token fails without a new one", arguments: StoreKind.allCases)
    func notReplaced(kind: StoreKind) async throws {
        let (counts, due) = try await outcome(kind, registeredBefore: nil) { _ in }
        #expect(counts == .empty.with { ($0.accepted, $0.failed) = (1, 1) } && due.isEmpty)
    }
}
