// A bound that is kept without a lock and without waiting, for what the bus and the edge have at once.

public import Synchronization

/// How much may be taken at once, and how much is. Inlinable, since every request takes from several.
public final class Quota: Sendable {
    @usableFromInline let limit: Int
    @usableFromInline let taken = Atomic<Int>(0)

    /// A quota of `limit`, of which nothing is taken.
    public init(_ limit: Int) { self.limit = limit }

    /// How much is taken.
    public var inUse: Int { taken.load(ordering: .relaxed) }

    /// Takes `amount`; false, and nothing taken, when that is more than is left.
    @inlinable
    public func acquire(_ amount: Int = 1) -> Bool {
        if taken.wrappingAdd(amount, ordering: .relaxed).newValue <= limit { return true }
        release(amount)
        return false
    }

    /// Gives `amount` back.
    @inlinable
    public func release(_ amount: Int = 1) { taken.wrappingSubtract(amount, ordering: .relaxed) }
}
