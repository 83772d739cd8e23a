import Logging
import MessageBus
import Models
import OperatorAPI
import ServiceRuntime
import Synchronization

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
