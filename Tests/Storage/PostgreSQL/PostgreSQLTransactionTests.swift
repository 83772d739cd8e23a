@testable import Storage

@Suite("Transactions on PostgreSQL", needsPostgreSQL, .timeLimit(.minutes(10))) struct PostgreSQLTransactionTests {
    @Test("A whole transaction is sent at once and answered once")
    func oneWay() throws {
        let connection = try ScratchSchema().withNotes()
        try connection.transaction { connection in
            for number in 0..<100 { try connection.enqueue("INSERT INTO notes (text) VALUES (\("\(number)"))") }
        }
        #expect(try connection.integers("SELECT count(*), count(DISTINCT xmin::text) FROM notes") == [100])
        #expect(try connection.rows("SELECT count(DISTINCT xmin::text) FROM notes") { $0.integer(0) } == [1])
    }

    @Test("A failed part is undone alone")
    func savepoints() throws {
        let connection = try ScratchSchema().withNotes()
        try connection.transaction { connection in
            for text in ["a", "b", "a", "c"] {
                try connection.setSavepoint()
                do {
                    try connection.enqueue("INSERT INTO notes (text) VALUES (\(text))")
                    try connection.releaseSavepoint()
                } catch {
                    #expect(text == "a" && !connection.isInTransaction)
                    try connection.rollBackToSavepoint()
                    #expect(connection.isInTransaction)
                }
            }
        }
        #expect(try connection.notes() == ["a", "b", "c"])
    }

    @Test("A body that ignores a failure commits nothing, and the transaction fails")
    func swallowedFailure() throws {
        let connection = try ScratchSchema().withNotes()
        let failure = storageError {
            try connection.transaction { connection in
                try connection.addNote("a")
                try? connection.addNote("a")
                #expect(!connection.isInTransaction)
            }
        }
        #expect(failure.state == "25P02")
        #expect(try connection.notes() == [])
    }

    @Test("One of two conflicting transactions runs again, and both take effect")
    func meeting() throws {
        let schema = try ScratchSchema()
        let (one, other) = (try schema.withNotes(), schema.connection())
        func copyAll(by connection: PostgreSQLConnection) throws {
            let count = try connection.integers("SELECT count(*) FROM notes").first.flatMap { $0 } ?? -1
            try connection.addNote("\(count)")
        }
        var runs = 0
        try one.transaction { connection in
            runs += 1
            let count = try connection.integers("SELECT count(*) FROM notes").first.flatMap { $0 } ?? -1
            if runs == 1 { try other.transaction { try copyAll(by: $0) } }
            try connection.addNote("\(count)")
        }
        #expect(runs == 2)
        #expect(try one.texts("SELECT text FROM notes ORDER BY text") == ["0", "1"])
    }

    @Test("A transaction that always conflicts fails after a number of runs")
    func alwaysMeeting() throws {
        let schema = try ScratchSchema()
        let (connection, other) = (try schema.withNotes(), schema.connection())
        try connection.addNote("a")
        var runs = 0
        let failure = storageError {
            try connection.transaction { connection in
                runs += 1
                _ = try connection.notes()
                try other.transaction { _ = try $0.run("UPDATE notes SET text = text || 'x'") }
                _ = try connection.run("UPDATE notes SET text = text || 'y'")
            }
        }
        #expect(failure.name == "serializationFailure")
        #expect(runs == connection.options.maximumAttempts)
        #expect(try connection.notes() == ["axxxxx"])
    }

    // MARK: Connections that are lost

    @Test("A transaction whose connection is lost before COMMIT runs again on another one")
    func lostBefore() throws {
        let schema = try ScratchSchema()
        let (connection, other) = (try schema.withNotes(), schema.connection())
        var runs = 0
        try connection.transaction { connection in
            runs += 1
            try connection.addNote("a")
            if runs == 1 { try connection.killBackend(by: other) }
            try connection.addNote("b")
        }
        #expect(runs == 2)
        #expect(try other.notes() == ["a", "b"])
    }

    @Test("A body that ignores the loss of its connection does not continue outside its transaction")
    func swallowedLoss() throws {
        let schema = try ScratchSchema()
        let (connection, other) = (try schema.withNotes(), schema.connection { $0.maximumAttempts = 1 })
        var runs = 0
        try connection.transaction { connection in
            runs += 1
            if runs == 1 { try connection.killBackend(by: other) }
            for text in ["a", "b"] { try? connection.addNote(text) }
        }
        #expect(runs == 2)
        #expect(try other.notes() == ["a", "b"])
    }

    @Test("A connection that is lost during COMMIT leaves an unknown outcome, without a second run")
    func lostDuring() throws {
        let schema = try ScratchSchema()
        let (connection, other) = (try schema.withNotes(), schema.connection())
        try connection.opened().runScript(ScratchSchema.hangingUp)
        var runs = 0
        let failure = storageError {
            try connection.transaction { connection in
                runs += 1
                try connection.addNote("a")
            }
        }
        #expect(failure.name == "outcomeUnknown")
        #expect(runs == 1)
        #expect(try other.notes() == [])
        #expect(try connection.notes() == [])
    }

    /// The server says that it ends a session when the COMMIT is done, behind the answer to it.
    @Test("A transaction whose session is ended during its COMMIT does not run again")
    func endedDuring() throws {
        // One that waits for its disk, before which it can be told to wait for its neighbours: so COMMIT takes 0.1 s.
        let address = try PostgreSQLAddress(try TestPostgreSQL.durable.get().address())
        let connection = PostgreSQLConnection(address, options: PostgreSQLOptions())
        let table = SQL(name: "ended_\(UInt32.random(in: 0 ... .max))")
        _ = try connection.run("CREATE TABLE \(table) (run INTEGER)")
        // On a busy machine the other one may come too late; then nothing was tried.
        for attempt in 1...50 {
            try connection.runScript("SET commit_delay = 100000; SET commit_siblings = 0")
            let process = Int64(try connection.opened().backendProcess)
            let (isOver, isEnded) = (Flag(), Flag())
            // A thread of its own: this one waits for the server.
            let ending = Thread {
                let other = PostgreSQLConnection(address, options: PostgreSQLOptions())
                while !isOver.isSet, !isEnded.isSet {
                    let ended = try? other.integers(
                        """
                        SELECT count(*) FROM (SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                        WHERE pid = \(process) AND query = 'COMMIT' AND state = 'active') AS ended
                        """)
                    if ended == [1] { isEnded.set() }
                }
            }
            ending.start()
            var runs = 0
            let failure = storageError {
                try connection.transaction { connection in
                    runs += 1
                    _ = try connection.run("INSERT INTO \(table) VALUES (\(attempt))")
                }
            }
            isOver.set()
            #expect(runs == 1)
            #expect(try connection.integers("SELECT count(*) FROM \(table) WHERE run = \(attempt)") == [1])
            guard failure.name == "outcomeUnknown" else { continue }
            return
        }
        Issue.record("the session was never ended during its COMMIT")
    }

    private final class Flag: Sendable {
        private let flag = Mutex(false)
        var isSet: Bool { flag.withLock { $0 } }
        func set() { flag.withLock { $0 = true } }
    }

    @Test("A read after the loss of its connection uses another one")
    func lostBetween() throws {
        let schema = try ScratchSchema()
        let (connection, other) = (try schema.withNotes(), schema.connection())
        try connection.addNote("a")
        _ = try connection.readSnapshot { try $0.notes() }
        try connection.killBackend(by: other)
        #expect(try connection.readSnapshot { try $0.notes() } == ["a"])
    }

    @Test("Statements survive a change of their table's columns")
    func changedColumns() throws {
        let schema = try ScratchSchema()
        let (connection, other) = (try schema.withNotes(), schema.connection())
        func all() throws -> Int { try connection.rows("SELECT * FROM notes") { _ in () }.count }
        #expect(try connection.readSnapshot { _ in try all() } == 0)
        try other.execute("ALTER TABLE notes ADD COLUMN size INTEGER")
        #expect(try connection.readSnapshot { _ in try all() } == 0)
    }

    // MARK: Locks

    @Test("A transaction waits for a named lock")
    func waitingForLock() throws {
        let schema = try ScratchSchema()
        let (one, other) = (schema.connection(), schema.connection { $0.lockTimeout = .milliseconds(100) })
        try one.transaction(.readCommitted) { one in
            try one.lock("migrations")
            #expect(storageError({ try other.transaction { try $0.lock("migrations") } }).name == "busy")
        }
        try other.transaction { try $0.lock("migrations") }
    }
}
