import Foundation
import Storage

struct MoveAttempt {
    let move: StorageMove
    let direction: MoveMark.Direction
    private let connection: PostgreSQLConnection
    private var lock: DatabaseLock?
    private var mark: MoveMark?
    /// Whether both sides are unchanged, so that a failure may remove the marks.
    private var canWithdraw = false

    init(move: StorageMove, direction: MoveMark.Direction) {
        (self.move, self.direction) = (move, direction)
        connection = PostgreSQLConnection(move.address, options: move.options)
    }

    private var file: URL { move.file }
    private var server: String { DatabaseLocation.postgreSQL(move.address, schema: schema).description }
    private var schema: String { move.options.schema ?? "" }

    mutating func run(_ report: (StorageMove.Progress) -> Void) throws -> StorageMove.Outcome {
        try DatabaseFiles.makeFolder(file.deletingLastPathComponent())
        lock = try DatabaseLock(for: file)
        try PostgreSQLMigrations.makeSchema(connection)
        try PostgreSQLSuitability(connection: connection).check()
        mark = try MoveMark.read(beside: file)
        if let mark, mark.server != server || mark.direction != direction {
            throw refusal(
                """
                a move of it with --\(mark.direction.rawValue), to or from \(mark.server), was interrupted; end that first, \
                with the settings that it had
                """)
        }
        let record = try MoveRecord.read(connection)
        return switch direction {
        case .toServer: try runToServer(record, report)
        case .toFile: try runToFile(record, report)
        }
    }

    func end() {
        connection.close()
        lock?.release()
    }

    func withdraw(after error: any Error) {
        // After this error the server may or may not have the data, so the marks stay.
        if case StorageError.outcomeUnknown = error { return }
        guard canWithdraw else { return }
        do {
            if direction == .toFile {
                DatabaseFiles.remove(unfinished)
                try MoveRecord.remove(connection)
            }
            try MoveMark.remove(beside: file)
        } catch {
            // A failure is ignored: the marks stay, and the error advises to repeat the command.
        }
    }

    // MARK: To a PostgreSQL

    private mutating func runToServer(
        _ record: MoveRecord?, _ report: (StorageMove.Progress) -> Void
    ) throws -> StorageMove.Outcome {
        if let record {
            guard record.state == .arriving, let mark, mark.id == record.id else { throw refusal(of: record) }
            return try finishToServer(rows: 0)
        }
        let isMissing = DatabaseFiles.isMissing(file)
        if isMissing, mark != nil, let kept = MovedFile.latest(beside: file) {
            try MoveMark.remove(beside: file)
            return .moved(rows: 0, kept: kept.path)
        }
        if isMissing {
            if MovedFile.latest(beside: file) != nil, try !isEmptySchema() { return .movedBefore }
            if let loss = move.mark?.loss(of: file.path) { throw loss }
            return .nothing
        }
        guard try isEmptySchema() else {
            throw refusal(
                """
                \(server) is not empty; name another database, or remove what is there: DROP SCHEMA \
                \(schema.quotedIdentifier) CASCADE; CREATE SCHEMA \(schema.quotedIdentifier)
                """)
        }
        let source = try OfflineSQLite(file)
        let rows = try source.read { source in
            let tables = try check(source, report)
            try begin()
            return try copyToServer(tables, from: source, report)
        }
        try source.close()
        try move.reached(.visible)
        return try finishToServer(rows: rows)
    }

    /// Checks the file. Throws if it cannot be moved as a whole.
    private func check(_ source: SQLiteConnection, _ report: (StorageMove.Progress) -> Void) throws -> [MovedTable] {
        let database = Connection(source)
        guard try EngineConnection.sqlite(source).hasTable("migrations") else {
            throw refusal("it is no database of this program")
        }
        try check(applied: try Migration.applied(in: database))
        let tables = try MovedTable.all(source)
        for table in tables {
            let rows = MovedRows(table: table)
            let total = try rows.count(in: .sqlite(source))
            report(StorageMove.Progress(table: table.name, rows: 0, total: total, stage: .lookedThrough))
            try rows.checkTexts(in: .sqlite(source))
        }
        return tables
    }

    private mutating func copyToServer(
        _ tables: [MovedTable], from source: SQLiteConnection, _ report: (StorageMove.Progress) -> Void
    ) throws -> Int {
        guard let mark else { throw StorageError.closed }
        do {
            try connection.beginTransaction(.readCommitted)
            try PostgreSQLMigrations(connection: connection, migrations: move.migrations).makeAll()
            try MoveRecord(id: mark.id, state: .arriving, file: file.path).write(connection)
            let made = try MovedTable.all(connection)
            try MovedTable.compare(tables, made, server: server)
            try move.reached(.tablesMade)
            let rows = try MoveCopy(tables: tables, source: .sqlite(source), target: .postgreSQL(connection))
                .run(move.reached, report)
            for table in made {
                guard let column = table.numbered else { continue }
                let numbers = MovedNumbers(table: table)
                try numbers.set(try numbers.latest(source, column: column), connection, column: column)
            }
            // The planner needs statistics of the new tables for the first queries.
            for table in tables { _ = try connection.run("ANALYZE \(table.sql)") }
            try FeedEpochs.renew(in: Connection(connection))
            try connection.commit()
            // From here on the server may have all data, whatever fails.
            canWithdraw = false
            return rows
        } catch {
            connection.rollBack()
            throw error
        }
    }

    private mutating func finishToServer(rows: Int) throws -> StorageMove.Outcome {
        var kept = MovedFile.latest(beside: file)
        if !DatabaseFiles.isMissing(file) {
            try OfflineSQLite(file).emptyLog()
            try DatabaseFiles.removeSideFiles(of: file)
            let place = MovedFile.url(of: file, at: move.now())
            try DatabaseFiles.replace(place, with: file)
            kept = place
        }
        try move.mark?.record()
        try move.reached(.leftMarked)
        try MoveRecord.remove(connection)
        try MoveMark.remove(beside: file)
        return .moved(rows: rows, kept: kept?.path ?? file.path)
    }

    // MARK: To a file

    private var unfinished: URL { file.appendingPathExtension("unfinished") }

    private mutating func runToFile(
        _ record: MoveRecord?, _ report: (StorageMove.Progress) -> Void
    ) throws -> StorageMove.Outcome {
        let isMissing = DatabaseFiles.isMissing(file)
        switch record?.state {
        case .arriving: throw refusal(of: record)
        case .left:
            guard !isMissing else { throw refusal(of: record) }
            if mark != nil { try MoveMark.remove(beside: file) }
            return .movedBefore
        case .leaving:
            guard let mark, mark.id == record?.id else { throw refusal(of: record) }
            if !isMissing { return try finishToFile(rows: 0) }
        case nil:
            if try isEmptySchema() {
                if isMissing, let loss = move.mark?.loss(of: server) { throw loss }
                if mark != nil { try MoveMark.remove(beside: file) }
                return .nothing
            }
        }
        guard isMissing else { throw refusal("it is there already; move it away, so that nothing is written over") }
        try check(applied: try appliedOnServer())
        try begin()
        guard let mark else { throw StorageError.closed }
        try connection.transaction(.readCommitted) {
            try MoveRecord(id: mark.id, state: .leaving, file: file.path).write($0)
        }
        try move.reached(.recorded)
        let rows = try copyToFile(report)
        try move.reached(.visible)
        return try finishToFile(rows: rows)
    }

    private func appliedOnServer() throws -> [String] {
        guard try EngineConnection.postgreSQL(connection).hasTable("migrations") else {
            throw refusal("\(server) has tables of something else")
        }
        return try Migration.applied(in: Connection(connection))
    }

    private mutating func copyToFile(_ report: (StorageMove.Progress) -> Void) throws -> Int {
        DatabaseFiles.remove(unfinished)
        try ServiceDatabase.open(at: unfinished, migrations: move.migrations).close()
        unlink(unfinished.path + ".lock")
        try move.reached(.tablesMade)
        let target = try OfflineSQLite(unfinished)
        let rows = try target.write { target in
            let tables = try MovedTable.all(target)
            let onServer = try MovedTable.all(connection)
            try MovedTable.compare(tables, onServer, server: server)
            // The lock keeps all other processes from writing during the move, even if they take no lock of the schema.
            try connection.beginTransaction(.snapshot, locking: onServer.map(\.sql))
            defer { connection.rollBack() }
            let rows = try MoveCopy(tables: tables, source: .postgreSQL(connection), target: .sqlite(target))
                .run(move.reached, report)
            let numbered = Dictionary(uniqueKeysWithValues: onServer.map { ($0.name, $0.numbered) })
            for table in tables where table.numbered != nil {
                guard let column = numbered[table.name] ?? nil else { continue }
                let numbers = MovedNumbers(table: table)
                try numbers.set(try numbers.latest(connection, column: column), target)
            }
            try FeedEpochs.renew(in: Connection(target))
            return rows
        }
        try target.close()
        // From here on the file may exist under its final name, whatever fails.
        canWithdraw = false
        try DatabaseFiles.replace(file, with: unfinished)
        return rows
    }

    private mutating func finishToFile(rows: Int) throws -> StorageMove.Outcome {
        guard let mark else { throw StorageError.closed }
        try move.mark?.record()
        try MovedFile.setAside(beside: file)
        try connection.transaction(.readCommitted) {
            try MoveRecord(id: mark.id, state: .left, file: file.path).write($0)
        }
        try move.reached(.leftMarked)
        try MoveMark.remove(beside: file)
        return .moved(rows: rows, kept: server)
    }

    // MARK: Both

    private mutating func begin() throws {
        let mark = self.mark ?? MoveMark(id: UUID().uuidString.lowercased(), direction: direction, server: server)
        canWithdraw = true
        try mark.write(beside: file)
        self.mark = mark
        try move.reached(.marked)
    }

    private func isEmptySchema() throws -> Bool {
        try !Connection(connection).exists(
            "SELECT 1 FROM pg_catalog.pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind <> 'i'")
    }

    /// Checks the migrations. Throws unless exactly the migrations of this program have run.
    private func check(applied: [String]) throws(StorageError) {
        let place = direction == .toServer ? file.path : server
        let (pending, later) = try move.migrations.compare(with: applied, path: place)
        guard later.isEmpty else { throw .newerSchema(path: place, unknown: Array(later)) }
        guard let next = pending.first else { return }
        throw .cannotMove(
            path: place,
            reason: """
                it is of an earlier version, before "\(next.name)"; start this version on it once, with the setting \
                `storage` as it was for it, stop it, and give the command again
                """)
    }

    private func refusal(_ reason: String) -> StorageError { .cannotMove(path: file.path, reason: reason) }

    private func refusal(of record: MoveRecord?) -> StorageError {
        guard let record else { return .closed }
        let table = "\(schema.quotedIdentifier).storage_move"
        let reason =
            switch record.state {
            case .left:
                """
                it was moved to the file \(record.file) before. To use the schema as it was then: DELETE FROM \(table); to \
                move the file there again, remove what is there: DROP SCHEMA \(schema.quotedIdentifier) CASCADE; CREATE \
                SCHEMA \(schema.quotedIdentifier)
                """
            case .arriving:
                """
                a move from \(record.file) was interrupted; give the command `move-storage --to-postgresql` again, on the \
                machine and with the data folder of that file. If that move was given up there, remove what it has left here: \
                DROP SCHEMA \(schema.quotedIdentifier) CASCADE; CREATE SCHEMA \(schema.quotedIdentifier)
                """
            case .leaving:
                """
                a move to \(record.file) was interrupted; give the command `move-storage --to-files` again, on the machine \
                and with the data folder of that file, or give that move up: DELETE FROM \(table), and remove the file \
                \(MoveMark.url(of: URL(fileURLWithPath: record.file)).lastPathComponent) there
                """
            }
        return .cannotMove(path: server, reason: reason)
    }
}

/// The row that marks a move in a schema. A schema without it is in normal use.
struct MoveRecord: Hashable {
    enum State: String, ColumnValue {
        /// The data has arrived; the original file has not been set aside yet.
        case arriving
        /// The data is being copied to a file, or has just been copied.
        case leaving
        case left
    }

    /// The move's id, which the mark in the data folder also contains.
    var id: String
    var state: State
    var file: String

    static func read(_ connection: PostgreSQLConnection) throws -> MoveRecord? {
        guard try EngineConnection.postgreSQL(connection).hasTable("storage_move") else { return nil }
        return try Connection(connection).first("SELECT id, state, file FROM storage_move") {
            row throws(StorageError) in
            let state: State? = try row["state"]
            guard let state else { throw .unreadable(column: "state", source: "storage_move") }
            return MoveRecord(id: try row["id"], state: state, file: try row["file"])
        }
    }

    /// Replaces the row. Must be called inside a transaction.
    func write(_ connection: PostgreSQLConnection) throws {
        let database = Connection(connection)
        try database.execute(
            """
            CREATE TABLE IF NOT EXISTS storage_move (
                one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL, state TEXT NOT NULL, file TEXT NOT NULL
            ) STRICT
            """)
        try database.run(
            """
            INSERT INTO storage_move (one, id, state, file) VALUES (1, \(id), \(state), \(file)) \
            ON CONFLICT (one) DO UPDATE SET id = excluded.id, state = excluded.state, file = excluded.file
            """)
    }

    static func remove(_ connection: PostgreSQLConnection) throws {
        try connection.transaction(.readCommitted) { connection in
            if try EngineConnection.postgreSQL(connection).hasTable("storage_move") {
                _ = try connection.run("DELETE FROM storage_move")
            }
        }
    }
}
