// A bound that is kept without a lock and without waiting.

import Synchronization

/// How much may be taken at once, and how much is.
final class Quota: Sendable {
    private let limit: Int
    private let taken = Atomic<Int>(0)

    init(_ limit: Int) { self.limit = limit }

    /// Takes `amount`; false, and nothing taken, when that is more than is left.
    func acquire(_ amount: Int) -> Bool {
        if taken.wrappingAdd(amount, ordering: .relaxed).newValue <= limit { return true }
        release(amount)
        return false
    }

    func release(_ amount: Int) { taken.wrappingSubtract(amount, ordering: .relaxed) }
}
