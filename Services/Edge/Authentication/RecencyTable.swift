// A bounded table that forgets what was not used for the longest time.

/// A table of at most `capacity` values; a new one over that takes the place of the one that was not used for the longest
/// time. Every operation takes constant time.
struct RecencyTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Slot {
        let key: Key
        var value: Value
        /// The places of the slots used just before and just after this one; `nowhere` at the ends.
        var older: Int
        var newer: Int
    }

    private let capacity: Int
    private let nowhere = -1
    private var places: [Key: Int] = [:]
    private var slots: ContiguousArray<Slot> = []
    private var oldest = -1
    private var newest = -1

    /// - Parameter capacity: At least 1.
    init(capacity: Int) { self.capacity = max(1, capacity) }

    var count: Int { slots.count }

    func contains(_ key: Key) -> Bool { places[key] != nil }

    /// Uses a value, which may be changed in place; nil when there is none for `key`.
    mutating func use<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
        guard let place = places[key] else { return nil }
        if place != newest {
            unlink(place)
            linkAsNewest(place)
        }
        return body(&slots[place].value)
    }

    /// Puts a value in; gives back what had to go for it, or what stood under the same key.
    mutating func insert(_ key: Key, _ value: Value) -> (key: Key, value: Value)? {
        var gone = remove(key).map { (key, $0) }
        if slots.count >= capacity {
            let key = slots[oldest].key
            gone = remove(key).map { (key, $0) }
        }
        let place = slots.count
        slots.append(Slot(key: key, value: value, older: nowhere, newer: nowhere))
        places[key] = place
        linkAsNewest(place)
        return gone
    }

    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key) else { return nil }
        unlink(place)
        let last = slots.count - 1
        slots.swapAt(place, last)
        let removed = slots.removeLast()
        if place != last { relink(place) }
        return removed.value
    }

    mutating func removeAll() { self = RecencyTable(capacity: capacity) }

    /// Shows every value, in no order and without using it.
    mutating func forEach(_ body: (inout Value) -> Void) {
        for place in slots.indices { body(&slots[place].value) }
    }

    private mutating func unlink(_ place: Int) {
        let (older, newer) = (slots[place].older, slots[place].newer)
        if older == nowhere { oldest = newer } else { slots[older].newer = newer }
        if newer == nowhere { newest = older } else { slots[newer].older = older }
    }

    private mutating func linkAsNewest(_ place: Int) {
        slots[place].older = newest
        slots[place].newer = nowhere
        if newest == nowhere { oldest = place } else { slots[newest].newer = place }
        newest = place
    }

    /// A slot has moved to `place`: tells its neighbours and the index.
    private mutating func relink(_ place: Int) {
        let slot = slots[place]
        places[slot.key] = place
        if slot.older == nowhere { oldest = place } else { slots[slot.older].newer = place }
        if slot.newer == nowhere { newest = place } else { slots[slot.newer].older = place }
    }
}
