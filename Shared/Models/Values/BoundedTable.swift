/// A table of at most `capacity` values. Above it, the value is dropped whose insertion or last use was the longest
/// ago. Every operation but `forEach` takes constant time. Reading does not count as use. It is inlinable, so that it
/// can be specialised.
public struct BoundedTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline
    struct Slot: Sendable {
        @usableFromInline let key: Key
        @usableFromInline var value: Value
        /// The index of the next older slot; `nowhere` if there is none. `newer` is the opposite.
        @usableFromInline var older: Int
        @usableFromInline var newer: Int

        @inlinable
        init(key: Key, value: Value) {
            (self.key, self.value) = (key, value)
            older = -1
            newer = -1
        }
    }

    @usableFromInline let capacity: Int
    @usableFromInline let nowhere = -1
    @usableFromInline var places: [Key: Int] = [:]
    @usableFromInline var slots: ContiguousArray<Slot> = []
    @usableFromInline var oldest = -1
    @usableFromInline var newest = -1

    /// Creates an empty table. `capacity` is at least 1.
    @inlinable
    public init(capacity: Int) { self.capacity = max(1, capacity) }

    @inlinable public var count: Int { slots.count }

    @inlinable
    public func contains(_ key: Key) -> Bool { places[key] != nil }

    /// Reads a value; nil if `key` is missing. This does not count as use.
    @inlinable
    public subscript(key: Key) -> Value? { places[key].map { slots[$0].value } }

    /// Uses a value, which `body` may change in place, and makes it the youngest; nil if `key` is missing.
    @inlinable
    @discardableResult
    public mutating func use<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
        guard let place = places[key] else { return nil }
        if place != newest {
            unlink(place)
            linkAsNewest(place)
        }
        return body(&slots[place].value)
    }

    /// Inserts a value. Returns the value that it replaced or pushed out; nil for none. A replacement keeps the age.
    @inlinable
    @discardableResult
    public mutating func insert(_ value: Value, for key: Key) -> (key: Key, value: Value)? {
        if let place = places[key] {
            defer { slots[place].value = value }
            return (key, slots[place].value)
        }
        var gone: (key: Key, value: Value)?
        if slots.count >= capacity {
            let key = slots[oldest].key
            gone = remove(key).map { (key, $0) }
        }
        let place = slots.count
        slots.append(Slot(key: key, value: value))
        places[key] = place
        linkAsNewest(place)
        return gone
    }

    @inlinable
    @discardableResult
    public mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key) else { return nil }
        unlink(place)
        let last = slots.count - 1
        slots.swapAt(place, last)
        let removed = slots.removeLast()
        if place != last { relink(place) }
        return removed.value
    }

    @inlinable
    public mutating func removeAll() { self = BoundedTable(capacity: capacity) }

    /// Visits every value, in no particular order. This does not count as use.
    @inlinable
    public mutating func forEach(_ body: (inout Value) -> Void) {
        for place in slots.indices { body(&slots[place].value) }
    }

    @inlinable
    mutating func unlink(_ place: Int) {
        let (older, newer) = (slots[place].older, slots[place].newer)
        if older == nowhere { oldest = newer } else { slots[older].newer = newer }
        if newer == nowhere { newest = older } else { slots[newer].older = older }
    }

    @inlinable
    mutating func linkAsNewest(_ place: Int) {
        slots[place].older = newest
        slots[place].newer = nowhere
        if newest == nowhere { oldest = place } else { slots[newest].newer = place }
        newest = place
    }

    @inlinable
    mutating func relink(_ place: Int) {
        let slot = slots[place]
        places[slot.key] = place
        if slot.older == nowhere { oldest = place } else { slots[slot.older].newer = place }
        if slot.newer == nowhere { newest = place } else { slots[slot.newer].older = place }
    }
}

extension BoundedTable where Value == Void {
    /// Inserts a key. Returns whether it is new.
    @inlinable
    @discardableResult
    public mutating func insert(_ key: Key) -> Bool {
        guard !contains(key) else { return false }
        insert((), for: key)
        return true
    }
}

extension Dictionary {
    /// Makes room if there are `memory` entries or more. Removes the expired entries; if that is not enough, also an
    /// eighth of `memory` among the entries that `mayGo` allows: the first by `precedes`, or any.
    @inlinable
    public mutating func makeRoom(
        within memory: Int, isOver: (Value) -> Bool, mayGo: (Value) -> Bool = { _ in true },
        firstGoes precedes: ((Value, Value) -> Bool)? = nil
    ) {
        guard count >= memory else { return }
        self = filter { !isOver($0.value) }
        guard count >= memory else { return }
        let candidates = filter { mayGo($0.value) }
        let keys = precedes.map { precedes in
            candidates.sorted { precedes($0.value, $1.value) }.map(\.key)
        }
        for surplus in (keys ?? Array(candidates.keys)).prefix(Swift.max(1, memory / 8)) { self[surplus] = nil }
    }
}
