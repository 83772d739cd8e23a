struct Ledger: Sendable {
    let journal = Journal()
    private let writers: [any Writer]
    private let newcomers = NewcomerWriter()
    private let people: [SignedInPerson]

    init(people count: Int, devices: Int, on balise: RunningBalise) async throws {
        var people: [SignedInPerson] = []
        for _ in 0..<count { people.append(try await Person(.meeshy).signUp(on: balise)) }
        var writers: [any Writer] = (0..<devices).map { _ in DeviceWriter() }
        for (index, person) in people.enumerated() {
            writers.append(PositionWriter(person))
            writers.append(index.isMultiple(of: 2) ? PreferenceWriter(person) : try RefreshWriter(person))
        }
        self.people = people
        self.writers = writers + [newcomers]
    }

    /// Reporting devices, and as many readers: all writes concern location only.
    init(devices count: Int) {
        let devices = (0..<count).map { _ in DeviceWriter() }
        people = []
        writers = devices + devices.flatMap { $0.reporter.all }.map { VisitWriter(to: $0.device) }
    }

    func whileWriting(to balise: RunningBalise, _ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            for writer in writers { group.addTask { await write(by: writer, to: balise) } }
            group.addTask { try await balise.superviseProcesses() }
            try await body()
            group.cancelAll()
            do { try await group.waitForAll() } catch is CancellationError {}
        }
        try await balise.untilAllRun()
        for person in people {
            // A process may still treat another one as unreachable.
            try await eventually("the services have found each other") {
                let paths = ["users/me", "users/me/position", "notification-preferences"]
                for path in paths where try await person.call(.GET, path).status != 200 { return false }
                return true
            }
        }
    }

    private func write(by writer: any Writer, to balise: RunningBalise) async {
        while !Task.isCancelled {
            let began = ContinuousClock.now
            let (kind, outcome) = await writer.write(to: balise)
            journal.add(JournalEntry(kind: kind, began: began, ended: .now, outcome: outcome))
            // Like a client after a "retry later".
            if outcome != .acknowledged { try? await Task.sleep(for: .milliseconds(10)) }
        }
    }

    func untilAcknowledged(_ more: Int) async throws {
        let enough = journal.acknowledged + more
        try await eventually("\(more) more calls are acknowledged") { journal.acknowledged >= enough }
    }

    func audit(on balise: RunningBalise) async throws {
        for writer in writers { try await writer.audit(on: balise) }
    }

    func audit(on balise: RunningBalise, _ server: TestPostgreSQL, database: String) async throws {
        try await audit(on: balise)
        let tables = WrittenTables(server: server, database: database)
        try await tables.auditFeeds()
        let accounts = newcomers.accounts.union(people.map(\.account))
        try await tables.auditAccounts(acknowledged: accounts, doubted: newcomers.doubted)
        try await tables.auditCopies()
    }
}

extension RunningBalise {
    func superviseProcesses() async throws {
        var startedAt: [String: ContinuousClock.Instant] = [:]
        while true {
            for program in programs where try !child(program).isRunning {
                // A process that ends at once is not restarted at once.
                if let last = startedAt[program], .now - last < .milliseconds(200) { continue }
                startedAt[program] = .now
                try launch(program)
            }
            _ = try? readPortsAgain()
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    func untilAllRun() async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { try await self.superviseProcesses() }
            try await eventually("all services are ready") { try await self.isReady() }
            group.cancelAll()
            do { try await group.waitForAll() } catch is CancellationError {}
        }
    }
}
