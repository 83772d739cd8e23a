import Age

@testable import ServiceRuntime

@Suite("The coordinator of backups", .timeLimit(.minutes(10))) struct BackupCoordinatorTests {
    private struct Kept: Store {
        typealias Failure = StoreFailure<Never>
        static let migrations = [Migration("t", sql: "CREATE TABLE t (text TEXT)")]
        let database: ServiceDatabase
    }

    private struct Sessions: PersistentService, IdleService {
        static let name = ServiceName.authSession
        static var store: any Store.Type { Kept.self }
    }

    /// What the other services were asked, and what they refuse.
    private final class Others: Sendable {
        let asked = Mutex<[String]>([])
        let refusal = Mutex<(service: ServiceName, text: String)?>(nil)

        func take(_ what: String, _ service: ServiceName) throws -> Done {
            asked.withLock { $0.append("\(what) \(service)") }
            let refusal = refusal.withLock { $0 }
            if let refusal, refusal.service == service { throw ServiceError(.invalidRequest, refusal.text) }
            return Done()
        }

        func takeAsked() -> [String] {
            asked.withLock { asked in
                defer { asked = [] }
                return asked
            }
        }
    }

    private struct Running: Sendable {
        let coordinator: BackupCoordinator
        let others: Others
        let clock: SetClock
        let data: URL
        let backups: URL
        let restart: @Sendable () -> BackupCoordinator
        /// Ends with its first pause.
        let pausing: BackupCoordinator
        /// Of the same server, with recipients.
        let encrypting: ServiceBackups
        let log: LoggedLines
    }

    /// A request that its sender no longer waits for.
    private struct Over: RequestValidity {
        let deadline: UInt64 = 0
        let isValid = false
    }

    /// With auth-session's own database, and the other services on the bus.
    private func run(every: Duration? = .seconds(86_400), _ body: (Running) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let (data, backups) = (folder.url.appending(path: "data"), folder.url.appending(path: "backups"))
        for made in [data, backups] {
            try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
        }
        var settings = Settings()
        settings.dataDirectory = data
        settings.backups.every = every
        settings.backups.to = .folder(backups)
        settings.backups.keep = BackupRetention(daily: 2)
        let (others, clock, log) = (Others(), SetClock(), LoggedLines())
        let (bus, peers) = (try MessageBus(.patient(.authSession)), try MessageBus(.patient(.push)))
        var endpoints: [ServiceName: [Endpoint]] = [:]
        for service in [ServiceName.push, .preferences, .location, .identity] {
            let endpoint = try Endpoint("ipc://\(folder.url.path)/\(service).sock")
            endpoints[service] = [endpoint]
            var handlers = HandlerTable()
            handlers.on(MakeBackup.self, from: [.authSession]) { request, _ in try others.take("make", service) }
            handlers.on(VerifyBackup.self, from: [.authSession]) { request, _ in
                try others.take(request.isDrill == true ? "drill" : "verify", service)
            }
            _ = try peers.serve(service, at: endpoint, permissions: handlers.permissions, handlers: handlers)
        }
        let bind = try Endpoint("ipc://\(folder.url.path)/auth.sock")
        func environment(_ settings: Settings) -> ServiceEnvironment {
            ServiceEnvironment(
                service: .authSession, settings: settings, bus: bus, endpoints: endpoints, bind: bind,
                logger: log.logger, metrics: MetricsRegistry(), clock: clock)
        }
        let plain = environment(settings)
        settings.backups.recipients = [try AgeIdentity(random: systemRandomBytes).recipient]
        let database = try Kept.openDatabase(at: data.appending(path: "auth-session.sqlite"))
        let own = ServiceBackups(plain, of: Sessions.self, database)
        let make: @Sendable () -> BackupCoordinator = { BackupCoordinator(plain, own) }
        let running = Running(
            coordinator: make(), others: others, clock: clock, data: data, backups: backups, restart: make,
            pausing: BackupCoordinator(plain, own, pause: { throw CancellationError() }),
            encrypting: ServiceBackups(environment(settings), of: Sessions.self, database), log: log)
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(running)) } catch { outcome = .failure(error) }
        await peers.shutDown(drain: .zero)
        await bus.shutDown(drain: .zero)
        try database.close()
        try outcome.get()
    }

    private static let made = ["make push", "make preferences", "make location", "make identity"]
    private static let drilled = ["drill push", "drill preferences", "drill location", "drill identity"]

    @Test("Each period has one backup, followers first; missed ones are made up once, and each week has a drill")
    func schedule() async throws {
        try await run { it in
            await it.coordinator.followSchedule()
            #expect(it.others.takeAsked() == Self.made + Self.drilled)
            let first = BackupName.of(.start)
            let part = it.backups.appending(path: first)
            #expect(FileManager.default.fileExists(atPath: part.appending(path: "auth-session.manifest").path))
            #expect(!FileManager.default.fileExists(atPath: it.data.appending(path: "auth-session.drill").path))
            let good = BackupHealth.Outcome(at: .start, backup: first)
            #expect(it.coordinator.health == BackupHealth(backup: good, drill: good, lastGood: first))
            #expect(it.coordinator.backupFinding.state == .ok)
            // Midnight is 16 hours away.
            it.clock.advance(seconds: 15 * 3600)
            let again = it.restart()
            #expect(again.health == it.coordinator.health)
            await again.followSchedule()
            #expect(it.others.takeAsked() == [])
            it.clock.advance(seconds: 3600)
            await again.followSchedule()
            await again.followSchedule()
            #expect(it.others.takeAsked() == Self.made)
            it.clock.advance(seconds: 9 * 86_400)
            #expect(again.backupFinding.found.contains("there was no backup since"))
            await again.followSchedule()
            await again.followSchedule()
            #expect(it.others.takeAsked() == Self.made + Self.drilled)
            let names = try FileManager.default.contentsOfDirectory(atPath: it.backups.path)
            #expect(names.sorted() == [UnixTime.start.adding(seconds: 16 * 3600), it.clock.now()].map(BackupName.of))
        }
    }

    @Test("A failure ends the backup, is reported, and is tried again after an hour")
    func failure() async throws {
        try await run { it in
            it.others.refusal.withLock { $0 = (.location, "location: no space left") }
            await it.coordinator.followSchedule()
            #expect(it.others.takeAsked() == ["make push", "make preferences", "make location"])
            #expect(it.coordinator.health.backup?.problem == "location: no space left")
            #expect(it.coordinator.health.lastGood == nil && it.coordinator.health.drill == nil)
            #expect(
                it.coordinator.backupFinding.found
                    == "the backup of 2027-01-15 08:00 UTC failed: location: no space left")
            #expect(it.coordinator.samples.first?.value == 1)
            it.clock.advance(seconds: 3599)
            await it.coordinator.followSchedule()
            #expect(it.others.takeAsked() == [])
            it.others.refusal.withLock { $0 = nil }
            it.clock.advance(seconds: 1)
            await it.coordinator.followSchedule()
            #expect(it.others.takeAsked() == Self.made + Self.drilled)
            #expect(it.coordinator.backupFinding.state == .ok && it.coordinator.samples.first?.value == 0)
        }
    }

    @Test("A backup that failed in one service replaces none in the others, also after a restart")
    func failedReplacesNone() async throws {
        try await run(every: .seconds(3600)) { it in
            await it.coordinator.followSchedule()
            it.clock.advance(seconds: 3600)
            it.others.refusal.withLock { $0 = (.identity, "identity: no space left") }
            await it.coordinator.followSchedule()
            let failed = it.backups.appending(path: BackupName.of(it.clock.now()))
            #expect(FileManager.default.fileExists(atPath: failed.appending(path: "auth-session.manifest").path))
            it.others.refusal.withLock { $0 = nil }
            let again = it.restart()
            it.clock.advance(seconds: 16 * 3600)
            await again.followSchedule()
            it.clock.advance(seconds: 3600)
            await again.followSchedule()
            let names = try FileManager.default.contentsOfDirectory(atPath: it.backups.path)
            let whole = [UnixTime.start, .start.adding(seconds: 17 * 3600), it.clock.now()]
            #expect(names.sorted() == whole.map(BackupName.of))
        }
    }

    @Test("A backup that cannot be made leaves no folder")
    func noFolder() async throws {
        try await run { it in
            // It takes the place of the file that names this server.
            let blocked = it.data.appending(path: "auth-session.server")
            try FileManager.default.createDirectory(at: blocked, withIntermediateDirectories: true)
            await it.coordinator.followSchedule()
            #expect(it.coordinator.health.backup?.problem?.hasPrefix("auth-session: ") == true)
            let names = try FileManager.default.contentsOfDirectory(atPath: it.backups.path)
            #expect(names == [])
        }
    }

    @Test("A missing place is a failure and logged at once, and an operator's backup that cannot begin counts as none")
    func missingPlace() async throws {
        try await run { it in
            #expect(it.coordinator.backupFinding.state == .unknown)
            try FileManager.default.removeItem(at: it.backups)
            let reason = "\(it.backups.path) is missing; make it, or set backups.to to another folder"
            #expect(it.coordinator.backupFinding == .failure("the schedule makes no backup: \(reason)"))
            #expect(it.coordinator.samples.first?.value == 1)
            await it.pausing.run()
            #expect(it.log.all.contains { $0.contains("the schedule makes no backup: \(reason)") })
            let refusal = #expect(throws: ServiceError.self) { try it.coordinator.start(BeginBackup()) }
            #expect(refusal?.message == reason)
            #expect(it.coordinator.job == nil && it.coordinator.health.backup == nil && it.others.takeAsked() == [])
        }
    }

    @Test("A backup that an operator begins may take longer than the request")
    func longerThanRequest() async throws {
        try await run { it in
            let begun = try CurrentRequest.$validity.withValue(Over()) { try it.coordinator.start(BeginBackup()) }
            while it.coordinator.job?.endedAt == nil { await Task.yield() }
            #expect(it.coordinator.job?.problem == nil && it.coordinator.health.lastGood == begun.backup)
        }
    }

    @Test("The schedule gives the other services time to start")
    func pauseFirst() async throws {
        try await run { it in
            await it.pausing.run()
            #expect(it.others.takeAsked() == [])
            let failed = BackupHealth.Outcome(at: .start, backup: "b", problem: "push has not answered")
            for (seconds, isDue) in [(59, false), (60, true)] as [(Int64, Bool)] {
                let now = UnixTime.start.adding(seconds: seconds)
                #expect(BackupCoordinator.isDue(failed, every: 3_600_000, retry: 60_000, at: now) == isDue)
            }
        }
    }

    @Test("With recipients a backup that is not encrypted is no good one")
    func unencrypted() async throws {
        try await run { it in
            await it.coordinator.followSchedule()
            let refusal = await #expect(throws: ServiceError.self) {
                _ = try await it.encrypting.verify(VerifyBackup(name: BackupName.of(.start), isDrill: true))
            }
            #expect(refusal?.message.contains("is not encrypted") == true)
        }
    }

    @Test("A drill finds a changed backup, and its failure is reported")
    func drill() async throws {
        try await run { it in
            await it.coordinator.followSchedule()
            let copy = it.backups.appending(path: BackupName.of(.start)).appending(path: "auth-session.sqlite")
            var bytes = try Data(contentsOf: copy)
            bytes[bytes.count - 1] ^= 1
            try bytes.write(to: copy)
            it.clock.set(.start.adding(seconds: 7 * 86_400 - 1))
            it.others.refusal.withLock { $0 = (.push, "push: later") }
            await it.coordinator.followSchedule()
            it.clock.advance(seconds: 1)
            it.others.refusal.withLock { $0 = nil }
            await it.coordinator.followSchedule()
            #expect(it.coordinator.health.drill?.problem?.contains("SHA-256") == true)
            #expect(it.coordinator.drillFinding.state == .failure)
        }
    }

    @Test("Without a schedule nothing is made")
    func noSchedule() async throws {
        try await run(every: nil) { it in
            await it.coordinator.followSchedule()
            #expect(it.others.takeAsked() == [] && it.coordinator.health == BackupHealth())
        }
    }

    @Test("A server removes its own parts only, and never one that another server has written")
    func ownOnly() async throws {
        try await run { it in
            let (old, foreign) = ("2026-01-01T00-00-00-000Z", "2026-01-02T00-00-00-000Z")
            await it.coordinator.followSchedule()
            let first = it.backups.appending(path: BackupName.of(.start))
            let manifest = first.appending(path: "auth-session.manifest")
            for name in [old, foreign, "by-hand"] {
                try FileManager.default.copyItem(at: first, to: it.backups.appending(path: name))
            }
            let text = try String(contentsOf: manifest, encoding: .utf8)
            let another = text.replacing(/# by [0-9a-f]{32}/, with: "# by another")
            #expect(another != text)
            let foreignManifest = it.backups.appending(path: foreign).appending(path: "auth-session.manifest")
            try Data(another.utf8).write(to: foreignManifest)
            try Data().write(to: it.backups.appending(path: old).appending(path: "push.sqlite"))
            it.clock.advance(seconds: 86_400)
            await it.coordinator.followSchedule()
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: it.backups.appending(path: old).path)
                    == ["push.sqlite"], "another service's part stays")
            for name in [foreign, "by-hand"] {
                let kept = it.backups.appending(path: name).appending(path: "auth-session.sqlite")
                #expect(FileManager.default.fileExists(atPath: kept.path), "\(name)")
            }
        }
    }
}
