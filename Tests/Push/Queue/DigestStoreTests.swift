@testable import Push

@Suite("The digests of a store", .timeLimit(.minutes(10)))
struct DigestStoreTests {
    private let stores = ScratchStores()

    /// The held deliveries are due at once, because no quiet hours are stored.
    private func hold(
        _ ids: [String], in store: PushStore, endingAt ends: [UnixTime?] = [], isHeld: Bool = true
    ) async throws -> [Int64] {
        try await store.addDevice(of: "ada")
        var numbers: [Int64] = []
        for (place, id) in ids.enumerated() {
            let announcement = OutgoingNotification.sample.with {
                $0.expiresAt = place < ends.count ? ends[place] : nil
            }
            numbers.append(try await store.queue(announcement, as: id, for: try await store.recipients(["ada"])))
        }
        let due = try await due(store).filter { numbers.contains($0.notification.number) }
        try await store.recordOutcomes(
            due.map { delivery in
                var update = DeliveryUpdate(
                    delivery: delivery.place.number, state: .deferred, reason: "quiet-hours", attempts: 0,
                    nextAt: UnixTime.start.adding(seconds: 3600))
                update.isHeld = isHeld
                return update
            }, at: .start)
        return numbers
    }

    private func due(_ store: PushStore, at now: UnixTime = .start) async throws -> [DueDelivery] {
        try await store.due(.apnsProduction, at: now, after: nil, limit: 100)
    }

    private func gather(
        _ store: PushStore, at now: UnixTime = .start, isDigested: Bool = true
    ) async throws -> [DueDelivery] {
        while try await store.gather(in: .apnsProduction, at: now, limit: 10, isDigested: { _ in isDigested }) {}
        return try await due(store, at: now)
    }

    private func record(_ number: Int64, _ store: PushStore) async throws -> DeliveryRecord {
        let ada = try #require(try await store.recipient(of: AccountID("ada")!))
        return try #require(try await store.read { try DeliveryTable(connection: $0).records(of: ada, number) }.first)
    }

    private func update(
        _ digest: DueDelivery, _ state: DeliveryState, _ reason: String? = nil, next: UnixTime? = nil
    ) -> DeliveryUpdate {
        var update = DeliveryUpdate(
            delivery: digest.place.number, state: state, reason: reason, attempts: 1, nextAt: next)
        update.gathered = digest.gathered.map(\.place.number)
        return update
    }

    @Test("A digest gathers held pushes, and its outcome counts for each of them", arguments: StoreKind.allCases)
    func sent(kind: StoreKind) async throws {
        let store = try stores.push(kind)
        let numbers = try await hold(["one", "two", "three"], in: store)
        #expect(try await due(store).isEmpty, "what is held is not taken by itself")
        let later = UnixTime.start.adding(seconds: 5)
        let digest = try #require(try await gather(store, at: later).first)
        #expect(digest.gathering == .digest && digest.gathered.map(\.notification.number) == numbers)
        #expect(try await due(store, at: later).count == 1)
        #expect(try await store.counts("one") == .empty.with { ($0.accepted, $0.pending) = (1, 1) })
        #expect(try await record(numbers[0], store).nextAt == later, "it is tried when its digest is")
        #expect(try await gather(store, at: later).map(\.place.number) == [digest.place.number])
        var update = update(digest, .sent)
        update.gathered.removeLast()
        try await store.recordOutcomes([update], at: later)
        for (id, number) in zip(["one", "two"], numbers) {
            #expect(try await store.counts(id) == .empty.with { ($0.accepted, $0.sent) = (1, 1) })
            #expect(try await store.announcement(id)?.record.state == .done)
            let record = try await record(number, store)
            #expect(record.reason == "digest" && record.attempts == 1 && record.nextAt == nil && record.at == later)
        }
        let rest = try await due(store, at: later)
        #expect(rest.map(\.notification.number) == [numbers[2]] && rest.first?.gathering == nil)
    }

    @Test("A single push, and a kind without digests, is sent by itself", arguments: StoreKind.allCases)
    func alone(kind: StoreKind) async throws {
        let store = try stores.push(kind)
        let one = try await hold(["one"], in: store)
        #expect(try await gather(store).map(\.notification.number) == one)
        let others = try await hold(["two", "three"], in: store)
        #expect(try await gather(store, isDigested: false).map(\.notification.number) == one + others)
        let never = try await hold(["four", "five"], in: store, isHeld: false)
        #expect(try await gather(store).map(\.notification.number) == one + others + never)
    }

    @Test("A retry or a failure of a digest applies to the pushes that it gathers", arguments: StoreKind.allCases)
    func ends(kind: StoreKind) async throws {
        let store = try stores.push(kind)
        let numbers = try await hold(["one", "two", "three"], in: store)
        let first = try #require(try await gather(store).first)
        let next = UnixTime.start.adding(seconds: 10)
        try await store.recordOutcomes([update(first, .pending, "Shutdown", next: next)], at: .start)
        #expect(try await due(store).isEmpty)
        try await store.cancel(numbers[0], by: nil, at: .start)
        _ = try await store.suppressCancelled(numbers[0], limit: 10, at: .start)
        #expect(try await store.counts("one").suppressed == 1)
        let second = try #require(try await due(store, at: next).first)
        #expect(second.id == first.id && second.gathered.map(\.notification.number) == Array(numbers.dropFirst()))
        try await store.recordOutcomes([update(second, .failed, "BadTopic")], at: next)
        for (id, number) in zip(["two", "three"], numbers.dropFirst()) {
            #expect(try await store.counts(id) == .empty.with { ($0.accepted, $0.failed) = (1, 1) })
            #expect(try await record(number, store).reason == "BadTopic")
        }
        #expect(try await due(store, at: next).isEmpty)
    }

    @Test("After a digest expires, its unexpired pushes join the next one", arguments: StoreKind.allCases)
    func over(kind: StoreKind) async throws {
        let store = try stores.push(kind)
        let (soon, late) = (UnixTime.start.adding(seconds: 60), UnixTime.start.adding(seconds: 10 * 86_400))
        let numbers = try await hold(["one", "two", "three"], in: store, endingAt: [soon, late, late])
        let digest = try #require(try await gather(store).first)
        #expect(digest.notification.endsAt == UnixTime.start.adding(seconds: DigestContent.life))
        let over = try await due(store, at: soon)
        #expect(over.map(\.notification.number).contains(numbers[0]), "it comes up when it is over")
        try await store.recordOutcomes(
            over.filter { $0.notification.number == numbers[0] }
                .map { DeliveryUpdate(delivery: $0.place.number, state: .expired, attempts: 0) }, at: soon)
        #expect(try await store.counts("one").expired == 1)
        let end = digest.notification.endsAt
        try await store.recordOutcomes(
            [DeliveryUpdate(delivery: digest.place.number, state: .expired, attempts: 0)], at: end)
        let further = try await gather(store, at: end)
        #expect(further.map(\.gathering) == [.digest])
        #expect(further.first?.gathered.map(\.notification.number) == Array(numbers.dropFirst()))
        #expect(further.first?.id != digest.id)
    }

    @Test("After a crash a digest that may have left is unconfirmed with all its pushes", arguments: StoreKind.allCases)
    func crash(kind: StoreKind) async throws {
        let folder = try TemporaryFolder()
        let (store, close) = try kind.open(in: folder)
        let numbers = try await hold(["one", "two"], in: store)
        let digest = try #require(try await gather(store).first)
        #expect(digest.isNotedAlone)
        try await store.recordTaken(upTo: nil, and: [digest.place.number], in: .apnsProduction)
        #expect(store.inFlight.begin(digest, by: SetClock()))
        try close()
        let (again, closeAgain) = try kind.open(in: folder)
        try await again.recover(limit: 10, at: .start)
        let left = try #require(try await due(again).first)
        #expect(left.id == digest.id && left.isUnconfirmed && left.gathered.count == 2)
        try await again.cancel(numbers[0], by: nil, at: .start)
        _ = try await again.suppressCancelled(numbers[0], limit: 10, at: .start)
        #expect(try await record(numbers[0], again).reason == DeliveryEnd.unconfirmed)
        #expect(try await again.counts("one").sent == 1)
        #expect(try await due(again).map(\.id) == [digest.id])
        #expect(try await due(again).first?.gathered.map(\.notification.number) == [numbers[1]])
        try closeAgain()
    }

    @Test(
        "A cancelled push counts with its digest in flight, and is suppressed if that returns",
        arguments: [true, false])
    func inFlight(isSent: Bool) async throws {
        let store = try stores.push(.sqlite)
        let numbers = try await hold(["one", "two"], in: store)
        let digest = try #require(try await gather(store).first)
        #expect(store.inFlight.begin(digest, by: SetClock()))
        try await store.cancel(numbers[0], by: nil, at: .start)
        _ = try await store.suppressCancelled(numbers[0], limit: 10, at: .start)
        #expect(try await store.counts("one").pending == 1, "it may be sent yet")
        #expect(!store.inFlight.isCurrent(digest))
        try await store.recordOutcomes(
            [isSent ? update(digest, .sent) : update(digest, .pending, "Shutdown", next: .start)], at: .start)
        #expect(store.inFlight.count == 0)
        let counts = try await store.counts("one")
        #expect(isSent ? counts.sent == 1 : counts.suppressed == 1)
        #expect(try await store.counts("two").sent == (isSent ? 1 : 0))
    }

    @Test("A digest ends with its push device", arguments: StoreKind.allCases)
    func gone(kind: StoreKind) async throws {
        let store = try stores.push(kind)
        _ = try await hold(["one", "two"], in: store)
        let digest = try #require(try await gather(store).first)
        let removed = try await store.remove(.id(PushTokenID("token-ada")!), of: AccountID("ada")!, at: .start)
        #expect(removed == 1)
        for id in ["one", "two"] {
            #expect(try await store.counts(id) == .empty.with { ($0.accepted, $0.suppressed) = (1, 1) })
        }
        #expect(try await due(store).isEmpty)
        #expect(try await store.waiting(digest.place.number, in: .apnsProduction) == nil)
    }
}
