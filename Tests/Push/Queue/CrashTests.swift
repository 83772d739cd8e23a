import CBOR

@testable import Push

@Suite("The queue after a crash", .timeLimit(.minutes(10)))
struct CrashTests {
    private static let people = 240
    /// Most of these recipients are gone when they are queued, so several portions are needed.
    private static let decided = 12_000

    /// The disk contents at one moment, as after a killed process: the initial file, and a prefix of the log.
    private struct Remains {
        let folder: TemporaryFolder
        let file: URL

        init(of database: URL) throws {
            folder = try TemporaryFolder()
            file = folder.url.appendingPathComponent("push.sqlite")
            try FileManager.default.copyItem(at: database, to: file)
            try FileManager.default.copyItem(
                at: URL(fileURLWithPath: database.path + "-wal"), to: URL(fileURLWithPath: file.path + "-wal"))
        }
    }

    @Test("All counts balance and every recipient is delivered", arguments: [1, 2, 3] as [UInt64])
    func counts(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        let (store, file) = try open(in: folder)
        for number in 0..<CrashTests.people { try await store.addDevice(of: "p\(number)") }
        let announced = try await announce(in: store)
        let remains = Mutex([Remains]())
        let moments = Mutex(0)
        try await deliver(announced, in: store, seed: seed) {
            let count = moments.withLock { moments in
                moments += 1
                return moments
            }
            guard count % 4 == Int(seed) else { return }
            let left = try Remains(of: file)
            remains.withLock { $0.append(left) }
        }
        try await check(store.database)
        try store.database.close()
        let copies = remains.withLock { $0 }
        #expect(copies.count > 5)
        for copy in copies {
            let database = try PushStore.openDatabase(at: copy.file)
            let store = PushStore(database: database) { _ in }
            try await check(database)
            try await deliver(announced, in: store, seed: seed + 1) {}
            try await check(database)
            let record = try #require(try await store.announcement(announced.text)).record
            #expect(record.state == .done && record.recipients == CrashTests.decided)
            #expect(record.counts.accepted == CrashTests.people && record.counts.pending == 0)
            try database.close()
        }
    }

    /// A copy of its file and log equals the state after a crash.
    private func open(in folder: TemporaryFolder) throws -> (store: PushStore, file: URL) {
        let file = folder.url.appendingPathComponent("push.sqlite")
        var options = StorageOptions()
        // The log is never checkpointed into the file, so a copy of both equals the state after a crash.
        options.walAutocheckpointPages = 1 << 30
        (options.logQuietTime, options.logMaximumAge) = (.seconds(3600), .seconds(3600))
        let database = try PushStore.openDatabase(at: file, options: options)
        return (PushStore(database: database) { _ in }, file)
    }

    private func unread(of people: Range<Int>, _ store: PushStore) async throws -> [Int] {
        var unread: [Int] = []
        for number in people { unread.append(try await store.unread(of: AccountID("p\(number)")!)) }
        return unread
    }

    private func queue(_ people: Int, in store: PushStore) async throws -> Int64 {
        let names = (0..<people).map { "p\($0)" }
        for name in names { try await store.addDevice(of: name) }
        return try await store.queue(for: try await store.recipients(names))
    }

    @Test("A push that may have left is reported as sent and stays in the inbox")
    func mayHaveLeft() async throws {
        let folder = try TemporaryFolder()
        let (store, file) = try open(in: folder)
        let number = try await queue(5, in: store)
        let due = try await store.due(.apnsProduction, at: .start, after: nil, limit: 3)
        try await store.recordTaken(upTo: due[2].place, and: [], in: .apnsProduction)
        #expect(store.inFlight.begin(due[0], by: SetClock()))
        try await store.recordOutcomes(
            [DeliveryUpdate(delivery: due[1].place.number, state: .failed, attempts: 1)], at: .start)
        let remains = try Remains(of: file)
        try store.database.close()
        let database = try PushStore.openDatabase(at: remains.file)
        let again = PushStore(database: database) { _ in }
        try await again.recover(limit: 10, at: .start)
        try await again.cancel(number, by: nil, at: .start)
        #expect(try await again.suppressCancelled(number, limit: 10, at: .start) == false)
        let counts = try await again.counts()
        #expect(counts == .empty.with { ($0.accepted, $0.sent, $0.failed, $0.suppressed) = (5, 2, 1, 2) })
        #expect(try await unread(of: 0..<5, again) == [1, 1, 1, 0, 0])
        try database.close()
    }

    @Test("A push that returned unsent is reported as unsent until it is taken again")
    func cameBack() async throws {
        let folder = try TemporaryFolder()
        let (store, file) = try open(in: folder)
        let number = try await queue(6, in: store)
        let due = try await store.due(.apnsProduction, at: .start, after: nil, limit: 6)
        #expect(due.allSatisfy { !$0.isNotedAlone })
        try await store.recordTaken(upTo: due[3].place, and: [], in: .apnsProduction)
        let rules = OutcomeRules(pace: RetryPace(), attempts: 3)
        let outcomes: [DeliveryOutcome] = [
            .unreachable(reason: "unreachable"), .stopCredential(reason: "Forbidden"), .outdated,
        ]
        try await store.recordOutcomes(
            zip(due, outcomes).map { rules.update(of: $0, after: $1, at: .start, chance: { 0 }) }, at: .start)
        let again = try await store.due(.apnsProduction, at: .start, after: nil, limit: 6)
        #expect(again.map(\.isNotedAlone) == [true, true, true, false, false, false])
        try await store.recordTaken(
            upTo: nil, and: [again[1].place.number, again[5].place.number], in: .apnsProduction)
        let remains = try Remains(of: file)
        try store.database.close()
        let database = try PushStore.openDatabase(at: remains.file)
        let next = PushStore(database: database) { _ in }
        try await next.recover(limit: 10, at: .start)
        try await next.cancel(number, by: nil, at: .start)
        _ = try await next.suppressCancelled(number, limit: 10, at: .start)
        let counts = try await next.counts()
        #expect(counts == .empty.with { ($0.accepted, $0.sent, $0.suppressed) = (6, 3, 3) })
        #expect(try await unread(of: 0..<6, next) == [0, 1, 0, 1, 0, 1])
        try database.close()
    }

    @Test("Nothing is sent until possibly sent pushes are marked, even while the disk is full")
    func recoversLater() async throws {
        let folder = try TemporaryFolder()
        let (store, _) = try open(in: folder)
        _ = try await queue(2, in: store)
        let position = try CBOREncoder().encode(Position(coordinate: .sample, at: .start))
        let told = (0..<2).map { FeedChange(sequence: UInt64($0 + 1), key: "p\($0)", value: position) }
        try await store.applyPositions(
            FeedPage(epoch: FeedEpoch(rawValue: 1), changes: told, highWater: 2, startsOver: true), at: .start)
        let due = try await store.due(.apnsProduction, at: .start, after: nil, limit: 2)
        try await store.recordTaken(upTo: due[0].place, and: [], in: .apnsProduction)
        try await store.database.write {
            try $0.execute(
                "CREATE TRIGGER full BEFORE UPDATE OF is_unconfirmed ON delivery BEGIN SELECT RAISE(ABORT, 'full'); END"
            )
        }
        let gateway = ScriptedGateway { _ in .unreachable(reason: "unreachable") }
        let pauses = Mutex(0)
        func makeLoop() -> DeliveryLoop {
            DeliveryLoop(
                store: store, gateway: gateway,
                rules: AudienceRules(categories: ["FOOD_PLAISIRS"], maximumAge: 3600),
                texts: StandardTexts(Settings().push), settings: Settings().push,
                metrics: PushMetrics(MetricsRegistry()), clock: SetClock(), logger: silentLogger
            ) { _ in
                pauses.withLock { $0 += 1 }
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        // The first run ends while the disk is full; the next one still recovers.
        for isLast in [false, true] {
            let loop = makeLoop()
            await loop.recover()
            let before = pauses.withLock { $0 }
            let running = Task { await loop.run(beside: SilentBegins()) }
            #expect(await eventually { pauses.withLock { $0 } > before + 20 })
            #expect(gateway.sent.isEmpty)
            if isLast {
                try await store.database.write { try $0.execute("DROP TRIGGER full") }
                #expect(await eventually { !gateway.sent.isEmpty })
            }
            await running.end()
        }
        try await store.database.readSnapshot { connection in
            let marked = try connection.values("SELECT is_unconfirmed FROM delivery ORDER BY number", as: Int64.self)
            #expect(marked == [1, 0])
        }
        try store.database.close()
    }

    @Test("After an orderly end no push is in doubt")
    func inGoodOrder() async throws {
        let folder = try TemporaryFolder()
        let (store, _) = try open(in: folder)
        let number = try await queue(2, in: store)
        let due = try await store.due(.apnsProduction, at: .start, after: nil, limit: 2)
        try await store.recordTaken(upTo: due[0].place, and: [due[1].place.number], in: .apnsProduction)
        try await store.forgetTaken()
        try await store.recover(limit: 10, at: .start)
        try await store.cancel(number, by: nil, at: .start)
        _ = try await store.suppressCancelled(number, limit: 10, at: .start)
        #expect(try await store.counts().suppressed == 2)
        try store.database.close()
    }

    @Test("A push in flight of an erased account is closed")
    func erasedOnItsWay() async throws {
        let folder = try TemporaryFolder()
        let (store, file) = try open(in: folder)
        _ = try await queue(2, in: store)
        let due = try await store.due(.apnsProduction, at: .start, after: nil, limit: 2)
        try await store.recordTaken(upTo: due[0].place, and: [], in: .apnsProduction)
        #expect(store.inFlight.begin(due[0], by: SetClock()))
        let gone = (0..<2).map { FeedChange(sequence: UInt64($0 + 1), key: "p\($0)", value: nil) }
        try await store.applyAccounts(
            FeedPage(epoch: FeedEpoch(rawValue: 1), changes: gone, highWater: 2, startsOver: true), at: .start)
        let counts = try await store.counts()
        #expect(counts == .empty.with { ($0.accepted, $0.pending, $0.suppressed) = (2, 1, 1) })
        let remains = try Remains(of: file)
        try store.database.close()
        let database = try PushStore.openDatabase(at: remains.file)
        let again = PushStore(database: database) { _ in }
        try await again.recover(limit: 10, at: .start)
        let record = try #require(try await again.announcement("one")).record
        #expect(record.counts == .empty.with { ($0.accepted, $0.sent, $0.suppressed) = (2, 1, 1) })
        #expect(record.state == .done)
        try await database.readSnapshot { connection in
            let open = try connection.exists("SELECT 1 FROM delivery WHERE next_at IS NOT NULL OR state = 'sent'")
            #expect(!open)
        }
        try database.close()
    }

    @Test("After a failed write, a delivery in flight ends as it is on disk")
    func failedWrite() async throws {
        let folder = try TemporaryFolder()
        let (store, _) = try open(in: folder)
        let number = try await queue(2, in: store)
        let due = try await store.due(.apnsProduction, at: .start, after: nil, limit: 2)
        #expect(store.inFlight.begin(due[0], by: SetClock()))
        try await store.database.write {
            try $0.execute(
                "CREATE TRIGGER full BEFORE UPDATE OF suppressed ON notification BEGIN SELECT RAISE(ABORT, 'full'); END"
            )
        }
        await #expect(throws: PushStoreError.self) {
            _ = try await store.suppressCancelled(number, limit: 10, at: .start)
        }
        try await store.database.write { try $0.execute("DROP TRIGGER full") }
        try await store.recordOutcomes(
            [
                DeliveryUpdate(
                    delivery: due[0].place.number, state: .pending, reason: "R", attempts: 1,
                    nextAt: UnixTime.start.adding(seconds: 1))
            ], at: .start)
        #expect(try await store.counts().pending == 2)
        try store.database.close()
    }

    private func announce(in store: PushStore) async throws -> NotificationID {
        let id = NotificationID("announced")!
        _ = try await store.announce(.sample, as: id, at: .start)
        let number = try #require(try await store.announcement(id.text)).number
        let every = CrashTests.decided / CrashTests.people
        var recipients: [ResolvedRecipient] = []
        for place in 0..<CrashTests.decided {
            var recipient = Int64.max - Int64(place)
            if place % every == 0 {
                recipient = try #require(try await store.recipient(of: AccountID("p\(place / every)")!))
            }
            recipients.append(
                ResolvedRecipient(recipient: recipient, distance: Double(place), radius: 10, positionAt: .start))
        }
        try await store.recordAudience(of: number, recipients, at: .start)
        return id
    }

    private func deliver(
        _ id: NotificationID, in store: PushStore, seed: UInt64, moment: () throws -> Void
    ) async throws {
        var random = SeededNumbers(seed: seed)
        let number = try #require(try await store.announcement(id.text)).number
        var now = UnixTime.start
        var isQueuing = true
        while true {
            try moment()
            if isQueuing { isQueuing = try await store.queueNext(number, at: .start) }
            try moment()
            let due = try await store.due(.apnsProduction, at: now, after: nil, limit: 37)
            if due.isEmpty, !isQueuing, try await store.announcement(id.text)?.record.state == .done { return }
            try await store.recordOutcomes(due.map { update($0, &random, at: now) }, at: now)
            now = now.adding(seconds: 1)
        }
    }

    private func update(_ delivery: DueDelivery, _ random: inout SeededNumbers, at now: UnixTime) -> DeliveryUpdate {
        let rules = OutcomeRules(pace: RetryPace(first: .seconds(1), maximum: .seconds(2)), attempts: 4)
        let outcomes: [DeliveryOutcome] = [
            .sent(id: nil), .sent(id: nil), .retry(after: nil, reason: "R"), .failed(reason: "F", alarm: false),
            .removeToken(reason: "Unregistered", ifRegisteredBefore: nil), .expired,
        ]
        return rules.update(
            of: delivery, after: outcomes[Int(random.next() % UInt64(outcomes.count))], at: now, chance: { 1 })
    }

    private func check(_ database: ServiceDatabase) async throws {
        struct Announced {
            var counts: DeliveryCounts
            var counted: DeliveryCounts
            var told: Int
        }
        let announced = try await database.readSnapshot { connection in
            try connection.all(
                """
                SELECT notification.accepted, notification.sent, notification.suppressed, notification.deferred, \
                notification.failed, notification.expired, notification.pending, count(delivery.number) AS deliveries, \
                count(iif(delivery.state = 'sent', 1, NULL)) AS are_sent, \
                count(iif(delivery.state = 'suppressed', 1, NULL)) AS are_suppressed, \
                count(iif(delivery.state = 'deferred', 1, NULL)) AS are_deferred, \
                count(iif(delivery.state = 'failed', 1, NULL)) AS have_failed, \
                count(iif(delivery.state = 'expired', 1, NULL)) AS are_expired, \
                count(iif(delivery.state = 'pending', 1, NULL)) AS are_pending, \
                (SELECT count(*) FROM inbox WHERE inbox.notification = notification.number) AS told \
                FROM notification LEFT JOIN delivery ON delivery.notification = notification.number \
                GROUP BY notification.number
                """
            ) { row throws(StorageError) in
                try Announced(
                    counts: DeliveryCounts(
                        accepted: row["accepted"], sent: row["sent"], suppressed: row["suppressed"],
                        deferred: row["deferred"], failed: row["failed"], expired: row["expired"],
                        pending: row["pending"]),
                    counted: DeliveryCounts(
                        accepted: row["deliveries"], sent: row["are_sent"], suppressed: row["are_suppressed"],
                        deferred: row["are_deferred"], failed: row["have_failed"], expired: row["are_expired"],
                        pending: row["are_pending"]),
                    told: row["told"])
            }
        }
        for one in announced {
            #expect(one.counts == one.counted)
            #expect(one.told == one.counts.accepted, "everybody who was queued stands in their inbox")
        }
    }
}
