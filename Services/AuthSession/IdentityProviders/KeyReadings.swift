// How the last reading of an identity provider's keys ended, for whoever asks whether the service is ready.

import ServiceRuntime
import Synchronization

/// Whether the keys of an identity provider could be read the last time.
final class KeyReadings: Sendable {
    private let failure = Mutex<String?>(nil)

    /// - Parameters:
    ///   - label: what the operator calls the provider.
    ///   - readiness: is told of a failure as something that an operator should know.
    init(of label: String, noting readiness: Readiness) {
        readiness.addNote { [weak self] in
            self?.failure.withLock { $0 }.map {
                "the keys of the identity provider \(label) could not be read the last time: \($0)"
            }
        }
    }

    /// Notes how a reading ended; nil when it went well.
    func record(_ failure: (any Error)?) { self.failure.withLock { $0 = failure.map { "\($0)" } } }
}
