@testable import Storage
@testable import StorageMove

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
            let database = try open(direction == .toServer, scratch)
            #expect(try await ScratchMove.rows(database) == rows)
            try database.close()
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
