import Logging
import MessageBus
import Models
import ServiceRuntime
import Synchronization

/// Has the services make or verify a backup, and remembers the progress. The record ends with the process; the finished
/// work of services stays.
final class BackupJobs: Sendable {
    enum Action: String, Sendable { case make, verify }

    struct Status: Sendable {
        let action: Action
        let backup: String
        let beganAt: UnixTime
        var endedAt: UnixTime?
        var done: [ServiceName] = []
        var problem: String?
    }

    /// A service that follows another's feed is copied before it, so that its copy is never ahead of the other.
    static let order: [ServiceName] = [.push, .preferences, .location, .authSession, .identity]
    /// The time limit of one service.
    static let timeout = Duration.seconds(3600)

    private let services: any Services
    private let clock: any WallClock
    private let latest = Mutex<Status?>(nil)

    init(services: any Services, clock: any WallClock) {
        self.services = services
        self.clock = clock
    }

    /// The current or last job; nil for none.
    var status: Status? { latest.withLock { $0 } }

    /// Begins a job; nil if another one is in progress.
    func begin(_ action: Action, _ backup: String?, _ context: MessageContext) -> Status? {
        let now = clock.now()
        let begun = latest.withLock { latest -> Status? in
            if let present = latest, present.endedAt == nil { return nil }
            latest = Status(action: action, backup: backup ?? BackupName.of(now), beganAt: now)
            return latest
        }
        guard let begun else { return nil }
        var context = context
        context.timeout = BackupJobs.timeout
        Task { [context] in await run(begun, context) }
        return begun
    }

    private func run(_ begun: Status, _ context: MessageContext) async {
        for service in BackupJobs.order {
            let problem = await ask(service, begun, context)
            let isOver = problem != nil || service == BackupJobs.order.last
            let end = isOver ? clock.now() : nil
            latest.withLock { latest in
                if problem == nil { latest?.done.append(service) }
                latest?.problem = problem
                latest?.endedAt = end
            }
            if isOver { return }
        }
    }

    /// The reason why a service failed; nil for success.
    private func ask(_ service: ServiceName, _ begun: Status, _ context: MessageContext) async -> String? {
        do throws(BusError) {
            switch begun.action {
            case .make: _ = try await services.send(MakeBackup(name: begun.backup), to: service, context)
            case .verify: _ = try await services.send(VerifyBackup(name: begun.backup), to: service, context)
            }
            return nil
        } catch {
            if case .refused(let refusal) = error { return refusal.message }
            return "\(service) has not answered; look at its log, and try again"
        }
    }
}
