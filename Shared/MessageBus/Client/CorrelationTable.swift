// The requests that wait for their answer, by correlation.

/// A hash table for keys that are handed out in sequence: the low bits of the key are the place, so that what came
/// together stands together, and an old entry costs a later one a step and not a larger table.
struct CorrelationTable<Value> {
    private struct Entry {
        var key: UInt64
        var value: Value
    }

    private static var smallest: Int { 64 }

    private var entries: [Entry?] = Array(repeating: nil, count: smallest)
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// Adds an entry whose key is not there yet.
    mutating func insert(_ key: UInt64, _ value: Value) {
        if count * 2 >= entries.count { resize(to: entries.count * 2) }
        place(Entry(key: key, value: value))
        count += 1
    }

    /// Changes the value of a key where there is one.
    mutating func update(_ key: UInt64, _ change: (inout Value) -> Void) {
        guard let index = find(key), var entry = entries[index] else { return }
        entries[index] = nil
        change(&entry.value)
        entries[index] = entry
    }

    func value(_ key: UInt64) -> Value? { find(key).flatMap { entries[$0]?.value } }

    /// Takes the value of a key out.
    mutating func remove(_ key: UInt64) -> Value? {
        guard let index = find(key), let removed = entries[index] else { return nil }
        entries[index] = nil
        count -= 1
        closeGap(after: index)
        if count * 16 < entries.count, entries.count > CorrelationTable.smallest * 16 { resize(to: entries.count / 4) }
        return removed.value
    }

    /// Takes out what `isWanted` picks.
    mutating func removeAll(where isWanted: (Value) -> Bool) -> [(key: UInt64, value: Value)] {
        var keys: [UInt64] = []
        forEach { key, value in if isWanted(value) { keys.append(key) } }
        return keys.compactMap { key in remove(key).map { (key, $0) } }
    }

    func forEach(_ body: (UInt64, Value) -> Void) {
        for case let entry? in entries { body(entry.key, entry.value) }
    }

    private var mask: Int { entries.count - 1 }

    private func home(_ key: UInt64) -> Int { Int(truncatingIfNeeded: key) & mask }

    private func find(_ key: UInt64) -> Int? {
        var index = home(key)
        while let entry = entries[index] {
            if entry.key == key { return index }
            index = (index + 1) & mask
        }
        return nil
    }

    private mutating func place(_ entry: Entry) {
        var index = home(entry.key)
        while entries[index] != nil { index = (index + 1) & mask }
        entries[index] = entry
    }

    /// Moves back the entries that had been pushed past the place that is now free.
    private mutating func closeGap(after removed: Int) {
        var gap = removed
        var index = (removed + 1) & mask
        while let entry = entries[index] {
            let distance = (index - home(entry.key)) & mask
            if distance >= (index - gap) & mask {
                entries[gap] = entry
                entries[index] = nil
                gap = index
            }
            index = (index + 1) & mask
        }
    }

    private mutating func resize(to capacity: Int) {
        let old = entries
        entries = Array(repeating: nil, count: capacity)
        for case let entry? in old { place(entry) }
    }
}
