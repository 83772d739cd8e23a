/// Each bind has a new number; libzmq offers no way to ask. `@unchecked Sendable`: only the reactor's thread uses it.
final class BoundNames: @unchecked Sendable {
    private var generations: [String: UInt64] = [:]
    private var lastGeneration: UInt64 = 0
    private var watchers = WeakConnections()

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

    func notify(_ connection: Connection) { watchers.add(connection) }

    private func notifyWatchers() {
        for connection in watchers.living { connection.nameChanged() }
    }
}
