import Logging
import MessageBus
import Models
import OperatorAPI
import ServiceRuntime
import Synchronization

func listBackups(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let reports = await call.health.ask(ListBackups(), call.request.context)
    var parts: [String: [(service: ServiceName, part: KeptBackup)]] = [:]
    for report in reports {
        for part in report.value?.backups ?? [] { parts[part.name, default: []].append((report.service, part)) }
    }
    let names = parts.keys.sorted(by: >).prefix(ListBackups.maximum)
    return .body(
        BackupList(
            backups: names.map { ListedBackup($0, parts[$0] ?? []) }, job: call.backups.status,
            obstacle: obstacle(among: reports)))
}

/// Once if it is the same for all services, else with their names.
private func obstacle(among reports: [ServiceHealth.Report<ListBackups.Reply>]) -> String? {
    let obstacles: [(service: ServiceName, text: String)] = reports.compactMap { report in
        guard let reply = report.value else { return (report.service, "it does not answer") }
        return reply.obstacle.map { (report.service, $0) }
    }
    let texts = Set(obstacles.map(\.text))
    if texts.count == 1, obstacles.count == reports.count { return texts.first }
    return obstacles.isEmpty ? nil : obstacles.map { "\($0.service): \($0.text)" }.joined(separator: "; ")
}

/// GET /backups shows the result.
func makeBackup(_ call: OperationsCall) async throws(EdgeError) -> Answer { try await begin(.make, nil, call) }

func verifyBackup(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let name = try call.name()
    guard BackupName.isValid(name) else { throw .invalid("the address has to name a backup; GET /backups lists them") }
    return try await begin(.verify, name, call)
}

private func begin(_ action: BackupJobs.Action, _ name: String?, _ call: OperationsCall) async throws(EdgeError)
    -> Answer
{
    try await call.audit.begin()
    guard let begun = call.backups.begin(action, name, call.request.context) else {
        throw EdgeError(.conflict, "a backup is being made or verified; wait until GET /backups shows its end")
    }
    return .body(begun)
}

extension ListedBackup {
    fileprivate init(_ name: String, _ parts: [(service: ServiceName, part: KeptBackup)]) {
        let whole = Set(parts.filter { $0.part.isWhole }.map { $0.service })
        self.init(
            name: name, at: (parts.map { $0.part.at }.max() ?? UnixTime(milliseconds: 0)).date,
            bytes: parts.map { $0.part.bytes }.reduce(0, +),
            services: BackupJobs.order.filter(whole.contains).map(\.description),
            missing: BackupJobs.order.filter { !whole.contains($0) }.map(\.description))
    }
}

/// The record ends with the process; the finished work of services stays.
final class BackupJobs: Sendable {
    enum Action: String, Sendable { case make, verify }

    /// A service that follows another's feed is copied before it, so that its copy is never ahead of the other.
    static let order: [ServiceName] = [.push, .preferences, .location, .authSession, .identity]
    /// For one service.
    static let timeout = Duration.seconds(3600)

    private let services: any Services
    private let clock: any WallClock
    private let latest = Mutex<BackupJob?>(nil)

    init(services: any Services, clock: any WallClock) {
        self.services = services
        self.clock = clock
    }

    var status: BackupJob? { latest.withLock { $0 } }

    /// Nil if another job is in progress.
    func begin(_ action: Action, _ backup: String?, _ context: MessageContext) -> BackupJob? {
        let now = clock.now()
        let begun = latest.withLock { latest -> BackupJob? in
            if let present = latest, present.endedAt == nil { return nil }
            latest = BackupJob(
                action: action.rawValue, backup: backup ?? BackupName.of(now), beganAt: now.date, done: [])
            return latest
        }
        guard let begun else { return nil }
        var context = context
        context.timeout = BackupJobs.timeout
        Task { [context] in await run(action, begun.backup, context) }
        return begun
    }

    private func run(_ action: Action, _ backup: String, _ context: MessageContext) async {
        for service in BackupJobs.order {
            let problem = await ask(service, action, backup, context)
            let isOver = problem != nil || service == BackupJobs.order.last
            let end = isOver ? clock.now().date : nil
            latest.withLock { latest in
                if problem == nil { latest?.done.append(service.description) }
                latest?.problem = problem
                latest?.endedAt = end
            }
            if isOver { return }
        }
    }

    private func ask(
        _ service: ServiceName, _ action: Action, _ backup: String, _ context: MessageContext
    ) async -> String? {
        do throws(BusError) {
            switch action {
            case .make: _ = try await services.send(MakeBackup(name: backup), to: service, context)
            case .verify: _ = try await services.send(VerifyBackup(name: backup), to: service, context)
            }
            return nil
        } catch {
            if case .refused(let refusal) = error { return refusal.message }
            return "\(service) has not answered; look at its log, and try again"
        }
    }
}
