import ServiceRuntime
import Synchronization

/// The result of the last reading of a provider's keys.
final class KeyReadings: Sendable {
    private let failure = Mutex<String?>(nil)

    /// - Parameters:
    ///   - label: The operator's name for the provider.
    ///   - readiness: Shows a failure to the operator as a note.
    init(of label: String, noting readiness: Readiness) {
        readiness.addNote { [weak self] in
            self?.failure.withLock { $0 }.map {
                "the keys of the identity provider \(label) could not be read the last time: \($0)"
            }
        }
    }

    /// Records the result of a reading; nil for a success.
    func record(_ failure: (any Error)?) { self.failure.withLock { $0 = failure.map { "\($0)" } } }
}
