// Credentials that are replaced while the service runs.

import Logging
import Models
import ServiceRuntime
import ServiceSettings

/// Reads the settings of push again from time to time, with the files that they name, and sends by them when a
/// credential, a topic or an address of a provider has changed.
actor CredentialRotation {
    private var settings: PushSettings
    private let gateways: PushGateways
    private let read: @Sendable () throws -> PushSettings
    private let logger: Logger
    private var lastProblem: String?

    /// - Parameter read: gives the settings as they stand in their sources now.
    init(
        _ settings: PushSettings, of gateways: PushGateways, logger: Logger,
        read: @escaping @Sendable () throws -> PushSettings
    ) {
        self.settings = settings
        self.gateways = gateways
        self.read = read
        self.logger = logger
    }

    /// The settings by which pushes are sent.
    var present: PushSettings { settings }

    /// Looks every so often until its task is cancelled.
    ///
    /// - Parameters:
    ///   - pause: returns when it is time for the next look.
    ///   - changed: is called when pushes are sent with other credentials.
    func run(pause: @Sendable () async throws -> Void, changed: @Sendable () -> Void) async {
        while !Task.isCancelled, (try? await pause()) != nil {
            if await look() { changed() }
        }
    }

    /// Whether pushes are sent by other settings now. What cannot be read, such as a file that is being written, leaves
    /// all as it is, and is read again with the next look.
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
                    "the settings of push cannot be read again; what was read before counts",
                    metadata: ["problem": .string(problem)])
            }
            lastProblem = problem
            return false
        }
    }
}
