import Logging
import Models
import ServiceRuntime
import ServiceSettings

/// Reads the push settings and their files again, and replaces gateways if credentials, topics or addresses changed.
actor CredentialRotation {
    private(set) var settings: PushSettings
    private let gateways: PushGateways
    private let read: @Sendable () throws -> PushSettings
    private let logger: Logger
    private var lastProblem: String?

    init(
        _ settings: PushSettings, of gateways: PushGateways, logger: Logger,
        read: @escaping @Sendable () throws -> PushSettings
    ) {
        self.settings = settings
        self.gateways = gateways
        self.read = read
        self.logger = logger
    }

    /// Runs until its task is cancelled. `pause` returns when the next check is due.
    func run(pause: @Sendable () async throws -> Void, changed: @Sendable () -> Void) async {
        while !Task.isCancelled, (try? await pause()) != nil {
            if await look() { changed() }
        }
    }

    /// Looks for changed credentials. If the settings cannot be read, for example while a file is being written,
    /// nothing changes until the next check.
    func look() async -> Bool {
        do {
            let next = try read()
            guard next.apns != settings.apns || next.fcm != settings.fcm else {
                lastProblem = nil
                return false
            }
            try await gateways.replace(by: next)
            settings = next
            lastProblem = nil
            logger.notice("the credentials of the push providers were read again; pushes are sent with them")
            return true
        } catch {
            let problem = "\(error)"
            if problem != lastProblem {
                logger.error(
                    "the settings of push cannot be read again; push keeps the credentials that it has",
                    metadata: ["problem": .string(problem)])
            }
            lastProblem = problem
            return false
        }
    }
}
