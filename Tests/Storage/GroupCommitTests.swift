import GRDB

@Suite("Group commit", .timeLimit(.minutes(10))) struct GroupCommitTests {
    private struct Refused: Error, Equatable { var number: Int }

    @Test("Writes that wait at the same time become one transaction", arguments: TestEngine.available)
    func oneTransaction(engine: TestEngine) async throws {
        let scratch = try ScratchDatabase(engine)
        let database = try scratch.open()
        let results = await inOneBatch(
            of: database, (0..<100).map { number in { @Sendable in try $0.addNote("note \(number)") } })
        for result in results { try result.get() }
        #expect(database.statistics.writes == 101)
        #expect(database.statistics.transactions == 2)
        #expect(try await database.read { try $0.notes() } == (0..<100).map { "note \($0)" })
        try database.close()
    }

    @Test(
        "A failed write leaves nothing and does not affect its neighbours",
        arguments: [0, 5, 9], TestEngine.available.flatMap { [($0, true), ($0, false)] })
    func oneFails(failing: Int, how: (engine: TestEngine, byItself: Bool)) async throws {
        let scratch = try ScratchDatabase(how.engine)
        let database = try scratch.open()
        try await database.write { try $0.addNote("taken") }
        let results = await inOneBatch(
            of: database,
            (0..<10).map { number in
                { @Sendable connection in
                    try connection.addNote("note \(number)")
                    if number != failing { return }
                    if how.byItself { throw Refused(number: number) }
                    try connection.addNote("taken")
                }
            })
        for (number, result) in results.enumerated() {
            guard number == failing else {
                try result.get()
                continue
            }
            if how.byItself {
                #expect(throws: Refused(number: number)) { try result.get() }
            } else {
                #expect(storageError { try result.get() }.broken == .unique)
            }
        }
        let expected = ["taken"] + (0..<10).filter { $0 != failing }.map { "note \($0)" }
        #expect(try await database.read { try $0.notes() } == expected)
        let statistics = database.statistics
        #expect(statistics.transactions == 3 && statistics.failedWrites == 1 && statistics.secondRuns == 1)
        try database.close()
    }

    @Test("On SQLite a body that catches its own error continues in its transaction")
    func caught() async throws {
        let folder = try ScratchFolder()
        let database = try folder.open()
        try await database.write { connection in
            try connection.addNote("one")
            do { try connection.addNote("one") } catch StorageError.constraint { try connection.addNote("two") }
        }
        #expect(try await database.read { try $0.notes() } == ["one", "two"])
        try database.close()
    }

    @Test(
        "Concurrent writers each get their own answer, and everything acknowledged is there",
        arguments: [1, 64, 256], TestEngine.available)
    func concurrentWriters(writers: Int, engine: TestEngine) async throws {
        let scratch = try ScratchDatabase(engine)
        let database = try scratch.open()
        let rounds = 20
        let acknowledged = try await withThrowingTaskGroup(of: [String].self) { group in
            for writer in 0..<writers {
                group.addTask {
                    var done: [String] = []
                    for round in 0..<rounds {
                        let text = "\(writer)/\(round)"
                        // Every seventh fails of its own accord, in the midst of others.
                        if (writer + round) % 7 == 0 {
                            await #expect(throws: Refused(number: round)) {
                                try await database.write { connection in
                                    try connection.addNote(text)
                                    throw Refused(number: round)
                                }
                            }
                        } else {
                            let echo = try await database.write { connection in
                                try connection.addNote(text)
                                return text
                            }
                            #expect(echo == text)
                            done.append(text)
                        }
                    }
                    return done
                }
            }
            return try await group.reduce(into: [String]()) { $0 += $1 }
        }
        #expect(try await database.read { try $0.notes() }.sorted() == acknowledged.sorted())
        #expect(database.statistics.writes == acknowledged.count)
        try database.close()
    }

    @Test("A batch is limited, and further writes are in the next one", arguments: TestEngine.available)
    func boundedBatch(engine: TestEngine) async throws {
        let scratch = try ScratchDatabase(engine)
        let database = try scratch.open(.with { $0.maximumBatch = 10 })
        let results = await inOneBatch(
            of: database, (0..<25).map { number in { @Sendable in try $0.addNote("\(number)") } })
        for result in results { try result.get() }
        #expect(database.statistics.transactions == 1 + 3)
        try database.close()
    }

    @Test("A full queue refuses at once and answers every accepted write", arguments: TestEngine.available)
    func overloaded(engine: TestEngine) async throws {
        let scratch = try ScratchDatabase(engine)
        let database = try scratch.open(.with { $0.maximumQueuedWrites = 5 })
        let results = await inOneBatch(
            of: database, (0..<8).map { number in { @Sendable in try $0.addNote("\(number)") } })
        let refused = results.filter { result in storageError { try result.get() } == .overloaded }
        #expect(refused.count == 3)
        #expect(database.statistics.refusedWrites == 3)
        #expect(try await database.read { try $0.notes() } == (0..<5).map(String.init))
        try database.close()
    }

    @Test("A writer that another connection locks out fails with busy after the timeout, and works again afterwards")
    func lockedOut() async throws {
        let folder = try ScratchFolder()
        let database = try folder.open(.with { $0.busyTimeout = .milliseconds(50) })
        try await database.write { try $0.addNote("before") }

        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: folder.database.path, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let results = await inOneBatchWhileLocked(database)
        for result in results { #expect(throws: StorageError.busy(path: folder.database.path)) { try result.get() } }
        #expect(try await database.read { try $0.notes() } == ["before"])
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try other.close()

        try await database.write { try $0.addNote("after") }
        #expect(try await database.read { try $0.notes() } == ["before", "after"])
        try database.close()
    }

    private func inOneBatchWhileLocked(_ database: ServiceDatabase) async -> [Result<Void, any Error>] {
        await withTaskGroup(of: Result<Void, any Error>.self) { group in
            for number in 0..<4 {
                group.addTask {
                    do { return .success(try await database.write { try $0.addNote("\(number)") }) } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }
}

@Suite("Reading", .timeLimit(.minutes(10))) struct ReadingTests {
    @Test("A snapshot does not change during other writes", arguments: TestEngine.available)
    func snapshot(engine: TestEngine) async throws {
        let scratch = try ScratchDatabase(engine)
        let database = try scratch.open()
        try await database.write { try $0.addNote("one") }
        let written = DispatchSemaphore(value: 0)
        let counts = try await database.readSnapshot { connection in
            let before = try connection.number("SELECT count(*) FROM notes")
            database.write {
                try $0.addNote("two")
            } completion: { _ in
                written.signal()
            }
            written.wait()
            return [before, try connection.number("SELECT count(*) FROM notes")]
        }
        #expect(counts == [1, 1])
        #expect(try await database.read { try $0.number("SELECT count(*) FROM notes") } == 2)
        try database.close()
    }

    @Test("A read that stops before its last row keeps no snapshot", arguments: TestEngine.available)
    func unfinishedRead(engine: TestEngine) async throws {
        let scratch = try ScratchDatabase(engine)
        let database = try scratch.open()
        try await database.write { for number in 0..<10 { try $0.addNote("\(number)") } }
        try await database.read { connection in
            try connection.forEach("SELECT text FROM notes") { _ in false }
            #expect(throws: StorageError.self) {
                try connection.forEach("SELECT text FROM notes") { row throws(StorageError) in
                    try row["nothing"] as Bool
                }
            }
        }
        try await database.write { try $0.addNote("later") }
        #expect(try await database.read { try $0.number("SELECT count(*) FROM notes") } == 11)
        try database.close()
    }

    @Test("A read runs on its caller's thread")
    @MainActor
    func callersThread() async throws {
        let folder = try ScratchFolder()
        let database = try folder.open()
        // Not inside of the expectation, which may evaluate it elsewhere.
        let caller = pthread_self()
        let read = try await database.read { _ in pthread_self() }
        let snapshot = try await database.readSnapshot { _ in pthread_self() }
        #expect(read == caller && snapshot == caller)
        try database.close()
    }

    @Test("A reader cannot write")
    func readOnly() async throws {
        let folder = try ScratchFolder()
        let database = try folder.open()
        #expect(
            await storageError { try await database.read { try $0.addNote("no") } }
                == .readOnly(path: folder.database.path))
        try database.close()
    }
}
