import BaliseJSON
import Foundation
import Logging
import MessageBus
import Models
import Storage
import Synchronization

/// Makes and checks the backups of all services, one service after the other: when an operator asks, and on the
/// schedule. It belongs to auth-session, which can call every service and runs in one process.
final class BackupCoordinator: Sendable {
    private enum Action: String { case make, verify, drill }

    /// The order of the copies. A service that follows another service's feed is copied before it, so that its copy is
    /// never ahead of the other copy.
    static let order: [ServiceName] = [.push, .preferences, .location, .authSession, .identity]
    /// The time limit for one service. Within it, up to 1 TB can be copied beside writes.
    private static let timeout = Duration.seconds(12 * 3600)
    private static let minute: Int64 = 60_000
    private static let hour = 60 * minute
    private static let week: Int64 = 7 * 24 * hour

    private let own: ServiceBackups
    private let client: BusClient
    /// The period of the schedule in milliseconds; nil if there is no schedule.
    private let every: Int64?
    /// Why a drill does not restore; nil if it restores.
    private let drillNote: String?
    private let clock: any WallClock
    private let logger: Logger
    private let pause: @Sendable () async throws -> Void
    /// The file that keeps the health across restarts.
    private let file: URL
    private let latest = Mutex<BackupJob?>(nil)
    private let kept: Mutex<BackupHealth>
    /// The file that keeps `failed` across restarts, one name on each line.
    private let failedFile: URL
    /// The backups that at least one service has not made, and the unfinished backup: if killed, it is incomplete.
    private let failed: Mutex<[String]>
    /// Whether a service has not answered. It may be about to start, so the schedule soon tries again, but only once.
    private let retriesSoon = Mutex(false)

    /// Creates a coordinator.
    /// - Parameter pause: Waits before each look at the schedule.
    init(
        _ environment: ServiceEnvironment, _ own: ServiceBackups,
        pause: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(30)) }
    ) {
        self.own = own
        client = environment.client
        every = environment.settings.backups.every.map { $0.components.seconds * 1000 }
        let backups = environment.settings.backups
        drillNote =
            !backups.recipients.isEmpty && backups.identity == nil
            ? "it compared the checksums only; set backups.identityFile, and it restores the backup" : nil
        clock = environment.clock
        logger = environment.logger
        self.pause = pause
        file = environment.settings.dataDirectory.appendingPathComponent("backups.json")
        let stored = (try? Data(contentsOf: file)).flatMap { try? BackupHealth(jsonText: Array($0)) }
        kept = Mutex(stored ?? BackupHealth())
        failedFile = environment.settings.dataDirectory.appendingPathComponent("backups.failed")
        let names = (try? String(contentsOf: failedFile, encoding: .utf8)) ?? ""
        failed = Mutex(names.split(separator: "\n").map { String($0) })
    }

    var health: BackupHealth { kept.withLock { $0 } }

    /// The current job, or the last job since the start.
    var job: BackupJob? { latest.withLock { $0 } }

    func serve(in handlers: inout HandlerTable) {
        handlers.on(BeginBackup.self) { request, _ in try self.start(request) }
        handlers.on(ListBackups.self, from: [.edge]) { _, _ in
            var reply = await self.own.list()
            (reply.job, reply.health) = (self.job, self.health)
            return reply
        }
    }

    func start(_ request: BeginBackup) throws(ServiceError) -> BackupJob {
        // A backup that cannot begin does not count as failed, so it raises no alert.
        if let obstacle = own.obstacle { throw ServiceError(.conflict, obstacle) }
        guard let begun = begin(request.name == nil ? .make : .verify, request.name) else {
            throw ServiceError(
                .conflict, "a backup is being made or verified; wait until GET /backups shows its end")
        }
        // The task is detached, so that the deadline of the request does not end the job.
        Task.detached { await self.run(begun) }
        return begun
    }

    // MARK: The schedule

    /// Follows the schedule until the task is cancelled.
    func run() async {
        guard every != nil else { return }
        if let obstacle = own.obstacle { logger.error("the schedule makes no backup: \(obstacle)") }
        // The first look comes after a pause, because the other services may start a moment later.
        guard (try? await pause()) != nil else { return }
        await repeatUntilCancelled(pausing: pause) { await followSchedule() }
    }

    /// Makes a backup if one is due, and then the drill.
    func followSchedule() async {
        guard let every else { return }
        let health = health
        let retry = retriesSoon.withLock { $0 } ? BackupCoordinator.minute : BackupCoordinator.hour
        if BackupCoordinator.isDue(health.backup, every: every, retry: retry, at: clock.now()) { await run(.make, nil) }
        guard let good = self.health.lastGood, BackupCoordinator.isDrillDue(health.drill, at: clock.now()) else {
            return
        }
        await run(.drill, good)
    }

    private func run(_ action: Action, _ name: String?) async {
        guard let begun = begin(action, name) else { return }
        await run(begun)
    }

    /// Whether a backup is due: once in each period of `every`, counted from 1970. After missed periods only one backup
    /// is due. It is also due if the clock was set to another period, even an earlier period.
    /// - Parameter retry: The time after a failure, at most `every`, in milliseconds.
    static func isDue(_ last: BackupHealth.Outcome?, every: Int64, retry: Int64, at now: UnixTime) -> Bool {
        guard let last else { return true }
        if last.problem != nil { return abs(now.rawValue - last.at.rawValue) >= min(every, retry) }
        return now.rawValue.dividedDown(by: every).quotient != last.at.rawValue.dividedDown(by: every).quotient
    }

    /// Whether a drill is due: once a week, and a day after a failed drill.
    static func isDrillDue(_ last: BackupHealth.Outcome?, at now: UnixTime) -> Bool {
        guard let last else { return true }
        return abs(now.rawValue - last.at.rawValue) >= (last.problem == nil ? week : 24 * hour)
    }

    // MARK: Jobs

    /// Begins a job; nil if another job is in progress.
    private func begin(_ action: Action, _ name: String?) -> BackupJob? {
        let now = clock.now()
        return latest.withLock { latest -> BackupJob? in
            if let present = latest, present.endedAt == nil { return nil }
            latest = BackupJob(action: action.rawValue, backup: name ?? BackupName.of(now), beganAt: now)
            return latest
        }
    }

    private func run(_ job: BackupJob) async {
        let makes = job.action == Action.make.rawValue
        let earlier = failed.withLock { $0 }
        let wasSoon = retriesSoon.withLock { $0 }
        var problem = makes ? store(failed: earlier + [job.backup]) : nil
        for service in BackupCoordinator.order where problem == nil {
            let found = await ask(service, job, failed: earlier)
            latest.withLock { latest in
                guard found == nil else { return }
                latest?.done.append(service.description)
            }
            problem = found
        }
        if makes, problem == nil { problem = store(failed: earlier) }
        if makes, wasSoon || problem == nil { retriesSoon.withLock { $0 = false } }
        // A shutdown does not count as a failure: the schedule continues at the next start.
        if !Task.isCancelled { record(job, problem) }
        let (end, reason) = (clock.now(), problem)
        latest.withLock { latest in
            latest?.problem = reason
            latest?.endedAt = end
        }
    }

    /// Asks a service to do its part of a job. Returns the problem; nil if the service has done its part.
    private func ask(_ service: ServiceName, _ job: BackupJob, failed: [String]) async -> String? {
        let context = MessageContext(requestID: "backup-\(job.backup)", timeout: BackupCoordinator.timeout)
        let isOwn = service == .authSession
        do {
            if job.action == Action.make.rawValue {
                let request = MakeBackup(name: job.backup, lastGood: health.lastGood, failed: failed)
                _ = try await isOwn ? own.make(request) : client.send(request, to: service, context)
            } else {
                let request = VerifyBackup(name: job.backup, isDrill: job.action == Action.drill.rawValue)
                _ = try await isOwn ? own.verify(request) : client.send(request, to: service, context)
            }
            return nil
        } catch BusError.refused(let refusal) {
            return refusal.message
        } catch let refusal as ServiceError {
            return refusal.message
        } catch {
            if job.action == Action.make.rawValue { retriesSoon.withLock { $0 = true } }
            return "\(service) has not answered; look at its log, and try again"
        }
    }

    /// Stores the names of failed backups. Returns the problem; nil if they are stored. If there are very many names,
    /// the earliest are left out, because their parts were removed long ago.
    private func store(failed names: [String]) -> String? {
        let kept = Array(names.suffix(1000))
        do throws(StorageError) { try SmallFile.write(kept.joined(separator: "\n"), to: failedFile) } catch {
            return "auth-session: \(ServiceBackups.sentence(error))"
        }
        failed.withLock { $0 = kept }
        return nil
    }

    private func record(_ job: BackupJob, _ problem: String?) {
        var outcome = BackupHealth.Outcome(at: job.beganAt, backup: job.backup, problem: problem)
        var health = health
        switch Action(rawValue: job.action) {
        case .make:
            health.backup = outcome
            if problem == nil { health.lastGood = job.backup }
        case .drill:
            outcome.note = problem == nil ? drillNote : nil
            health.drill = outcome
        case .verify, nil: return
        }
        kept.withLock { [health] in $0 = health }
        if let problem {
            logger.error("the \(job.action) of a backup failed: \(problem)", metadata: ["backup": .string(job.backup)])
        }
        let text = String(decoding: health.json.bytes, as: UTF8.self)
        do throws(StorageError) { try SmallFile.write(text, to: file) } catch {
            logger.warning("the result of a backup cannot be stored", metadata: ["cause": .failure(error)])
        }
    }

    // MARK: Reports

    /// The state of the backups. It is a failure if the last backup failed, if no backup was made for two periods of
    /// the schedule, or if no backup can be made.
    var backupFinding: HealthFinding {
        if every != nil, let obstacle = own.obstacle { return .failure("the schedule makes no backup: \(obstacle)") }
        guard let backup = health.backup else { return .unknown("no backup was made on the schedule yet") }
        if let problem = backup.problem {
            return .failure(
                "the backup of \(backup.at.utcText) failed: \(problem)", "correct that, and make one with backups make")
        }
        if let every, clock.now().rawValue - backup.at.rawValue > 2 * every {
            return .failure(
                "there was no backup since \(backup.at.utcText), although backups.every is set",
                "look at the log of auth-session")
        }
        return .ok("the backup of \(backup.at.utcText) is complete")
    }

    var drillFinding: HealthFinding {
        guard let drill = health.drill else { return .unknown("no restore drill was made yet") }
        if let problem = drill.problem {
            return .failure(
                "the restore drill of the backup \(drill.backup) failed: \(problem)",
                "verify that backup, and make another one")
        }
        if let note = drill.note { return .warning("the restore drill of the backup \(drill.backup): \(note)") }
        return .ok("the restore drill of the backup \(drill.backup) succeeded at \(drill.at.utcText)")
    }

    var samples: [MetricSample] {
        let health = health
        let state = backupFinding.state
        let values: [(String, Double?)] = [
            ("balise_backup_failed", state == .unknown ? nil : (state == .failure ? 1 : 0)),
            ("balise_backup_drill_failed", health.drill.map { $0.problem == nil ? 0 : 1 }),
            ("balise_backup_drill_time_seconds", health.drill.map { Double($0.at.rawValue) / 1000 }),
        ]
        return values.compactMap { name, value in
            value.map { MetricSample(name: name, kind: .gauge, labels: [], value: $0) }
        }
    }
}
