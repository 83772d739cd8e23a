/// Finds a recipient's slot by number: a hash table with open addressing. Numbers are never reused; slots are small and
/// are reused. Buckets contain only slots; the records contain the numbers.
struct SlotTable: ~Copyable {
    /// For each bucket, its slot plus 1; 0 if it is empty.
    private var buckets = [UInt32](repeating: 0, count: 1 << 10)
    private var records = PagedColumn(blank: AudienceRecord())
    private var freeSlots: [UInt32] = []
    private var end: UInt32 = 0

    init() {}

    var count: Int { Int(end) - freeSlots.count }

    var footprint: Int { records.footprint + (buckets.capacity + freeSlots.capacity) * MemoryLayout<UInt32>.stride }

    /// Returns the record of a slot, valid while the table exists.
    func record(of slot: UInt32) -> UnsafeMutablePointer<AudienceRecord> { records.pointer(to: slot) }

    func slot(of number: Int64) -> UInt32? {
        let bucket = buckets[bucket(of: number)]
        return bucket == 0 ? nil : bucket - 1
    }

    mutating func makeSlot(of number: Int64) -> (slot: UInt32, isNew: Bool) {
        let found = bucket(of: number)
        if buckets[found] != 0 { return (buckets[found] - 1, false) }
        let slot: UInt32
        if let free = freeSlots.popLast() {
            slot = free
        } else {
            slot = end
            end += 1
            records.grow(toHold: slot)
        }
        records[slot] = AudienceRecord(number: number)
        buckets[found] = slot + 1
        if count * 10 > buckets.count * 7 { grow() }
        return (slot, true)
    }

    mutating func remove(_ slot: UInt32) {
        var gap = bucket(of: records[slot].number)
        guard buckets[gap] == slot + 1 else { return }
        // Entries that collided with this bucket move up, so that no search ends too early.
        let mask = buckets.count - 1
        var next = (gap + 1) & mask
        while buckets[next] != 0 {
            let home = home(of: records[buckets[next] - 1].number)
            if (next - home) & mask >= (next - gap) & mask {
                buckets[gap] = buckets[next]
                gap = next
            }
            next = (next + 1) & mask
        }
        buckets[gap] = 0
        records[slot] = AudienceRecord()
        freeSlots.append(slot)
    }

    /// Returns the first bucket for a number. Numbers are sequential and not chosen by attackers. The factor (2^64 by
    /// the golden ratio) spreads them.
    private func home(of number: Int64) -> Int {
        Int(truncatingIfNeeded: UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15 >> 32) & (buckets.count - 1)
    }

    private func bucket(of number: Int64) -> Int {
        var place = home(of: number)
        while buckets[place] != 0, records.pointer(to: buckets[place] - 1).pointee.number != number {
            place = (place + 1) & (buckets.count - 1)
        }
        return place
    }

    private mutating func grow() {
        let old = buckets
        buckets = [UInt32](repeating: 0, count: old.count * 2)
        for entry in old where entry != 0 {
            var place = home(of: records[entry - 1].number)
            while buckets[place] != 0 { place = (place + 1) & (buckets.count - 1) }
            buckets[place] = entry
        }
    }
}
