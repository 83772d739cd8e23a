/// A set of slots. Its parts of 65,536 slots are sorted lists of two bytes each, or bit sets (the containers of Roaring
/// bitmaps, https://roaringbitmap.org).
struct SlotSet {
    /// The most slots of a sorted list. Above this number, bits take less memory.
    private static let few = 4096
    static let wordsOfPart = 1024

    private enum Part {
        case few([UInt16])
        case many(words: [UInt64], count: Int)
    }

    /// The sorted upper halves of the slots, each with its part.
    private var keys: [UInt16] = []
    private var parts: [Part] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    var footprint: Int {
        parts.reduce(keys.capacity * 2 + parts.capacity * MemoryLayout<Part>.stride) { sum, part in
            switch part {
            case .few(let slots): sum + slots.capacity * 2 + 32
            case .many(let words, _): sum + words.capacity * 8 + 32
            }
        }
    }

    func contains(_ slot: UInt32) -> Bool {
        guard let place = place(of: UInt16(slot >> 16)) else { return false }
        let low = UInt16(truncatingIfNeeded: slot)
        switch parts[place] {
        case .few(let slots):
            let position = SlotSet.position(of: low, in: slots)
            return position < slots.count && slots[position] == low
        case .many(let words, _): return words[Int(low) >> 6] >> UInt64(low & 63) & 1 == 1
        }
    }

    mutating func insert(_ slot: UInt32) {
        let (key, low) = (UInt16(slot >> 16), UInt16(truncatingIfNeeded: slot))
        let place = SlotSet.position(of: key, in: keys)
        guard place < keys.count, keys[place] == key else {
            keys.insert(key, at: place)
            parts.insert(.few([low]), at: place)
            count += 1
            return
        }
        switch take(place) {
        case .few(var slots):
            let position = SlotSet.position(of: low, in: slots)
            if position == slots.count || slots[position] != low {
                slots.insert(low, at: position)
                count += 1
            }
            parts[place] = slots.count > SlotSet.few ? SlotSet.asBits(slots) : .few(slots)
        case .many(var words, var number):
            let (word, bit) = (Int(low) >> 6, UInt64(1) << UInt64(low & 63))
            if words[word] & bit == 0 {
                words[word] |= bit
                number += 1
                count += 1
            }
            parts[place] = .many(words: words, count: number)
        }
    }

    mutating func remove(_ slot: UInt32) {
        let low = UInt16(truncatingIfNeeded: slot)
        guard let place = place(of: UInt16(slot >> 16)) else { return }
        switch take(place) {
        case .few(var slots):
            let position = SlotSet.position(of: low, in: slots)
            if position < slots.count, slots[position] == low {
                slots.remove(at: position)
                count -= 1
            }
            parts[place] = .few(slots)
            if slots.isEmpty {
                keys.remove(at: place)
                parts.remove(at: place)
            }
        case .many(var words, var number):
            let (word, bit) = (Int(low) >> 6, UInt64(1) << UInt64(low & 63))
            if words[word] & bit != 0 {
                words[word] &= ~bit
                number -= 1
                count -= 1
            }
            // The limit for shrinking is well below that for growing, so that one member who is removed and added does
            // not convert the part each time.
            parts[place] = number < SlotSet.few / 2 ? SlotSet.asFew(words) : .many(words: words, count: number)
        }
    }

    /// Adds the set to `bits`, which must be large enough: slots in parts that it lacks are left out.
    func formUnion(into bits: inout SlotBits) {
        for (key, part) in zip(keys, parts) {
            let start = Int(key) * SlotSet.wordsOfPart
            switch part {
            case .few(let slots): bits.insert(slots, from: start)
            case .many(let words, _): bits.formUnion(words, from: start)
            }
        }
    }

    /// Takes a part out and leaves an empty part, so that the part is changed in place and not copied.
    private mutating func take(_ place: Int) -> Part {
        let part = parts[place]
        parts[place] = .few([])
        return part
    }

    private func place(of key: UInt16) -> Int? {
        let place = SlotSet.position(of: key, in: keys)
        return place < keys.count && keys[place] == key ? place : nil
    }

    private static func position(of number: UInt16, in numbers: [UInt16]) -> Int {
        // Slots are assigned in order, so most are inserted at the end.
        if let last = numbers.last, last < number { return numbers.count }
        var (low, high) = (0, numbers.count)
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func asBits(_ slots: [UInt16]) -> Part {
        var words = [UInt64](repeating: 0, count: wordsOfPart)
        for slot in slots { words[Int(slot) >> 6] |= 1 << UInt64(slot & 63) }
        return .many(words: words, count: slots.count)
    }

    private static func asFew(_ words: [UInt64]) -> Part {
        var slots: [UInt16] = []
        for (place, word) in words.enumerated() where word != 0 {
            var left = word
            while left != 0 {
                slots.append(UInt16((place << 6) + left.trailingZeroBitCount))
                left &= left - 1
            }
        }
        return .few(slots)
    }
}

/// A set of slots as bits, for results and for sets that contain most slots.
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

    /// Combines the words that both sides have. Without bounds checks, the compiler uses vector instructions.
    @inline(__always)
    private mutating func combine(_ other: [UInt64], from start: Int = 0, _ operation: (UInt64, UInt64) -> UInt64) {
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
