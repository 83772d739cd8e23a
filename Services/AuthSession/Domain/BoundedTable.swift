// A table that does not grow without end.

/// A table of at most so many entries: one more takes the place of the one that came first.
struct BoundedTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        var value: Value
        let number: UInt64
    }

    let capacity: Int
    private var entries: [Key: Entry] = [:]
    /// In the order of their coming; those before `first`, and those whose number is another's, have gone.
    private var order: [(key: Key, number: UInt64)] = []
    private var first = 0
    private var nextNumber: UInt64 = 0

    init(capacity: Int) { self.capacity = capacity }

    var count: Int { entries.count }

    subscript(key: Key) -> Value? { entries[key]?.value }

    mutating func insert(_ value: Value, for key: Key) {
        if entries[key] != nil {
            entries[key]?.value = value
            return
        }
        entries[key] = Entry(value: value, number: nextNumber)
        order.append((key, nextNumber))
        nextNumber += 1
        while entries.count > capacity, first < order.count { removeFirst() }
        if first > capacity, first * 2 > order.count { compact() }
        // Entries that were taken out leave their places behind.
        if order.count - first > 2 * capacity + 16 { compact() }
    }

    mutating func remove(_ key: Key) { entries[key] = nil }

    private mutating func removeFirst() {
        let (key, number) = order[first]
        first += 1
        if entries[key]?.number == number { entries[key] = nil }
    }

    private mutating func compact() {
        order = order[first...].filter { entries[$0.key]?.number == $0.number }
        first = 0
    }
}
