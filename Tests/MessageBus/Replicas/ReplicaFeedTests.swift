@testable import MessageBus

private final class Applied: Sendable {
    private let state = Mutex<(changes: [FeedChange], starts: Int)>(([], 0))

    var sequences: [UInt64] { state.withLock { $0.changes.map(\.sequence) } }
    var starts: Int { state.withLock { $0.starts } }

    func apply(_ page: FeedPage) {
        state.withLock { state in
            if page.startsOver { state.starts += 1 }
            state.changes += page.changes
        }
    }
}

/// The one database behind all replicas.
private final class SharedRows: Sendable {
    private let changes = Mutex<[FeedChange]>([])

    func write(_ key: String) {
        changes.withLock { $0.append(FeedChange(sequence: UInt64($0.count + 1), key: key, value: [0])) }
    }

    func page(_ epoch: FeedEpoch?, _ after: UInt64?, _ limit: Int) -> FeedPage {
        changes.withLock { changes in
            let found = after.map { after in changes.filter { $0.sequence > after }.prefix(limit) } ?? []
            return FeedPage(
                epoch: FeedEpoch(rawValue: 7), changes: Array(found), highWater: UInt64(changes.count),
                startsOver: epoch == nil && after == 0)
        }
    }
}

extension BusTests {
    @Suite struct ReplicaFeedTests {
        private let feed = FeedName(rawValue: "things")

        private func source(of rows: SharedRows, asked: Tally) -> FeedSource {
            FeedSource(of: feed) { epoch, after, limit in
                asked.add()
                return rows.page(epoch, after, limit)
            }
        }

        @Test func aFollowerContinuesAtTheNextReplicaFromItsCursor() async throws {
            try await withReplicas(2) { bus in
                let (rows, asked) = (SharedRows(), [Tally(), Tally()])
                let sources = asked.map { source(of: rows, asked: $0) }
                for index in 0..<2 { try bus.start(index) { sources[index].serve(in: &$0) } }
                let (owner, other) = bus.owner(of: feed.rawValue) == 0 ? (0, 1) : (1, 0)
                let (client, applied, failures) = (bus.client(), Applied(), Tally())
                let follower = FeedFollower(
                    of: feed, at: .location, through: client, from: .cursor(nil), report: { _ in failures.add() },
                    apply: { page, _ in applied.apply(page) })
                let running = Task { await follower.run() }
                defer { running.cancel() }
                for number in 1...3 {
                    rows.write("\(number)")
                    // Every replica hears of it, as its database tells it.
                    for source in sources { source.changed(feed) }
                    try await eventually("it is followed") { applied.sequences.count == number }
                }
                try await bus.untilConnected(0, 1)
                #expect(asked[owner].value > 0 && asked[other].value == 0)

                await bus.stop(owner)
                rows.write("4")
                sources[other].changed(feed)
                try await eventually("it goes on at the other replica") { applied.sequences.count == 4 }
                try await follower.catchUp(within: .seconds(60))
                #expect(applied.sequences == [1, 2, 3, 4])
                #expect(applied.starts == 1, "it does not start over")
                #expect(failures.value == 0, "the question that was under way went to the next replica at once")
            }
        }

        @Test func aFollowerLeavesAHungReplica() async throws {
            try await withReplicas(2, answerTimeout: .milliseconds(500)) { bus in
                let owner = bus.owner(of: feed.rawValue)
                let hanging = try RawPeer(servingAt: bus.endpoints[owner])
                defer { hanging.vanish() }
                let (rows, asked) = (SharedRows(), Tally())
                let source = source(of: rows, asked: asked)
                try bus.start(1 - owner) { source.serve(in: &$0) }
                rows.write("1")
                let (client, applied) = (bus.client(), Applied())
                let follower = FeedFollower(of: feed, at: .location, through: client, from: .cursor(nil)) { page, _ in
                    applied.apply(page)
                }
                let running = Task { await follower.run() }
                defer { running.cancel() }
                try await eventually("it is followed at the other replica") { applied.sequences == [1] }
                #expect(
                    bus.reports.contains {
                        if case .doesNotAnswer(_, bus.endpoints[owner]) = $0 { true } else { false }
                    })
            }
        }
    }
}
