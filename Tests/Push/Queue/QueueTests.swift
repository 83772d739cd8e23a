import CBOR

@testable import Push

extension StoreKind {
    /// Call `close` before you open it again.
    func open(in folder: TemporaryFolder) throws -> (store: PushStore, close: @Sendable () throws -> Void) {
        let database = try open(PushStore.self, in: folder)
        return (PushStore(database: database) { _ in }, { try database.close() })
    }
}

extension ScratchStores {
    func push(_ kind: StoreKind) throws -> PushStore {
        PushStore(database: try open(PushStore.self, on: kind)) { _ in }
    }
}

@Suite("The queue of a store", .timeLimit(.minutes(10)))
struct QueueTests {
    private let stores = ScratchStores()

    private func announce(
        _ id: String, to people: [String], in store: PushStore, at now: UnixTime = .start
    ) async throws -> Int64 {
        for name in people { try await store.addDevice(of: name) }
        return try await store.queue(as: id, for: try await store.recipients(people) { Double($0) }, at: now)
    }

    @Test("Deliveries are due by announcement, and the nearest first", arguments: StoreKind.allCases)
    func order(kind: StoreKind) async throws {
        let store = try stores.push(kind)
        _ = try await announce("later", to: ["eve"], in: store, at: UnixTime.start.adding(seconds: 5))
        _ = try await announce("first", to: ["cy", "ada", "ben"], in: store)
        let now = UnixTime.start.adding(seconds: 5)
        let due = try await store.due(.apnsProduction, at: now, after: nil, limit: 10)
        #expect(due.map(\.token?.token.value) == ["cy", "ada", "ben", "eve"].map { .apns($0) })
        #expect(try await store.due(.apnsProduction, at: .start, after: nil, limit: 10).count == 3)
        let rest = try await store.due(.apnsProduction, at: now, after: due[1].place, limit: 1)
        #expect(rest.map(\.id) == [due[2].id])
        #expect(try await store.due(.fcm, at: now, after: nil, limit: 10).isEmpty)
    }

    @Test("An outcome counts as sent even if the announcement was cancelled before", arguments: StoreKind.allCases)
    func sentAfterAll(kind: StoreKind) async throws {
        let store = try stores.push(kind)
        let number = try await announce("one", to: ["ada", "ben"], in: store)
        let due = try await store.due(.apnsProduction, at: .start, after: nil, limit: 10)
        try await store.cancel(number, by: nil, at: .start)
        #expect(try await store.suppressCancelled(number, limit: 10, at: .start) == false)
        let updates = [(due[0], DeliveryState.sent), (due[1], .failed)].map { delivery, state in
            DeliveryUpdate(delivery: delivery.place.number, state: state, attempts: 1)
        }
        try await store.recordOutcomes(updates, at: .start)
        let record = try #require(try await store.announcement("one")).record
        #expect(record.state == .cancelled)
        #expect(record.counts == .empty.with { ($0.accepted, $0.sent, $0.suppressed) = (2, 1, 1) })
    }

    @Test("A delivery is deferred only as long as the current quiet hours last", arguments: StoreKind.allCases)
    func deferredTooLate(kind: StoreKind) async throws {
        let store = try stores.push(kind)
        let people = ["ended", "shorter", "same", "allowed"]
        let number = try await announce("one", to: people, in: store)
        let due = try await store.due(.apnsProduction, at: .start, after: nil, limit: 10)
        // It is 08:00. The due deliveries were read while all users had quiet hours until 09:00.
        let ends = [nil, 8 * 60 + 30, 9 * 60, 9 * 60]
        let told = try zip(people, ends).enumerated().map { place, one in
            FeedChange(
                sequence: UInt64(place + 1), key: one.0,
                value: try CBOREncoder().encode(
                    NotificationPreferences(
                        choices: .sample,
                        quietHours: one.1.map {
                            QuietHours(
                                start: 7 * 60, end: $0, timeZone: "UTC",
                                allowsInterruptions: one.0 == "allowed" ? true : nil)
                        })))
        }
        try await store.applyPreferences(
            FeedPage(epoch: FeedEpoch(rawValue: 1), changes: told, highWater: 4, startsOver: true), at: .start)
        let nine = UnixTime.start.adding(seconds: 3600)
        try await store.recordOutcomes(
            due.map {
                // Two of them break through a Focus.
                DeliveryUpdate(
                    delivery: $0.place.number, state: .deferred, reason: "quiet-hours", attempts: 0, nextAt: nine,
                    isInterruption: $0.place.number >= due[2].place.number)
            }, at: .start)
        let record = try #require(try await store.announcement("one")).record
        #expect(record.counts == .empty.with { ($0.accepted, $0.pending, $0.deferred) = (4, 2, 2) })
        var waiting: [UnixTime?] = []
        for name in people {
            let recipient = try #require(try await store.recipient(of: AccountID(name)!))
            waiting.append(try await store.entry(of: recipient, number)?.deliveries.first?.nextAt)
        }
        #expect(waiting == [.start, UnixTime.start.adding(seconds: 1800), nine, .start])
    }

    @Test("A recipient whose position was erased after the decision gets no push", arguments: StoreKind.allCases)
    func withdrawnBeforeQueued(kind: StoreKind) async throws {
        let store = try stores.push(kind)
        _ = try await announce("before", to: ["ada", "ben"], in: store)
        _ = try await store.announce(.sample, as: NotificationID("one")!, at: .start)
        let number = try #require(try await store.announcement("one")).number
        let recipients = try await store.recipients(["ada", "ben"])
        try await store.recordAudience(of: number, recipients, at: .start)
        let later = UnixTime.start.adding(seconds: 1)
        try await store.setPosition(nil, of: "ada", 1, at: later)
        try await store.setPosition(Position(coordinate: .sample, at: later), of: "ada", 2, at: later)
        while try await store.queueNext(number, at: later) {}
        #expect(try await store.counts().accepted == 1)
        #expect(try await store.unread(of: AccountID("ben")!) == 2)
        // Waiting deliveries end. Audiences resolved later are valid.
        #expect(try await store.counts("before").suppressed == 1)
        _ = try await announce("after", to: ["ada"], in: store, at: later.adding(seconds: 1))
        #expect(try await store.counts("after").accepted == 1)
    }

    @Test("A position that is withdrawn while recipients are resolved excludes its user", arguments: [true, false])
    func withdrawnWhileResolved(isResolvedFirst: Bool) async throws {
        let audience = try AudienceProjection(AudienceRules(categories: ["FOOD_PLAISIRS"], maximumAge: 3600))
        let store = PushStore(database: try stores.open(PushStore.self, on: .sqlite)) { audience.apply($0) }
        try await store.addDevice(of: "ada")
        try await store.setPosition(Position(coordinate: .sample, at: .start), of: "ada", 1)
        func announce(_ id: String) async throws -> Int64 {
            _ = try await store.announce(.sample, as: NotificationID(id)!, at: .start)
            return try #require(try await store.announcement(id)).number
        }
        let later = UnixTime.start.adding(seconds: 1)
        let (number, found) = (try await announce("one"), audience.resolve(.sample, at: later))
        #expect(found.recipients.count == 1)
        if !isResolvedFirst { try await store.setPosition(nil, of: "ada", 2) }
        _ = try await store.recordAudience(of: number, found.recipients, after: found.withdrawals, at: later)
        if isResolvedFirst { try await store.setPosition(nil, of: "ada", 2) }
        try await store.setPosition(Position(coordinate: .sample, at: .start), of: "ada", 3)
        while try await store.queueNext(number, at: later) {}
        #expect(try await store.counts().accepted == 0)
        #expect(try await store.unread(of: AccountID("ada")!) == 0)
        // Users found by the new position are notified, by this process and the next.
        let another = try AudienceProjection(AudienceRules(categories: ["FOOD_PLAISIRS"], maximumAge: 3600))
        try await another.load(from: store)
        for (id, projection) in [("two", audience), ("three", another)] {
            let (number, found) = (try await announce(id), projection.resolve(.sample, at: .start))
            _ = try await store.recordAudience(of: number, found.recipients, after: found.withdrawals, at: .start)
            while try await store.queueNext(number, at: .start) {}
            #expect(try await store.counts(id).accepted == 1)
        }
    }

    @Test("A feed that starts over without a user keeps that user's deliveries", arguments: StoreKind.allCases)
    func missingInFeed(kind: StoreKind) async throws {
        let store = try stores.push(kind)
        let number = try await announce("one", to: ["ben", "ada"], in: store)
        let recipient = try #require(try await store.recipient(of: AccountID("ada")!))
        let position = try CBOREncoder().encode(Position(coordinate: .sample, at: .start))
        let ada = FeedChange(sequence: 1, key: "ada", value: position)
        func take(_ changes: [FeedChange], epoch: UInt64, startsOver: Bool) async throws {
            try await store.applyPositions(
                FeedPage(
                    epoch: FeedEpoch(rawValue: epoch), changes: changes, highWater: changes.last?.sequence ?? 0,
                    startsOver: startsOver), at: .start)
        }
        func adas() async throws -> DueDelivery? {
            try await store.due(.apnsProduction, at: .start, after: nil, limit: 10)
                .first { $0.recipient.number == recipient }
        }
        try await take([ada], epoch: 1, startsOver: true)
        let judged = try #require(try await adas())
        #expect(judged.recipient.hasPosition)
        // The location service was restored from an older backup.
        try await take([], epoch: 2, startsOver: true)
        #expect(try await store.counts().pending == 2)
        #expect(try await adas()?.recipient.hasPosition == false && !store.inFlight.isCurrent(judged))
        #expect(try await store.entry(of: recipient, number)?.figures?.distance == 1)
        try await take([ada], epoch: 2, startsOver: false)
        #expect(try await adas()?.recipient.hasPosition == true)
        try await take([FeedChange(sequence: 2, key: "ada", value: nil)], epoch: 2, startsOver: false)
        #expect(try await store.counts().suppressed == 1)
        #expect(try await store.entry(of: recipient, number)?.deliveries.map(\.reason) == ["no-position"])
    }

    @Test("The id of a delivery is a lasting random UUID", arguments: StoreKind.allCases)
    func ids(kind: StoreKind) async throws {
        let folder = try TemporaryFolder()
        let (first, end) = try kind.open(in: folder)
        let people = (0..<50).map { "person\($0)" }
        _ = try await announce("one", to: people, in: first)
        _ = try await announce("two", to: people, in: first)
        let ids = try await first.due(.apnsProduction, at: .start, after: nil, limit: 1000).map(\.id)
        #expect(Set(ids).count == 100)
        // RFC 9562, section 4: the version is in the seventh byte, the variant in the ninth.
        #expect(ids.allSatisfy { $0.uuid.6 >> 4 == 4 && $0.uuid.8 >> 6 == 0b10 })
        try end()
        let (again, close) = try kind.open(in: folder)
        #expect(try await again.due(.apnsProduction, at: .start, after: nil, limit: 1000).map(\.id) == ids)
        try close()
    }

    @Test("Old rows are deleted and their counts are kept", arguments: StoreKind.allCases)
    func retention(kind: StoreKind) async throws {
        let store = try stores.push(kind)
        _ = try await announce("one", to: ["ada"], in: store)
        let due = try await store.due(.apnsProduction, at: .start, after: nil, limit: 10)
        try await store.recordOutcomes(
            [DeliveryUpdate(delivery: due[0].place.number, state: .sent, attempts: 1)], at: .start)
        let ada = AccountID("ada")!
        let recipient = try #require(try await store.recipient(of: ada))
        let later = UnixTime.start.adding(seconds: 89 * 86_400)
        #expect(try await store.forget(Retention(), limit: 10, at: later) == false)
        #expect(try await store.unread(of: ada) == 1)
        #expect(try await store.forget(Retention(), limit: 10, at: later.adding(seconds: 2 * 86_400)) == false)
        #expect(try await store.unread(of: ada) == 0)
        let number = try #require(try await store.announcement("one"))
        #expect(try await store.entry(of: recipient, number.number) == nil)
        #expect(number.record.counts.sent == 1)
        try await store.removeTokens(silentSince: later, limit: 10, at: later)
        #expect(try await store.tokens(of: ada).isEmpty)
    }
}
