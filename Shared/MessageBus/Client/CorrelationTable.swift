/// Open addressing with separate keys, which are never 0: a search touches no reference-counted value. Removing moves later
/// entries back instead of leaving a mark, so that the table stays fast after a million requests.
struct CorrelationTable<Value> {
    private static var smallest: Int { 64 }

    /// 0 is a free slot.
    private var keys = [UInt64](repeating: 0, count: smallest)
    private var values = [Value?](repeating: nil, count: smallest)
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// The key must be new.
    mutating func insert(_ key: UInt64, _ value: Value) {
        if (count + 1) * 2 > keys.count { resize(to: keys.count * 2) }
        place(key, value)
        count += 1
    }

    mutating func remove(_ key: UInt64) -> Value? {
        guard let index = find(key) else { return nil }
        let value = values[index]
        keys[index] = 0
        values[index] = nil
        count -= 1
        closeGap(at: index)
        if count * 16 < keys.count, keys.count > CorrelationTable.smallest * 16 { resize(to: keys.count / 4) }
        return value
    }

    func contains(where isWanted: (Value) -> Bool) -> Bool {
        values.contains { $0.map(isWanted) ?? false }
    }

    mutating func removeAll(where isWanted: (Value) -> Bool) -> [(key: UInt64, value: Value)] {
        var wanted: [UInt64] = []
        for index in keys.indices where keys[index] != 0 {
            if let value = values[index], isWanted(value) { wanted.append(keys[index]) }
        }
        return wanted.compactMap { key in remove(key).map { (key, $0) } }
    }

    private var mask: Int { keys.count - 1 }

    /// Numbers are sequential; the multiplication spreads them, so that a long-lived entry does not displace all later ones.
    private func home(_ key: UInt64) -> Int { Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) >> 32) & mask }

    private func find(_ key: UInt64) -> Int? {
        guard key != 0 else { return nil }
        var index = home(key)
        while keys[index] != 0 {
            if keys[index] == key { return index }
            index = (index + 1) & mask
        }
        return nil
    }

    private mutating func place(_ key: UInt64, _ value: Value) {
        var index = home(key)
        while keys[index] != 0 { index = (index + 1) & mask }
        keys[index] = key
        values[index] = value
    }

    private mutating func closeGap(at removed: Int) {
        var gap = removed
        var index = (removed + 1) & mask
        while keys[index] != 0 {
            if (index - home(keys[index])) & mask >= (index - gap) & mask {
                keys[gap] = keys[index]
                values.swapAt(gap, index)
                keys[index] = 0
                gap = index
            }
            index = (index + 1) & mask
        }
    }

    private mutating func resize(to capacity: Int) {
        let (oldKeys, oldValues) = (keys, values)
        keys = Array(repeating: 0, count: capacity)
        values = Array(repeating: nil, count: capacity)
        for (key, value) in zip(oldKeys, oldValues) {
            if let value { place(key, value) }
        }
    }
}
