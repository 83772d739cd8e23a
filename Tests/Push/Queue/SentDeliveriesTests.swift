@testable import Push

@Suite("Sent deliveries", .timeLimit(.minutes(10)))
struct SentDeliveriesTests {
    private let stores = ScratchStores()

    private func announce(_ id: String, to count: Int, in store: PushStore) async throws -> [DueDelivery] {
        let people = (0..<count).map { "\(id)-\($0)" }
        for name in people { try await store.addDevice(of: name) }
        let number = try await store.queue(as: id, for: try await store.recipients(people) { Double($0) })
        let due = try await store.due(.apnsProduction, at: .start, after: nil, limit: 1000)
        return due.filter { $0.notification.number == number }
    }

    private func sent(_ delivery: DueDelivery, attempts: Int = 1) -> DeliveryUpdate {
        DeliveryUpdate(delivery: delivery.place.number, state: .sent, attempts: attempts)
    }

    @Test("Each sent delivery is stored and counted for its announcement", arguments: StoreKind.allCases)
    func many(kind: StoreKind) async throws {
        let store = try stores.push(kind)
        let one = try await announce("one", to: 64, in: store)
        let two = try await announce("two", to: 50, in: store)
        let later = UnixTime.start.adding(seconds: 1)
        var updates = (one.dropLast() + two).map { sent($0) }
        updates[3].state = .failed
        updates[3].reason = "F"
        try await store.recordOutcomes(updates, at: later)
        #expect(
            try await store.counts("one")
                == .empty.with { ($0.accepted, $0.sent, $0.failed, $0.pending) = (64, 62, 1, 1) })
        #expect(try await store.counts("two") == .empty.with { ($0.accepted, $0.sent) = (50, 50) })
        #expect(try await store.announcement("two")?.record.state == .done)
        let due = try await store.due(.apnsProduction, at: later, after: nil, limit: 1000)
        #expect(due.map(\.place.number) == [one[63].place.number])
        for (delivery, state) in [(one[0], DeliveryState.sent), (one[3], .failed), (two[49], .sent)] {
            let records = try await store.read { connection in
                try DeliveryTable(connection: connection)
                    .records(of: delivery.recipient.number, delivery.notification.number)
            }
            #expect(records.map(\.state) == [state])
            #expect(records.map(\.attempts) == [1])
            #expect(records.map(\.at) == [later])
            #expect(records.map(\.nextAt) == [nil])
        }
    }

    @Test("A sent outcome counts whatever the state was before", arguments: StoreKind.allCases)
    func others(kind: StoreKind) async throws {
        let store = try stores.push(kind)
        let due = try await announce("one", to: 3, in: store)
        let end = UnixTime.start.adding(seconds: 60)
        var retry = sent(due[0])
        (retry.state, retry.reason, retry.nextAt) = (.pending, "R", .start)
        var failure = sent(due[2])
        (failure.state, failure.reason) = (.failed, "F")
        try await store.recordOutcomes([retry, failure], at: .start)
        try await store.write { connection in
            try connection.run(
                """
                UPDATE delivery SET state = 'deferred', next_at = \(end) WHERE number = \(due[1].place.number)
                """)
            try connection.run(
                "UPDATE notification SET pending = pending - 1, deferred = deferred + 1 WHERE id = 'one'")
        }
        #expect(
            try await store.counts("one")
                == .empty.with { ($0.accepted, $0.pending, $0.deferred, $0.failed) = (3, 1, 1, 1) })
        try await store.recordOutcomes([sent(due[0], attempts: 2), sent(due[1]), sent(due[2])], at: end)
        #expect(try await store.counts("one") == .empty.with { ($0.accepted, $0.sent) = (3, 3) })
    }
}
