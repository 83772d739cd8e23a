public import Synchronization

/// A limit without locks and waits, for the bus and the edge. Inlinable, because every request uses several.
public final class Quota: Sendable {
    @usableFromInline let limit: Int
    @usableFromInline let taken = Atomic<Int>(0)

    public init(_ limit: Int) { self.limit = limit }

    public var inUse: Int { taken.load(ordering: .relaxed) }

    /// Returns false, and takes nothing, if less than `amount` is left.
    @inlinable
    public func acquire(_ amount: Int = 1) -> Bool {
        if taken.wrappingAdd(amount, ordering: .relaxed).newValue <= limit { return true }
        release(amount)
        return false
    }

    @inlinable
    public func release(_ amount: Int = 1) { taken.wrappingSubtract(amount, ordering: .relaxed) }
}
