/// The encodings of short lists and hashes in one string. Each entry is read within the bounds of the string.
struct PackedList {
    private let bytes: [UInt8]
    private var place: Int

    private init(_ bytes: [UInt8], from place: Int) { (self.bytes, self.place) = (bytes, place) }

    /// Reads the form of Redis up to 6: total bytes, offset of the last entry, number of entries, entries, 255.
    static func ziplist(_ bytes: [UInt8]) throws(RedisError) -> [[UInt8]] {
        var list = PackedList(bytes, from: 10)
        var found: [[UInt8]] = []
        while let first = try list.next() {
            // An entry begins with the length of the entry before it: a byte, or 254 and four bytes.
            if first == 254 { _ = try list.take(4) }
            found.append(try list.ziplistEntry())
        }
        return found
    }

    /// Reads the form of Redis since 7 and of Valkey: total bytes, number of entries, entries, 255.
    static func listpack(_ bytes: [UInt8]) throws(RedisError) -> [[UInt8]] {
        var list = PackedList(bytes, from: 6)
        var found: [[UInt8]] = []
        while let first = try list.next() {
            let start = list.place - 1
            found.append(try list.listpackEntry(first))
            // An entry ends with its own length, for reading backwards.
            let length = list.place - start
            let sizes = [1 << 7, 1 << 14, 1 << 21, 1 << 28]
            _ = try list.take(1 + sizes.count { $0 <= length })
        }
        return found
    }

    /// Returns the next byte; nil at the end mark, which must also be the end of the string.
    private mutating func next() throws(RedisError) -> UInt8? {
        let byte = try takeByte()
        guard byte == 255 else { return byte }
        guard place == bytes.count else { throw .malformed }
        return nil
    }

    private mutating func takeByte() throws(RedisError) -> UInt8 {
        guard place < bytes.count else { throw .malformed }
        defer { place += 1 }
        return bytes[place]
    }

    private mutating func take(_ length: Int) throws(RedisError) -> ArraySlice<UInt8> {
        guard length <= bytes.count - place else { throw .malformed }
        defer { place += length }
        return bytes[place..<place + length]
    }

    private mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws(RedisError) -> [UInt8] {
        let number: Number = littleEndian(try take(MemoryLayout<Number>.size))
        return text(of: number)
    }

    private mutating func integer24() throws(RedisError) -> [UInt8] {
        let number: Int32 = littleEndian(try take(3))
        // The shifts extend the sign, which is in the highest of the three bytes.
        return text(of: (number << 8) >> 8)
    }

    private mutating func ziplistEntry() throws(RedisError) -> [UInt8] {
        let first = try takeByte()
        switch first {
        case 0x00...0x3F: return Array(try take(Int(first)))
        case 0x40...0x7F: return Array(try take(Int(first & 0x3F) << 8 | Int(try takeByte())))
        case 0x80:
            let length: UInt32 = littleEndian(try take(4))
            return Array(try take(Int(length.byteSwapped)))
        case 0xC0: return try integer(Int16.self)
        case 0xD0: return try integer(Int32.self)
        case 0xE0: return try integer(Int64.self)
        case 0xF0: return try integer24()
        case 0xFE: return try integer(Int8.self)
        case 0xF1...0xFD: return text(of: Int(first & 0x0F) - 1)
        default: throw .malformed
        }
    }

    private mutating func listpackEntry(_ first: UInt8) throws(RedisError) -> [UInt8] {
        switch first {
        case 0x00...0x7F: return text(of: first)
        case 0x80...0xBF: return Array(try take(Int(first & 0x3F)))
        case 0xC0...0xDF:
            let number = Int(first & 0x1F) << 8 | Int(try takeByte())
            return text(of: number < 4096 ? number : number - 8192)
        case 0xE0...0xEF: return Array(try take(Int(first & 0x0F) << 8 | Int(try takeByte())))
        case 0xF0:
            let length: UInt32 = littleEndian(try take(4))
            return Array(try take(Int(length)))
        case 0xF1: return try integer(Int16.self)
        case 0xF2: return try integer24()
        case 0xF3: return try integer(Int32.self)
        case 0xF4: return try integer(Int64.self)
        default: throw .malformed
        }
    }
}

/// The compression of longer strings (LibLZF): runs of bytes, and references to earlier bytes.
enum LZF {
    /// Decompresses bytes; nil if the result does not have exactly `count` bytes.
    static func expand(_ input: [UInt8], to count: Int) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(count)
        var place = 0
        while place < input.count {
            let control = Int(input[place])
            place += 1
            if control < 32 {
                let end = place + control + 1
                guard end <= input.count, output.count + end - place <= count else { return nil }
                output += input[place..<end]
                place = end
                continue
            }
            var length = control >> 5 + 2
            if length == 9 {
                guard place < input.count else { return nil }
                length += Int(input[place])
                place += 1
            }
            guard place < input.count else { return nil }
            let distance = (control & 0x1F) << 8 + Int(input[place]) + 1
            place += 1
            guard distance <= output.count, output.count + length <= count else { return nil }
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
        return output.count == count ? output : nil
    }
}
