@Suite("The lives of a feed", .timeLimit(.minutes(10))) struct FeedLivesTests {
    private static let feed = FeedTable(FeedName(rawValue: "places"))
    private static let schema = [Migration("feed") { try feed.create(in: $0) }]

    @Test("After a restart of the source a follower continues at its cursor, in the new life")
    func restart() async throws {
        let folder = try ScratchFolder()
        var source = try open(folder)
        try await record(source, "a", "b")
        let first = position(after: try await read(source, nil))
        var cursor = first
        for key in ["c", "d"] {
            try source.close()
            source = try open(folder)
            try await record(source, key)
            let page = try await read(source, cursor)
            #expect(!page.startsOver && page.changes.map(\.key) == [key])
            #expect(page.epoch != cursor.epoch)
            cursor = position(after: page)
        }
        let late = try await read(source, first)
        #expect(!late.startsOver && late.changes.map(\.key) == ["c", "d"])
        try source.close()
    }

    /// Files that are put back by hand have the epoch that followers know; only the sequences reveal them, for a while.
    @Test("If an older copy replaces a source, followers that were ahead start over, even after new changes")
    func setBack() async throws {
        let folder = try ScratchFolder()
        var source = try open(folder)
        try await record(source, "a", "b")
        let behind = position(after: try await read(source, nil))
        let copy = folder.file("copy.sqlite")
        try source.backUp(to: copy)
        try await record(source, "lost")
        let ahead = position(after: try await read(source, behind))
        try source.close()

        try FileManager.default.removeItem(at: folder.database)
        try FileManager.default.copyItem(at: copy, to: folder.database)
        source = try open(folder)
        for key in ["c", "d", "e"] { try await record(source, key) }
        let page = try await read(source, ahead)
        #expect(page.startsOver && page.changes.map(\.key) == ["a", "b", "c", "d", "e"])
        let next = try await read(source, behind)
        #expect(!next.startsOver && next.changes.map(\.key) == ["c", "d", "e"])
        try source.close()
    }

    private func open(_ folder: ScratchFolder) throws -> ServiceDatabase {
        try ServiceDatabase.open(at: folder.database, migrations: Self.schema)
    }

    private func record(_ source: ServiceDatabase, _ keys: String...) async throws {
        try await source.write { connection in
            for key in keys { try Self.feed.record(key, [1], at: UnixTime(milliseconds: 0), in: connection) }
        }
    }

    private func read(_ source: ServiceDatabase, _ cursor: FeedCursor?) async throws -> FeedPage {
        try await source.readSnapshot {
            try Self.feed.readPage(epoch: cursor?.epoch, after: cursor?.sequence ?? 0, limit: 100, in: $0)
        }
    }

    private func position(after page: FeedPage) -> FeedCursor {
        FeedCursor(epoch: page.epoch, sequence: page.changes.last?.sequence ?? page.highWater)
    }
}
