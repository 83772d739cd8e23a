@testable import Balise

@Suite("The queue of an outbox")
struct OutboxQueueTests {
    let start = Date(timeIntervalSince1970: 1_800_000_000)
    let a: LocationDeviceID
    let b: LocationDeviceID

    init() throws { (a, b) = (try LocationDeviceID.named("a"), try LocationDeviceID.named("b")) }

    private func numbers(_ queue: OutboxQueue, _ device: String) throws -> [Int64] {
        queue.lines[try .named(device)]?.map(\.number) ?? []
    }

    private func taking(
        _ queue: OutboxQueue, _ seconds: TimeInterval, _ device: String = "a", _ keeping: LocationKeeping = .history,
        at now: TimeInterval = 1000, limit: Int = 100
    ) throws -> [OutboxRecord] {
        queue.recordsForTaking(
            WaitingLocation(.at(seconds), keeping: keeping), of: try .named(device), at: start + now, limit: limit)
    }

    @Test("keeps the order of arrival for each device, and numbers the items")
    func keepsOrder() throws {
        var queue = OutboxQueue([.taken(.number(1, a)), .taken(.number(2, b)), .taken(.number(3, a))])
        #expect(queue.count == 3 && queue.nextNumber == 4)
        queue.apply(.delivered(a, through: 2))
        #expect(try numbers(queue, "a") == [3] && numbers(queue, "b") == [2])
        queue.apply(.delivered(b, through: 2))
        queue.apply(.delivered(b, through: 2))
        #expect(queue.lines[b] == nil && queue.count == 1 && queue.nextNumber == 4)
    }

    @Test(
        "adds nothing that is not newer than the last item",
        arguments: [(10.001, true), (10, false), (9.999, false), (10.0004, false)])
    func takesNews(_ seconds: TimeInterval, _ isTaken: Bool) throws {
        var queue = OutboxQueue([.taken(.number(10, try .named("a")))])
        #expect(try taking(queue, seconds).isEmpty != isTaken)
        #expect(try !taking(queue, seconds, "b").isEmpty)
        // A delivered entry still decides which items are newer.
        queue.apply(.delivered(try .named("a"), through: 10))
        #expect(try taking(queue, seconds).isEmpty != isTaken)
    }

    @Test("adds items again after a wrong clock was set back")
    func survivesWrongClocks() throws {
        let queue = OutboxQueue([.taken(.number(5000, try .named("a")))])
        #expect(try taking(queue, 1000, at: 1000).count == 1)
        // The clocks of satellites and phones may differ by a minute.
        #expect(try taking(queue, 4950, at: 4941).isEmpty)
        #expect(try taking(queue, 4950, at: 4939).count == 1)
    }

    @Test("is replaced by an item that stands alone")
    func isReplaced() throws {
        let queue = OutboxQueue([
            .taken(.number(1, a)), .taken(.number(2, b)), .taken(.number(3, a, .newestOnly(minutes: 5))),
            .taken(.number(4, a)),
        ])
        #expect(try numbers(queue, "a") == [3, 4] && numbers(queue, "b") == [2])
        #expect(queue.losses == OutboxLosses())
    }

    @Test("drops the oldest item of the longest line when it is full")
    func makesRoom() throws {
        let full = OutboxQueue([.taken(.number(1, b)), .taken(.number(2, a)), .taken(.number(3, a))])
        var queue = full
        let records = try taking(queue, 20, "b", limit: 3)
        #expect(records.first == .dropped(a, through: 2) && records.count == 2)
        for record in records { queue.apply(record) }
        #expect(queue.count == 3 && queue.losses.dropped == 1)
        #expect(try numbers(queue, "a") == [3] && numbers(queue, "b") == [1, 4])
        // An entry that replaces another of its own line needs no space.
        #expect(try taking(full, 20, "a", .newestOnly(minutes: 5), limit: 3).count == 1)
        #expect(try taking(full, 20, "c", .newestOnly(minutes: 5), limit: 3).count == 2)
        // If two lines have the same length, the one that waits longer.
        #expect(
            try taking(OutboxQueue([.taken(.number(1, b)), .taken(.number(2, a))]), 20, limit: 2).first
                == .dropped(b, through: 1))
    }

    @Test("is sent in calls of limited size, the oldest first")
    func isSent() throws {
        let queue = OutboxQueue((1...5).map { .taken(.number($0, a)) })
        guard case .send(let batch) = queue.step(for: a, at: start, limit: 3) else {
            Issue.record("nothing is sent")
            return
        }
        #expect(batch.entries.map(\.number) == [1, 2, 3] && batch.end == 3 && batch.keeping(at: start) == .history)
        #expect(queue.step(for: try .named("b"), at: start, limit: 3) == .rest)
    }

    @Test(
        "does not extend the time of an item that stands alone",
        arguments: [(0.0, 30), (1, 30), (60, 29), (61, 29), (1799, 1), (-500, 30)])
    func shortensStays(_ age: TimeInterval, _ minutes: Int) throws {
        let entry = OutboxEntry.number(1, a, .newestOnly(minutes: 30))
        let step = OutboxQueue([.taken(entry)]).step(for: a, at: start + 1 + age, limit: 3)
        let batch = OutboxBatch(owner: a, entries: [entry])
        #expect(step == .send(batch) && batch.keeping(at: start + 1 + age) == .newestOnly(minutes: minutes))
    }

    @Test("counts an expired item that stands alone")
    func expires() throws {
        let entry = OutboxEntry.number(1, a, .newestOnly(minutes: 30))
        var queue = OutboxQueue([.taken(entry)])
        let step = queue.step(for: a, at: start + 1 + 1800, limit: 3)
        #expect(step == .note(.expired(a, through: 1)))
        queue.apply(.expired(a, through: 1))
        #expect(queue.count == 0 && queue.losses.expired == 1)
    }

    @Test("sends an expired item if others follow, because it erases the history before it")
    func keepsTheErasure() throws {
        let entry = OutboxEntry.number(1, a, .newestOnly(minutes: 30))
        let queue = OutboxQueue([.taken(entry), .taken(.number(2, a))])
        let batch = OutboxBatch(owner: a, entries: [entry])
        #expect(queue.step(for: a, at: start + 10_000, limit: 3) == .send(batch))
        #expect(batch.keeping(at: start + 10_000) == .newestOnly(minutes: 1))
    }

    @Test("keeps the latest hundred refused items, and counts all")
    func remembersRefusals() throws {
        var queue = OutboxQueue((1...120).map { .taken(.number($0, a)) })
        for number in Int64(1)...120 { queue.apply(.refused(.number(number, a), reason: "bad \(number)")) }
        #expect(queue.count == 0 && queue.losses.refused == 120)
        #expect(queue.refusals.map(\.reason) == (21...120).map { "bad \($0)" })
        #expect(OutboxQueue(queue.summary) == queue)
        queue.apply(.refusalsCleared)
        #expect(queue.refusals.isEmpty && queue.losses.refused == 120)
    }

    @Test("equals the queue that its summary rebuilds", arguments: 0..<60)
    func isSummarised(_ seed: UInt64) throws {
        let random = CountedRandom(seed)
        let devices = try ["a", "b", "\u{FC}", "u\u{308}"].map { try LocationDeviceID.named($0) }
        var queue = OutboxQueue()
        for second in 0..<Int(random.next() % 80) {
            let device = devices[Int(random.next() % 4)]
            let end = queue.lines[device]?.first.map { $0.number + Int64(random.next() % 3) } ?? 0
            let keeping: LocationKeeping = random.next() % 4 == 0 ? .newestOnly(minutes: 5) : .history
            let records: [OutboxRecord] =
                switch random.next() % 8 {
                case 0: [.delivered(device, through: end)]
                case 1: [.expired(device, through: end)]
                case 2: queue.lines[device]?.first.map { [.refused($0, reason: "bad")] } ?? []
                case 3: queue.lines[device]?.last.map { [.ahead(device, number: $0.number)] } ?? []
                default:
                    queue.recordsForTaking(
                        // The clock is sometimes wrong.
                        WaitingLocation(
                            .at(TimeInterval(second) + (random.next() % 9 == 0 ? 10_000 : 0)), keeping: keeping),
                        of: device, at: start + TimeInterval(second), limit: 12)
                }
            for record in records { queue.apply(record) }
        }
        #expect(queue.count <= 12)
        #expect(queue.count == queue.lines.values.reduce(0) { $0 + $1.count })
        #expect(OutboxQueue(queue.summary) == queue)
        let lines = queue.summary.map { OutboxRecord(line: $0.line.dropLast()) }
        #expect(lines == queue.summary)
    }
}
