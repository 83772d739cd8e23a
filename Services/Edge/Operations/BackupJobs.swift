// What is being done with backups: one thing at a time, a service after the other.

import Logging
import MessageBus
import Models
import ServiceRuntime
import Synchronization

/// Has the services make a backup, or check one, and remembers how that goes. It ends with the process; what services
/// have done by then stays.
final class BackupJobs: Sendable {
    /// What is done.
    enum Action: String, Sendable { case make, verify }

    /// How far it is.
    struct Status: Sendable {
        let action: Action
        let backup: String
        let beganAt: UnixTime
        var endedAt: UnixTime?
        var done: [ServiceName] = []
        var problem: String?
    }

    /// Who follows comes before whom it follows, so that a copy of the one never knows more than that of the other.
    static let order: [ServiceName] = [.push, .preferences, .location, .authSession, .identity]
    /// How long one service may take.
    static let timeout = Duration.seconds(3600)

    private let services: any Services
    private let clock: any WallClock
    private let latest = Mutex<Status?>(nil)

    init(services: any Services, clock: any WallClock) {
        self.services = services
        self.clock = clock
    }

    /// What is done, or was done last; nil for nothing.
    var status: Status? { latest.withLock { $0 } }

    /// Begins something; nil while something else goes on.
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

    /// Why a service has not done its part; nil when it has.
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
