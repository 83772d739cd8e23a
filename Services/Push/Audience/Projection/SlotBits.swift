/// Used for results and for sets that contain most slots.
struct SlotBits {
    private(set) var words: [UInt64]

    init(slots: Int = 0, isFull: Bool = false) {
        let parts = (slots + 65_535) / 65_536
        words = [UInt64](repeating: isFull ? .max : 0, count: parts * SlotSet.wordsOfPart)
    }

    var footprint: Int { words.capacity * 8 }

    @inline(__always)
    func contains(_ slot: UInt32) -> Bool {
        let word = Int(slot >> 6)
        return word < words.count && words[word] >> UInt64(slot & 63) & 1 == 1
    }

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
            for slot in slots { words[start + (Int(slot) >> 6)] |= 1 &<< UInt64(slot & 63) }
        }
    }

    mutating func formUnion(_ other: [UInt64], from start: Int) { combine(other, from: start) { $0 | $1 } }

    mutating func formUnion(_ other: SlotBits) {
        if other.words.count > words.count {
            words.append(contentsOf: repeatElement(0, count: other.words.count - words.count))
        }
        combine(other.words) { $0 | $1 }
    }

    mutating func formIntersection(_ other: SlotBits) {
        if words.count > other.words.count { words.removeLast(words.count - other.words.count) }
        combine(other.words) { $0 & $1 }
    }

    mutating func subtract(_ other: SlotBits) { combine(other.words) { $0 & ~$1 } }

    /// Only the words that both sides have. Without bounds checks, the compiler uses vector instructions.
    @inline(__always)
    private mutating func combine(
        _ other: [UInt64], from start: Int = 0, _ operation: (UInt64, UInt64) -> UInt64
    ) {
        let common = min(words.count - start, other.count)
        guard common > 0 else { return }
        words.withUnsafeMutableBufferPointer { words in
            other.withUnsafeBufferPointer { other in
                for place in 0..<common { words[start + place] = operation(words[start + place], other[place]) }
            }
        }
    }

    mutating func formComplement() {
        words.withUnsafeMutableBufferPointer { words in
            for place in 0..<words.count { words[place] = ~words[place] }
        }
    }

    var slots: [UInt32] {
        var slots: [UInt32] = []
        forEach { slots.append($0) }
        return slots
    }

    @inline(__always)
    func forEach(_ body: (UInt32) -> Void) {
        for (place, word) in words.enumerated() where word != 0 {
            var left = word
            while left != 0 {
                body(UInt32((place << 6) + left.trailingZeroBitCount))
                left &= left - 1
            }
        }
    }
}
