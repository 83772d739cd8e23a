// Whether a push has left.

import Synchronization

/// Remembers whether a push has left: only then may it have arrived when no answer comes.
final class ObservedDeparture: PushDeparture {
    private let departure: (any PushDeparture)?
    private let flag = Atomic(false)

    /// - Parameter departure: nil for a push that may leave at any time.
    init(_ departure: (any PushDeparture)?) { self.departure = departure }

    var hasLeft: Bool { flag.load(ordering: .acquiring) }
    var isCurrent: Bool { departure?.isCurrent ?? true }

    func depart() -> Bool {
        guard departure?.depart() ?? true else { return false }
        flag.store(true, ordering: .releasing)
        return true
    }
}
