@testable import Storage

struct LeaseScene {
    static let duration = Duration.seconds(10)

    let schema: ScratchSchema
    let time = SetInstant()

    init() throws { schema = try ScratchSchema() }

    struct Member: Sendable {
        let database: ServiceDatabase
        let lease: DatabaseLease

        func note(_ term: Int64) async throws {
            try await database.write { try $0.run("INSERT INTO note (term) VALUES (\(term))") }
        }

        var notes: [Int64] {
            get async throws { try await database.read { try $0.values("SELECT term FROM note ORDER BY number") } }
        }
    }

    func member(_ holder: String) throws -> Member {
        let database = try ServiceDatabase.open(
            on: schema.address, schema.options,
            migrations: [
                Migration("lease", sql: DatabaseLease.table),
                Migration("note", sql: "CREATE TABLE note (number INTEGER PRIMARY KEY, term INTEGER NOT NULL) STRICT"),
            ])
        let options = LeaseOptions(duration: LeaseScene.duration) { [time] in time.now() }
        let lease = try #require(database.makeLease(holder: holder, options))
        return Member(database: database, lease: lease)
    }
}

@Suite("A lease", needsPostgreSQL, .timeLimit(.minutes(10))) struct LeaseTests {
    @Test("has one holder at a time, and after its release goes to the next at once")
    func oneAtATime() async throws {
        let scene = try LeaseScene()
        let (one, two) = (try scene.member("one"), try scene.member("two"))
        #expect(!one.lease.isHeld)
        #expect(try await one.lease.take() == .taken(term: 1))
        #expect(one.lease.isHeld)
        #expect(try await two.lease.take() == .held(by: "one"))
        #expect(!two.lease.isHeld)
        try await one.lease.release()
        #expect(!one.lease.isHeld && one.lease.isReleased)
        #expect(try await two.lease.take() == .taken(term: 2))
        #expect(try await !one.lease.renew())
        #expect(try await one.lease.take() == .held(by: "two"))
    }

    @Test("goes to the next process after its duration without a renewal, when its holder has stopped")
    func runsOut() async throws {
        let scene = try LeaseScene()
        let (one, two) = (try scene.member("one"), try scene.member("two"))
        _ = try await one.lease.take()
        // A later process does not know for how long the lease has not been renewed.
        scene.time.advance(by: .seconds(7))
        #expect(try await two.lease.take() == .held(by: "one"))
        #expect(one.lease.isHeld)
        scene.time.advance(by: .seconds(1))
        #expect(!one.lease.isHeld)
        scene.time.advance(by: .milliseconds(8999))
        #expect(try await two.lease.take() == .held(by: "one"))
        // The renewal is late, but no other process has the lease.
        #expect(try await one.lease.renew())
        #expect(one.lease.isHeld)
        scene.time.advance(by: .seconds(5))
        #expect(try await two.lease.take() == .held(by: "one"))
        scene.time.advance(by: .seconds(10))
        #expect(try await two.lease.take() == .taken(term: 2))
        #expect(try await !one.lease.renew())
        #expect(!one.lease.isHeld && two.lease.isHeld)
    }

    @Test("keeps a former holder from every write, including retries")
    func fences() async throws {
        let scene = try LeaseScene()
        let (one, two) = (try scene.member("one"), try scene.member("two"))
        // Without a lease nothing is checked.
        try await one.note(0)
        _ = try await one.lease.take()
        try await one.note(1)
        _ = try await two.lease.take()
        scene.time.advance(by: .seconds(10))
        #expect(try await two.lease.take() == .taken(term: 2))
        await #expect(throws: StorageError.leaseLost(term: 1)) { try await one.note(1) }
        await #expect(throws: StorageError.leaseLost(term: 1)) {
            try await one.database.write(on: .key("some")) { try $0.run("INSERT INTO note (term) VALUES (1)") }
        }
        #expect(await one.database.findObstacle() == .leaseLost(term: 1))
        try await two.note(2)
        #expect(await two.database.findObstacle() == nil)
        #expect(try await two.notes == [0, 1, 2])
    }

    @Test("is not taken during an open transaction of its term, and a hanging one is ended")
    func endsTransactions() async throws {
        let scene = try LeaseScene()
        let (one, two) = (try scene.member("one"), try scene.member("two"))
        _ = try await one.lease.take()
        try await one.note(1)
        _ = try await two.lease.take()
        scene.time.advance(by: .seconds(10))
        let hangs = Atomic(false)
        let goesOn = DispatchSemaphore(value: 0)
        let outcome = Mutex<Result<Bool, any Error>?>(nil)
        one.database.write({ connection in
            try connection.run("INSERT INTO note (term) VALUES (1)")
            hangs.store(true, ordering: .releasing)
            goesOn.wait()
            return try connection.exists("SELECT 1 FROM note")
        }) { result in
            outcome.withLock { $0 = result }
        }
        #expect(await eventually { hangs.load(ordering: .acquiring) })
        await #expect(throws: StorageError.busy(path: "lease")) { _ = try await two.lease.take() }
        #expect(await eventually { (try? await two.lease.take()) == .taken(term: 2) })
        try await two.note(2)
        goesOn.signal()
        #expect(await eventually { outcome.withLock { $0 != nil } })
        let error = outcome.withLock { outcome -> StorageError? in
            guard case .failure(let error)? = outcome else { return nil }
            return error as? StorageError
        }
        #expect(error == .leaseLost(term: 1))
        #expect(try await two.notes == [1, 2])
    }

    @Test("does not exist for a file")
    func file() throws {
        let folder = try ScratchFolder()
        let database = try folder.open(migrations: [Migration("lease", sql: DatabaseLease.table)])
        #expect(database.makeLease(holder: "one") == nil)
        try database.close()
    }
}

@Suite("Leases over time", needsPostgreSQL, .serialized, .timeLimit(.minutes(10))) struct LeaseScheduleTests {
    private struct Actor {
        var member: LeaseScene.Member
        var term: Int64?
        var isCut = false
    }

    @Test("never has two holders, and no former holder writes", arguments: 1...6)
    func randomSchedules(seed: UInt64) async throws {
        var random = SeededNumbers(seed: seed)
        let scene = try LeaseScene()
        var names = 0
        func make() throws -> Actor {
            names += 1
            return Actor(member: try scene.member("process \(names)"))
        }
        var actors = try (0..<3).map { _ in try make() }
        var holders: [Int64: String] = [:]
        var terms: Set<Int64> = []
        for _ in 0..<250 {
            scene.time.advance(by: .milliseconds(Int.random(in: 0...1500, using: &random)))
            let one = Int.random(in: actors.indices, using: &random)
            let lease = actors[one].member.lease
            switch Int.random(in: 0..<20, using: &random) {
            case 0: actors[one].isCut.toggle()
            case 1 where !actors[one].isCut:
                // Told to stop; another process begins in its place.
                try await lease.release()
                try actors[one].member.database.close()
                actors[one] = try make()
            case 2:
                // As after a kill: the lease is not released.
                try actors[one].member.database.close()
                actors[one] = try make()
            case 3...12 where !actors[one].isCut:
                if actors[one].term == nil {
                    if case .taken(let term) = try await lease.take() {
                        #expect(holders[term] == nil, "two in term \(term)")
                        holders[term] = lease.holder
                        terms.insert(term)
                        actors[one].term = term
                    }
                } else if try await !lease.renew() {
                    try actors[one].member.database.close()
                    actors[one] = try make()
                }
            case 13...19 where !actors[one].isCut:
                // Also by those who do not know that they are late.
                guard let term = actors[one].term else { break }
                let isLatest = term == terms.max()
                do {
                    try await actors[one].member.note(term)
                    #expect(isLatest, "term \(term) wrote after its end")
                } catch StorageError.leaseLost(let lost) {
                    #expect(lost == term && !isLatest)
                }
            default: break
            }
            #expect(actors.filter { $0.member.lease.isHeld }.count <= 1)
        }
        let notes = try await actors[0].member.notes
        #expect(notes == notes.sorted())
        #expect(terms.count > 3 && terms == Set(1...Int64(terms.count)))
        #expect(Set(notes).count > 1)
        for actor in actors { try actor.member.database.close() }
    }
}
