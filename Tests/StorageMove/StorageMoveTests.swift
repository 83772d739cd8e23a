@testable import Storage
@testable import StorageMove

@Suite("A move of a database", needsPostgreSQL, .timeLimit(.minutes(10))) struct StorageMoveTests {
    @Test("moves every row there and back, continues its numbers, and renews the feeds")
    func thereAndBack() async throws {
        let scratch = try ScratchMove()
        let first = try scratch.openFile()
        try await scratch.fill(first)
        let (rows, epoch) = (try await ScratchMove.rows(first), try await ScratchMove.epoch(first))
        try first.close()

        let told = Mutex<[StorageMove.Progress]>([])
        let outcome = try scratch.move().run(.toServer) { progress in told.withLock { $0.append(progress) } }
        let kept = scratch.file.path + ".moved-20270115T080000Z"
        #expect(outcome == .moved(rows: 37, kept: kept))
        let verified = told.withLock { $0 }.filter { $0.stage == .verified }
        let tables = [
            "accounts_doubt 0 of 0", "accounts_kept 0 of 0", "answer 5 of 5", "counter 1 of 1",
            "feed_positions 6 of 6", "feeds 1 of 1", "line 12 of 12", "note 6 of 6", "tag 6 of 6",
        ]
        #expect(verified.map { "\($0.table) \($0.rows) of \($0.total)" }.sorted() == tables)
        // All tables are checked before the first row is copied, and the progress report starts with the check.
        let stages = told.withLock { $0 }.map(\.stage)
        #expect(stages.prefix(tables.count) == Array(repeating: .lookedThrough, count: tables.count)[...])
        #expect(!stages.dropFirst(tables.count).contains(.lookedThrough))
        #expect(FileManager.default.fileExists(atPath: kept))
        #expect(!FileManager.default.fileExists(atPath: scratch.markFile.path))
        #expect(storageError { _ = try scratch.openFile() }.name == "moved")

        let second = try scratch.openServer()
        #expect(try await ScratchMove.rows(second) == rows)
        let epochOnServer = try await ScratchMove.epoch(second)
        #expect(epochOnServer != epoch)
        // The last one was deleted, and its number is not given again.
        #expect(try await ScratchMove.addAnswer(second) == 7)
        #expect(try await ScratchMove.addAnswer(second) == 8)
        try await second.write { _ = try $0.run("DELETE FROM answer WHERE number = 8") }
        let rowsOnServer = try await ScratchMove.rows(second)
        try second.close()
        #expect(try scratch.move().run(.toServer) == .movedBefore)

        let back = try scratch.move().run(.toFile)
        #expect(back == .moved(rows: 38, kept: "\(scratch.address), schema \(scratch.schema)"))
        let left = storageError { _ = try scratch.openServer() }
        #expect(left.name == "moved")
        #expect("\(left.map(\.description) ?? "")".contains("it held was moved to \(scratch.file.path)"))
        #expect(try scratch.move().run(.toFile) == .movedBefore)

        let third = try scratch.openFile()
        #expect(try await ScratchMove.rows(third) == rowsOnServer)
        let epochInFile = try await ScratchMove.epoch(third)
        #expect(![epoch, epochOnServer].contains(epochInFile))
        #expect(try await ScratchMove.addAnswer(third) == 9)
        try third.close()

        // The files moved first are older than those that came back.
        #expect(!FileManager.default.fileExists(atPath: kept))
        #expect(FileManager.default.fileExists(atPath: scratch.file.path + ".before-20270115T080000Z"))
        DatabaseFiles.remove(scratch.file)
        #expect(storageError { _ = try scratch.openFile() }.name == "missing")
    }

    @Test("A schema that was moved away is used again if an operator allows it")
    func undone() async throws {
        let scratch = try ScratchMove()
        let database = try scratch.openServer()
        try await scratch.fill(database)
        let rows = try await ScratchMove.rows(database)
        try database.close()
        let kept = "\(scratch.address), schema \(scratch.schema)"
        #expect(try scratch.move().run(.toFile) == .moved(rows: 37, kept: kept))
        let again = storageError { _ = try scratch.move().run(.toServer) }
        #expect(again?.description.contains("DROP SCHEMA") == true)
        let connection = scratch.connection()
        _ = try connection.run("DELETE FROM storage_move")
        connection.close()
        #expect(try await scratch.openServer().used(ScratchMove.rows) == rows)
    }

    @Test("A text that PostgreSQL refuses is named before anything is moved")
    func badTexts() async throws {
        let bad: [(SQL, String)] = [
            ("INSERT INTO tag (note, name) VALUES (7, 'a' || char(0) || 'b')", #"note = 7, name = "a\0b""#),
            ("INSERT INTO tag (note, name) VALUES (8, CAST(x'ff' AS TEXT))", "note = 8"),
        ]
        for (insertion, key) in bad {
            let scratch = try ScratchMove()
            let database = try scratch.openFile()
            try await scratch.fill(database)
            try await database.write { _ = try $0.run(insertion) }
            try database.close()
            let error = storageError { _ = try scratch.move().run(.toServer) }
            #expect(error.name == "cannotMove")
            let text = error?.description ?? ""
            #expect(text.contains("table tag") && text.contains(key), "\(text)")
            #expect(try scratch.tablesOnServer() == 0)
            try scratch.openFile().close()
        }
    }

    @Test("A database that is open on either side is not moved")
    func open() async throws {
        let scratch = try ScratchMove()
        let file = try scratch.openFile()
        #expect(storageError { _ = try scratch.move().run(.toServer) }.name == "alreadyOpen")
        try file.close()
        let kept = scratch.file.path + ".moved-20270115T080000Z"
        #expect(try scratch.move().run(.toServer) == .moved(rows: 2, kept: kept))
        let server = try scratch.openServer()
        // Connections are made when they are needed.
        _ = try await ScratchMove.addNote(server)
        let error = storageError { _ = try scratch.move().run(.toFile) }
        #expect(error?.description.contains("a service has the schema open") == true, "\(error as Any)")
        _ = try await ScratchMove.rows(server)
        try server.close()
        let during = Mutex<[String]>([])
        let move = scratch.move { step in
            guard step == .copied else { return }
            // The mark in the folder says no; where that is another one, the server does.
            let beside = storageError { _ = try scratch.openServer() }
            let elsewhere = storageError {
                _ = try ServiceDatabase.open(on: scratch.address, scratch.options, migrations: ScratchMove.migrations)
            }
            during.withLock { $0 += [beside.name, elsewhere.name] }
        }
        _ = try move.run(.toFile)
        #expect(during.withLock { $0 } == ["moved", "serverUnavailable"])
    }

    @Test("A target with data, and a source of another version, are refused")
    func refused() async throws {
        let scratch = try ScratchMove()
        #expect(try scratch.move().run(.toServer) == .nothing)
        #expect(try scratch.move().run(.toFile) == .nothing)
        let later = ScratchMove.migrations + [Migration("later", sql: "CREATE TABLE later (a INTEGER) STRICT")]
        try scratch.openFile().close()
        var error = storageError { _ = try scratch.move(later).run(.toServer) }
        #expect(error?.description.contains("start this version on it once") == true, "\(error as Any)")
        error = storageError { _ = try scratch.move([ScratchMove.migrations[0]]).run(.toServer) }
        #expect(error.name == "newerSchema")

        let connection = scratch.connection()
        defer { connection.close() }
        try connection.execute("CREATE TABLE foreign_table (a INTEGER) STRICT")
        error = storageError { _ = try scratch.move().run(.toServer) }
        #expect(error?.description.contains("is not empty") == true, "\(error as Any)")
        error = storageError { _ = try scratch.move().run(.toFile) }
        #expect(error?.description.contains("it is there already") == true, "\(error as Any)")
        try FileManager.default.removeItem(at: scratch.file)
        error = storageError { _ = try scratch.move().run(.toFile) }
        #expect(error?.description.contains("has tables of something else") == true, "\(error as Any)")
        _ = try connection.run("DROP TABLE foreign_table")
        #expect(storageError { _ = try scratch.move().run(.toServer) }.name == "missing")
        #expect(!FileManager.default.fileExists(atPath: scratch.markFile.path))

        try Data("nothing that SQLite would know, and longer than a page of it".utf8).write(to: scratch.file)
        #expect(storageError { _ = try scratch.move().run(.toServer) }.name == "corrupt")
        #expect(try scratch.tablesOnServer() == 0)
    }

    @Test("Rows that arrive changed undo the move")
    func verified() async throws {
        let scratch = try ScratchMove()
        let database = try scratch.openServer()
        try await scratch.fill(database)
        // SQLite keeps this as NULL.
        try await database.write { _ = try $0.run("UPDATE note SET real = 'NaN' WHERE number = 1") }
        try database.close()
        let error = storageError { _ = try scratch.move().run(.toFile) }
        #expect(error?.description.contains("table note") == true, "\(error as Any)")
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.url.path)
        #expect(names.filter { $0.hasPrefix("notes") && !$0.hasSuffix(".lock") } == [])
        try scratch.openServer().close()
    }
}

extension ScratchMove {
    static func addNote(_ database: ServiceDatabase) async throws -> Int64 {
        try await database.write { try $0.insert("INSERT INTO note (\"key\") VALUES ('new') RETURNING number") }
    }
}

@Suite("A move of a database that is interrupted", needsPostgreSQL, .timeLimit(.minutes(10)))
struct InterruptedMoveTests {
    static let cases = [MoveMark.Direction.toServer, .toFile].flatMap { direction in
        StorageMove.Step.allCases.filter { direction == .toFile || $0 != .recorded }.map { (direction, $0) }
    }

    private func source(_ direction: MoveMark.Direction, _ scratch: ScratchMove) async throws -> [String] {
        let database = direction == .toServer ? try scratch.openFile() : try scratch.openServer()
        try await scratch.fill(database)
        let rows = try await ScratchMove.rows(database)
        try database.close()
        return rows
    }

    private func open(_ isFile: Bool, _ scratch: ScratchMove) throws -> ServiceDatabase {
        isFile ? try scratch.openFile() : try scratch.openServer()
    }

    @Test("After a failure the source is unchanged, or the repeated command completes the move", arguments: cases)
    func fails(direction: MoveMark.Direction, step: StorageMove.Step) async throws {
        let scratch = try ScratchMove()
        let rows = try await source(direction, scratch)
        let move = scratch.move { if $0 == step { throw StorageError.diskFull(path: "here") } }
        #expect(storageError { _ = try move.run(direction) } == .diskFull(path: "here"))
        let isUndone = step != .visible && step != .leftMarked
        #expect(FileManager.default.fileExists(atPath: scratch.markFile.path) == !isUndone)
        if isUndone {
            #expect(try await open(direction == .toServer, scratch).used(ScratchMove.rows) == rows)
            if direction == .toServer { #expect(try scratch.tablesOnServer() == 0) }
        }
        try await end(direction, scratch, rows)
    }

    @Test("After a kill neither side is usable, and the repeated command completes the move", arguments: cases)
    func killed(direction: MoveMark.Direction, step: StorageMove.Step) async throws {
        let scratch = try ScratchMove()
        let rows = try await source(direction, scratch)
        var attempt = MoveAttempt(move: scratch.move { if $0 == step { throw Killed() } }, direction: direction)
        #expect(throws: Killed.self) { _ = try attempt.run { _ in } }
        attempt.end()
        for isFile in [true, false] { #expect(storageError { _ = try open(isFile, scratch) }.name == "moved") }
        // A process with another data folder asks the server alone.
        let elsewhere = storageError {
            try ServiceDatabase.open(on: scratch.address, scratch.options, migrations: []).close()
        }
        let isMarkedOnServer = direction == .toFile ? step != .marked : step == .visible || step == .leftMarked
        let expected = isMarkedOnServer ? "moved" : ""
        #expect(elsewhere.name == expected)
        if !isMarkedOnServer, direction == .toServer {
            let connection = scratch.connection()
            try connection.runScript("DROP SCHEMA \(scratch.schema) CASCADE")
            connection.close()
        }
        let other: MoveMark.Direction = direction == .toServer ? .toFile : .toServer
        #expect(storageError { _ = try scratch.move().run(other) }.name == "cannotMove")
        try await end(direction, scratch, rows)
    }

    private func end(_ direction: MoveMark.Direction, _ scratch: ScratchMove, _ rows: [String]) async throws {
        switch try scratch.move().run(direction) {
        case .moved, .movedBefore: break
        case .nothing: Issue.record("nothing was there to be moved")
        }
        #expect(!FileManager.default.fileExists(atPath: scratch.markFile.path))
        #expect(storageError { _ = try open(direction == .toServer, scratch) }.name == "moved")
        let database = try open(direction == .toFile, scratch)
        #expect(try await ScratchMove.rows(database) == rows)
        #expect(try await ScratchMove.addAnswer(database) == 7)
        try database.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.url.path)
        #expect(names.filter { $0.contains("unfinished") } == [])
    }
}

#if os(Linux)
    @Suite("A move of a large table", needsPostgreSQL, .timeLimit(.minutes(10))) struct LargeMoveTests {
        @Test("needs less memory than the table's size, in both directions")
        func memory() async throws {
            let scratch = try ScratchMove()
            let database = try scratch.openFile()
            // 240 MB, a portion at a time.
            for portion in 0..<30 {
                try await database.write { connection in
                    try connection.run(
                        """
                        INSERT INTO note (bytes) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000) \
                        SELECT randomblob(2000) FROM n
                        """)
                    try connection.run("INSERT INTO line (at) VALUES (\(portion))")
                }
            }
            try database.close()
            for direction in [MoveMark.Direction.toServer, .toFile] {
                try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
                let before = try memory("VmRSS")
                guard case .moved(let rows, _) = try scratch.move().run(direction) else {
                    Issue.record("it was not moved")
                    return
                }
                #expect(rows == 120_000 + 30 + 2)
                // Other tests of this process take memory meanwhile.
                #expect(try memory("VmHWM") - before < 200 << 10, "KiB")
            }
        }

        /// A line of what the system says of this process, in KiB.
        private func memory(_ name: String) throws -> Int {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name + ":") })
            return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
        }
    }
#endif
