// One bit for each slot.

/// One bit for each slot from 0 on, for sets of which most slots are members, and for results.
struct SlotBits {
    private(set) var words: [UInt64]

    /// Room for so many slots, none of them a member.
    init(slots: Int = 0) {
        let parts = (slots + 65_535) / 65_536
        words = [UInt64](repeating: 0, count: parts * SlotSet.wordsOfPart)
    }

    var footprint: Int { words.capacity * 8 }

    func contains(_ slot: UInt32) -> Bool {
        let word = Int(slot >> 6)
        return word < words.count && words[word] >> UInt64(slot & 63) & 1 == 1
    }

    /// Makes a slot a member or not.
    mutating func set(_ slot: UInt32, _ isIn: Bool) {
        let word = Int(slot >> 6)
        if word >= words.count {
            guard isIn else { return }
            let parts = word / SlotSet.wordsOfPart + 1
            words.append(contentsOf: repeatElement(0, count: parts * SlotSet.wordsOfPart - words.count))
        }
        let bit = UInt64(1) << UInt64(slot & 63)
        if isIn { words[word] |= bit } else { words[word] &= ~bit }
    }

    mutating func insert(_ slots: [UInt16], from start: Int) {
        guard start + SlotSet.wordsOfPart <= words.count else { return }
        words.withUnsafeMutableBufferPointer { words in
            for slot in slots { words[start + (Int(slot) >> 6)] |= 1 << UInt64(slot & 63) }
        }
    }

    mutating func formUnion(_ other: [UInt64], from start: Int) {
        guard start + other.count <= words.count else { return }
        words.withUnsafeMutableBufferPointer { words in
            for place in 0..<other.count { words[start + place] |= other[place] }
        }
    }

    mutating func formUnion(_ other: SlotBits) { formUnion(other.words, from: 0) }

    mutating func formIntersection(_ other: SlotBits) {
        let common = min(words.count, other.words.count)
        words.withUnsafeMutableBufferPointer { words in
            for place in 0..<common { words[place] &= other.words[place] }
            for place in common..<words.count { words[place] = 0 }
        }
    }

    mutating func subtract(_ other: SlotBits) {
        let common = min(words.count, other.words.count)
        words.withUnsafeMutableBufferPointer { words in
            for place in 0..<common { words[place] &= ~other.words[place] }
        }
    }

    /// Makes a member of each slot that is none, and the other way round.
    mutating func formComplement() {
        words.withUnsafeMutableBufferPointer { words in
            for place in 0..<words.count { words[place] = ~words[place] }
        }
    }

    /// All members, in order.
    var slots: [UInt32] {
        var slots: [UInt32] = []
        slots.reserveCapacity(words.reduce(0) { $0 + $1.nonzeroBitCount })
        for (place, word) in words.enumerated() where word != 0 {
            var left = word
            while left != 0 {
                slots.append(UInt32((place << 6) + left.trailingZeroBitCount))
                left &= left - 1
            }
        }
        return slots
    }
}
