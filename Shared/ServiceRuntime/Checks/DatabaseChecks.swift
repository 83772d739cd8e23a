import Foundation
import Models
import Storage
import Synchronization

struct DatabaseChecks: Sendable {
    /// The free space in bytes below which there is a warning.
    static let smallSpace: UInt64 = 256 << 20
    /// How many days away the expected full disk must be; otherwise there is a warning.
    static let fullWithin = 14.0
    /// The duration from which a commit counts as slow, which is a warning.
    static let slowWrite = Duration.milliseconds(250)
    /// The age in seconds from which a backup is old, which is a warning.
    static let oldBackup: Int64 = 7 * 86_400
    /// How long after its start a new program needs no backup.
    static let newFor = Duration.seconds(86_400)
    /// The allowed difference from the database server's clock, in milliseconds.
    private static let clockTolerance: Int64 = 60_000

    let database: ServiceDatabase
    /// The database's file, or the path that it would have.
    let file: URL
    let mark: BackupMark
    let clock: any WallClock

    func add(to readiness: Readiness) {
        let began = ContinuousClock.now
        let growth = SpaceGrowth()
        readiness.add("database", .essential) {
            if let obstacle = await database.findObstacle() { return .failure(obstacle.description) }
            return .ok("the database can be written")
        }
        readiness.add("former-copies") { FormerFile.finding(beside: file) }
        let (schema, commits) = (schema, commits)
        readiness.add("schema") { schema }
        readiness.add("commits") { commits }
        readiness.add("backup") { backup(since: began) }
        if database.mayBeShared {
            readiness.add("postgresql", .remote) { await server() }
            readiness.add("clock", of: "postgresql", .remote) { await serverClock() }
        } else {
            readiness.add("space") { DatabaseChecks.space(await database.space(), growth, at: clock.now()) }
        }
        readiness.add("disk-sync", .remote) { await sync() }
    }

    var schema: HealthFinding {
        guard database.laterMigrations.isEmpty else {
            return .warning(
                "the schema of the database is that of a newer version, with "
                    + database.laterMigrations.joined(separator: ", "),
                "this version continues with it; replace it with the newer one")
        }
        return .ok("the database has the schema of this version")
    }

    var commits: HealthFinding {
        guard database.hasLostCommits else { return .ok("no acknowledged write is missing") }
        return .failure(
            """
            writes that were acknowledged are missing from \(database.location): its write-ahead log (-wal) was removed, cut \
            or damaged while no program had it open
            """, "restore a backup if they matter, and never copy or move the database without its log")
    }

    private func backup(since began: ContinuousClock.Instant) -> HealthFinding {
        guard !database.mayBeShared else {
            return .unknown("the data is on a PostgreSQL, and Balise does not see its backups")
        }
        let isNew = ContinuousClock.now - began < DatabaseChecks.newFor
        return DatabaseChecks.backup(mark.read(), isNew: isNew, at: clock.now())
    }

    /// Checks the age of the last backup.
    /// - Parameter isNew: Whether the program is so new that it needs no backup yet.
    static func backup(_ last: UnixTime?, isNew: Bool, at now: UnixTime) -> HealthFinding {
        let remedy = "set backups.to and make one, or give the command backup"
        guard let last else {
            return isNew ? .unknown("there is no backup yet", remedy) : .warning("there is no backup", remedy)
        }
        let found = "the last backup is of \(last.iso8601)"
        return last.adding(seconds: oldBackup) < now ? .warning(found, remedy) : .ok(found)
    }

    static func space(_ space: DatabaseSpace, _ growth: SpaceGrowth, at now: UnixTime) -> HealthFinding {
        guard let free = space.free, let used = space.used else { return .unknown("the free space is unknown") }
        let found = "\(size(free)) are free, and the database has \(size(used))"
        guard free >= smallSpace else {
            return .warning(found, "free some space, or give the data folder a larger disk")
        }
        guard let perDay = growth.perDay(used, at: now), perDay > 0 else { return .ok(found) }
        let days = Double(free) / perDay
        let text = "\(found), which grows by \(size(UInt64(perDay))) a day"
        guard days < fullWithin else { return .ok(text) }
        return .warning(text, "give the data folder a larger disk within \(days < 2 ? "a day" : "\(Int(days)) days")")
    }

    /// A number of bytes for people, with one decimal.
    static func size(_ bytes: UInt64) -> String {
        let (shift, unit): (UInt64, String) =
            switch bytes {
            case (1 << 30)...: (30, "GiB")
            case (1 << 20)...: (20, "MiB")
            default: (10, "KiB")
            }
        let tenths = ((bytes >> (shift - 10)) * 10) >> 10
        return "\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)") + " \(unit)"
    }

    private func sync() async -> HealthFinding {
        let took: Duration
        do { took = try await database.measureWrite() } catch {
            return .failure("a write fails: \(describe(error))", "look at the log of this service")
        }
        let milliseconds = Int((took / Duration.milliseconds(1)).rounded(.up))
        if !database.mayBeShared, let kind = FileSystemKind(of: file), let finding = kind.finding { return finding }
        let found = "a write was on disk after \(milliseconds) ms"
        guard took > DatabaseChecks.slowWrite else { return .ok(found) }
        return .warning(found, "use a faster disk, or find out what else writes to it")
    }

    private func server() async -> HealthFinding {
        let facts = try? await database.read { connection in
            (
                version: try connection.value("SELECT current_setting('server_version')", as: String.self) ?? "",
                isSuperuser: try connection.value(
                    "SELECT CAST(rolsuper AS int)::bigint FROM pg_roles WHERE rolname = current_user", as: Int64.self),
                isStandby: try connection.value("SELECT CAST(pg_is_in_recovery() AS int)::bigint", as: Int64.self),
                standbys: try connection.value("SELECT count(*) FROM pg_stat_replication", as: Int64.self)
            )
        }
        guard let facts else { return .failure("the PostgreSQL does not answer", "look at its log") }
        let standbys =
            switch facts.standbys ?? 0 {
            case 0: "no standby is connected"
            case 1: "one standby is connected"
            case let count: "\(count) standbys are connected"
            }
        let found = "PostgreSQL \(facts.version), \(standbys)"
        if facts.isStandby == 1 {
            return .failure("\(found), and this server is a standby itself", "name the primary in storage.url")
        }
        guard facts.isSuperuser != 1 else {
            return .warning(
                "\(found); the role is a superuser, which may read and change everything there",
                "give the service a role of its own that owns its schema")
        }
        return .ok(found)
    }

    private func serverClock() async -> HealthFinding {
        let read = try? await database.read {
            try $0.value("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)", as: Int64.self)
        }
        guard let theirs = read else { return .unknown("the PostgreSQL tells no time") }
        let difference = clock.now().rawValue - theirs
        guard abs(difference) > DatabaseChecks.clockTolerance else {
            return .ok("the clock agrees with the PostgreSQL's")
        }
        return .failure(
            "the clock of this machine differs by \(difference / 1000) s from the PostgreSQL's",
            "let both follow a time server")
    }
}

/// Measures how fast a database grows since the first look. The growth is known from an hour after that look on.
final class SpaceGrowth: Sendable {
    private static let leastMilliseconds: Int64 = 3_600_000

    private let first = Mutex<(used: UInt64, at: UnixTime)?>(nil)

    /// Returns the growth in bytes per day; nil while it is unknown.
    func perDay(_ used: UInt64, at now: UnixTime) -> Double? {
        let begin = first.withLock { first -> (used: UInt64, at: UnixTime) in
            let begin = first ?? (used: used, at: now)
            first = begin
            return begin
        }
        let passed = now.rawValue - begin.at.rawValue
        guard passed >= SpaceGrowth.leastMilliseconds else { return nil }
        return (Double(used) - Double(begin.used)) / Double(passed) * 86_400_000
    }
}
