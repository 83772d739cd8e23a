// The last few elements of what may be many.

/// A set of the elements that came last, at most `capacity` of them.
struct RecentSet<Element: Hashable & Sendable>: Sendable {
    private let capacity: Int
    private var elements: Set<Element> = []
    /// In the order in which they came, from `next` on around the end.
    private var order: ContiguousArray<Element> = []
    private var next = 0

    /// - Parameter capacity: At least 1.
    init(capacity: Int) { self.capacity = max(1, capacity) }

    func contains(_ element: Element) -> Bool { elements.contains(element) }

    /// Whether it was not in the set before.
    @discardableResult
    mutating func insert(_ element: Element) -> Bool {
        guard elements.insert(element).inserted else { return false }
        if order.count < capacity {
            order.append(element)
        } else {
            elements.remove(order[next])
            order[next] = element
            next = (next + 1) % capacity
        }
        return true
    }

    mutating func removeAll() { self = RecentSet(capacity: capacity) }
}
