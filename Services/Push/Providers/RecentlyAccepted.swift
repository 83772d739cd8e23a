import Synchronization

/// Topics at APNs, messages at FCM: a later refusal of the same one is about the token. Forgets all names when it is full.
final class RecentlyAccepted: Sendable {
    private static let capacity = 256

    private let names = Mutex(Set<String>())

    func note(_ name: String) {
        names.withLock { names in
            if names.contains(name) { return }
            if names.count >= RecentlyAccepted.capacity { names = [] }
            names.insert(name)
        }
    }

    func contains(_ name: String) -> Bool { names.withLock { $0.contains(name) } }
}
