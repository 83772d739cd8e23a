@Suite("A followed feed", .timeLimit(.minutes(5))) struct FollowedFeedTests {
    private static let feed = FeedName(rawValue: "places")

    private struct Copy: Sendable {
        var keys: Set<String> = []
        var hasLostAnswer = false
    }

    @Test("After a COMMIT with an unknown outcome, the follower continues from the stored cursor")
    func lostAnswer() async throws {
        let folder = try TemporaryFolder()
        let endpoint = try Endpoint("ipc://\(folder.url.path)/source.sock")
        let source = try ScriptedFeed(Self.feed, of: .location, at: endpoint, in: folder.url, for: .push)
        let bus = try MessageBus(.patient(.push))
        let database = try ServiceDatabase.open(
            at: folder.url.appendingPathComponent("copy.sqlite"),
            migrations: [Migration("cursors", sql: FeedCursorTable.table)])
        let copy = Mutex(Copy())
        let followed = FollowedFeed(
            Self.feed, of: .location, through: bus.client(as: .push, endpoints: [.location: endpoint]), from: nil,
            clock: SetClock(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { page in
            try await database.write { connection in
                try FeedCursorTable.apply(page, of: Self.feed, in: connection) {
                } apply: { change in
                    copy.withLock { _ = $0.keys.insert(change.key) }
                }
            }
            let isLost = copy.withLock { copy in
                defer { if !page.changes.isEmpty { copy.hasLostAnswer = true } }
                return !page.changes.isEmpty && !copy.hasLostAnswer
            }
            if isLost { throw StorageError.outcomeUnknown(server: "postgres://here") }
        }
        let running = Task { await followed.run() }
        for (index, key) in ["one", "two", "three"].enumerated() {
            try await source.publish(key, index)
            try await eventually("\(key) is stored") { copy.withLock { $0.keys.contains(key) } }
        }
        let reached = try await followed.catchUp(within: .seconds(30))
        #expect(try await database.read { try FeedCursorTable.read(Self.feed, in: $0) } == reached)
        await running.end()
        await bus.shutDown(drain: .zero)
        await source.end()
        try database.close()
    }
}
