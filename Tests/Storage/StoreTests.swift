@Suite("Stores that refuse", .timeLimit(.minutes(10))) struct StoreTests {
    private struct Taken: Error, Equatable {}

    private enum Failure: StoreError {
        typealias Reason = Taken

        case refused(Taken)
        case overloaded
        case unavailable(any Error)
        case failed(any Error)
    }

    private struct Notes: Store {
        typealias Failure = StoreTests.Failure
        static let migrations: [Migration] = []
        let database: ServiceDatabase

        func add(_ text: String, refuses: Bool) async throws(StoreTests.Failure) {
            try await write { connection in
                try connection.addNote(text)
                if refuses { throw Taken() }
            }
        }

        func refuse() async throws(StoreTests.Failure) { try await write { _ in throw Taken() } }
    }

    @Test("A refusal after a change undoes the change, alone and in a batch", arguments: [1, 10], TestEngine.available)
    func lateRefusal(_ count: Int, engine: TestEngine) async throws {
        let scratch = try ScratchDatabase(engine)
        let store = Notes(database: try scratch.open())
        let refused = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<count {
                group.addTask {
                    do throws(Failure) {
                        try await store.add("note \(number)", refuses: number == 0)
                        return false
                    } catch {
                        if case .refused = error { return true }
                        return false
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(refused == 1)
        let notes = try await store.database.read { try $0.notes() }
        #expect(Set(notes) == Set((1..<count).map { "note \($0)" }))
        try store.database.close()
    }

    @Test("A text with U+0000 is the client's mistake", arguments: TestEngine.available)
    func textWithNUL(engine: TestEngine) async throws {
        let scratch = try ScratchDatabase(engine)
        let store = Notes(database: try scratch.open())
        do throws(Failure) {
            try await store.add("a\0b", refuses: false)
            Issue.record("not refused")
        } catch {
            guard case .failed(let answer as ServiceError) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(answer.code == .invalidRequest)
        }
        try store.database.close()
    }

    @Test("A refusal before the first change does not fail the transaction", arguments: TestEngine.available)
    func earlyRefusal(engine: TestEngine) async throws {
        let scratch = try ScratchDatabase(engine)
        let store = Notes(database: try scratch.open())
        try await store.add("note", refuses: false)
        do throws(Failure) {
            try await store.refuse()
            Issue.record("not refused")
        } catch {
            guard case .refused = error else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(store.database.statistics.failedWrites == 0 && store.database.statistics.secondRuns == 0)
        try store.database.close()
    }
}
