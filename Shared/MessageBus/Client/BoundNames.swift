// Which inproc names are bound in this process, since libzmq does not tell.

/// The inproc names that a server of this bus has bound, each with a number that is new for every bind.
///
/// `@unchecked Sendable`: it is used by the reactor's thread only.
final class BoundNames: @unchecked Sendable {
    private struct Watcher {
        weak var connection: Connection?
    }

    private var generations: [String: UInt64] = [:]
    private var lastGeneration: UInt64 = 0
    private var watchers: [Watcher] = []

    /// The number of the present bind of `name`; nil when nobody has bound it.
    func generation(of name: String) -> UInt64? { generations[name] }

    func bind(_ name: String) {
        lastGeneration += 1
        generations[name] = lastGeneration
        notifyWatchers()
    }

    func release(_ name: String) {
        generations[name] = nil
        notifyWatchers()
    }

    /// Tells `connection` from now on when a name is bound or released.
    func notify(_ connection: Connection) {
        watchers.removeAll { $0.connection == nil || $0.connection === connection }
        watchers.append(Watcher(connection: connection))
    }

    private func notifyWatchers() {
        for watcher in watchers { watcher.connection?.nameChanged() }
    }
}
