@testable import ServiceRuntime

@Suite("The checks of a database", .timeLimit(.minutes(10))) struct DatabaseCheckTests {
    private static let day: Int64 = 86_400

    private func space(_ freeMiB: UInt64, _ usedMiB: UInt64) -> DatabaseSpace {
        DatabaseSpace(used: usedMiB << 20, free: freeMiB << 20)
    }

    @Test("An absent backup is a warning after a day, and an old one always", arguments: [true, false])
    func backups(isNew: Bool) {
        let now = UnixTime.start
        func state(_ age: Int64?) -> HealthCheck.State {
            DatabaseChecks.backup(age.map { now.adding(seconds: -$0) }, isNew: isNew, at: now).state
        }
        #expect(state(nil) == (isNew ? .unknown : .warning))
        #expect(state(7 * Self.day) == .ok)
        #expect(state(7 * Self.day + 1) == .warning)
    }

    @Test("Little space is a warning, and so is a database that fills the disk within two weeks")
    func spaces() {
        let growth = SpaceGrowth()
        let now = UnixTime.start
        #expect(DatabaseChecks.space(space(255, 100), growth, at: now).state == .warning)
        #expect(DatabaseChecks.space(space(1400, 100), growth, at: now).state == .ok)
        // Within the first hour a growth says nothing.
        #expect(DatabaseChecks.space(space(1400, 900), growth, at: now.adding(seconds: 3599)).state == .ok)
        let later = now.adding(seconds: Self.day)
        #expect(DatabaseChecks.space(space(1400, 200), growth, at: later).state == .ok)
        let finding = DatabaseChecks.space(space(1400, 201), growth, at: later)
        #expect(finding.state == .warning && finding.remedy?.contains("within 13 days") == true)
    }

    @Test(
        "A database on a small disk has too little space",
        .enabled(if: SmallFileSystem.isAvailable, "needs to mount one"))
    func smallDisk() async throws {
        let disk = try SmallFileSystem(kilobytes: 4096)
        defer { disk.unmount() }
        let database = try ServiceDatabase.open(
            at: disk.folder.url.appendingPathComponent("a.sqlite"),
            migrations: NoteStore.migrations)
        let finding = DatabaseChecks.space(await database.space(), SpaceGrowth(), at: .start)
        try database.close()
        #expect(finding.state == .warning && finding.found.contains("MiB are free"))
    }

    @Test(
        "Sizes have a unit that fits",
        arguments: [
            (0, "0 KiB"), (1536, "1.5 KiB"), (5 << 20, "5 MiB"), (82_262_589_440, "76.6 GiB"),
        ] as [(UInt64, String)])
    func sizes(_ bytes: UInt64, _ text: String) {
        #expect(DatabaseChecks.size(bytes) == text)
    }

    @Test("On both engines a write reaches the disk, and a closed database is a failure", arguments: StoreKind.allCases)
    func writes(_ kind: StoreKind) async throws {
        try await withChecks(kind) { database, readiness in
            let before = await readiness.outcomes(triesRemote: true)
            #expect(before.first { $0.name == "database" }?.state == .ok)
            #expect(before.first { $0.name == "disk-sync" }.map { $0.state < .failure } == true)
            try database.close()
            let after = await readiness.outcomes(triesRemote: false)
            #expect(after.first { $0.name == "database" }?.state == .failure)
        }
    }

    @Test(
        "A superuser's role on PostgreSQL is a warning, and a clock that differs from the server's a failure",
        .enabled(if: StoreKind.allCases.contains(.postgreSQL), "needs PostgreSQL"))
    func server() async throws {
        try await withChecks(.postgreSQL) { database, readiness in
            let outcomes = await readiness.outcomes(triesRemote: true)
            try database.close()
            let role = try #require(outcomes.first { $0.name == "postgresql" })
            #expect(role.state == .warning && role.found.contains("superuser"), "\(role.text)")
            #expect(outcomes.first { $0.name == "clock" }?.state == .failure)
            #expect(outcomes.first { $0.name == "backup" }?.state == .unknown)
        }
    }

    @Test(
        "A web server's clock that differs by more than a minute is a failure, after the time in a cache of at most a day",
        arguments: [
            (0, nil, .ok), (60, nil, .ok), (61, nil, .failure), (61, "1", .ok), (-61, nil, .failure),
            (0, "\(Int64.min)", .ok), (0, "\(Int64.max)", .failure), (86_400, "\(Int64.max)", .ok),
        ] as [(Int64, String?, HealthCheck.State)])
    func webClock(_ ahead: Int64, _ age: String?, _ state: HealthCheck.State) throws {
        let date = "Fri, 21 Nov 2025 08:00:00 GMT"
        let now = try #require(HTTPDate.moment(date)).adding(seconds: ahead)
        #expect(HTTPDate.compare(date, age: age, with: now).state == state)
        for none in [nil, "", "Fri, 21 Nov 999999999 08:00:00 GMT"] {
            #expect(HTTPDate.compare(none, age: age, with: now).state == .unknown)
        }
    }

    /// With a clock that stands still in another year.
    private func withChecks(
        _ kind: StoreKind, _ body: (ServiceDatabase, Readiness) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let database = try kind.open(NoteStore.self, in: folder)
        let readiness = Readiness()
        DatabaseChecks(
            database: database, file: folder.url.appendingPathComponent("test.sqlite"),
            mark: BackupMark(of: .location, in: folder.url), clock: SetClock()
        ).add(to: readiness)
        readiness.markReady()
        try await body(database, readiness)
    }
}
