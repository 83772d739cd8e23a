/// Parses a JSON text by RFC 8259 and notes the position of each value.
struct JSONParser {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0
    private var tokens: [JSONToken] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func parse() throws(JSONError) -> [JSONToken] {
        guard bytes.count < Int(UInt32.max) else { throw JSONError(.tooLong, at: 0) }
        tokens.reserveCapacity(min(48, bytes.count))
        skipSpace()
        try parseValue(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw JSONError(.unexpectedByte, at: position) }
        return tokens
    }

    private mutating func parseValue(depth: Int) throws(JSONError) {
        switch try peek() {
        case UInt8(ascii: "\""): try parseString()
        case UInt8(ascii: "{"): try parseObject(depth: depth)
        case UInt8(ascii: "["): try parseArray(depth: depth)
        case UInt8(ascii: "t"): try parseWord("true", .bool, flag: true)
        case UInt8(ascii: "f"): try parseWord("false", .bool, flag: false)
        case UInt8(ascii: "n"): try parseWord("null", .null, flag: false)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let start = position
            try scanNumber()
            append(.number, start: start, end: position)
        default: throw JSONError(.unexpectedByte, at: position)
        }
    }

    private mutating func parseObject(depth: Int) throws(JSONError) {
        let container = try open(.object, depth: depth)
        if try peek() != UInt8(ascii: "}") {
            while true {
                guard try peek() == UInt8(ascii: "\"") else { throw JSONError(.unexpectedByte, at: position) }
                try parseString()
                skipSpace()
                guard try peek() == UInt8(ascii: ":") else { throw JSONError(.unexpectedByte, at: position) }
                position += 1
                skipSpace()
                try parseValue(depth: depth + 1)
                guard try hasMore(before: UInt8(ascii: "}")) else { break }
            }
        }
        close(container)
    }

    private mutating func parseArray(depth: Int) throws(JSONError) {
        let container = try open(.array, depth: depth)
        if try peek() != UInt8(ascii: "]") {
            while true {
                try parseValue(depth: depth + 1)
                guard try hasMore(before: UInt8(ascii: "]")) else { break }
            }
        }
        close(container)
    }

    private mutating func open(_ kind: JSONValue.Kind, depth: Int) throws(JSONError) -> Int {
        guard depth < JSONDocument.maximumDepth else { throw JSONError(.tooDeep, at: position) }
        append(kind, start: position, end: position)
        position += 1
        skipSpace()
        return tokens.count - 1
    }

    private mutating func close(_ container: Int) {
        position += 1
        tokens[container].end = UInt32(position)
        tokens[container].next = UInt32(tokens.count)
    }

    /// Skips a comma and returns true; returns false at `end`.
    private mutating func hasMore(before end: UInt8) throws(JSONError) -> Bool {
        skipSpace()
        let byte = try peek()
        if byte == end { return false }
        guard byte == UInt8(ascii: ",") else { throw JSONError(.unexpectedByte, at: position) }
        position += 1
        skipSpace()
        return true
    }

    private mutating func parseString() throws(JSONError) {
        let start = position + 1
        let hasEscapes = try scanString()
        append(.string, flag: hasEscapes, start: start, end: position - 1)
    }

    private mutating func parseWord(_ word: StaticString, _ kind: JSONValue.Kind, flag: Bool) throws(JSONError) {
        let start = position
        for offset in 0..<word.utf8CodeUnitCount {
            guard try peek() == word.utf8Start[offset] else { throw JSONError(.unexpectedByte, at: position) }
            position += 1
        }
        append(kind, flag: flag, start: start, end: position)
    }

    private mutating func append(_ kind: JSONValue.Kind, flag: Bool = false, start: Int, end: Int) {
        tokens.append(
            JSONToken(kind: kind, flag: flag, start: UInt32(start), end: UInt32(end), next: UInt32(tokens.count + 1)))
    }

    @inline(__always)
    func peek() throws(JSONError) -> UInt8 {
        guard position < bytes.count else { throw JSONError(.unexpectedEnd, at: position) }
        return bytes[position]
    }

    @inline(__always)
    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
            default: return
            }
        }
    }
}

extension JSONParser {
    /// Skips a string with its quotes. Returns whether it contains an escape sequence.
    mutating func scanString() throws(JSONError) -> Bool {
        var hasEscapes = false
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return hasEscapes
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try scanEscape()
            case 0..<0x20: throw JSONError(.controlCharacter, at: position)
            case 0x20..<0x80: position += 1
            default: try scanMultibyte(first: byte)
            }
        }
        throw JSONError(.unexpectedEnd, at: position)
    }

    private mutating func scanEscape() throws(JSONError) {
        let start = position
        position += 1
        let letter = try peek()
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return
        case UInt8(ascii: "u"):
            switch try scanHexadecimal() {
            case 0xD800..<0xDC00:
                // In a string, the low half of a surrogate pair must directly follow the high half.
                guard position + 6 <= bytes.count, bytes[position] == UInt8(ascii: "\\"),
                    bytes[position + 1] == UInt8(ascii: "u")
                else { throw JSONError(.loneSurrogate, at: start) }
                position += 2
                guard case 0xDC00..<0xE000 = try scanHexadecimal() else { throw JSONError(.loneSurrogate, at: start) }
            case 0xDC00..<0xE000: throw JSONError(.loneSurrogate, at: start)
            default: return
            }
        default: throw JSONError(.invalidEscape, at: start)
        }
    }

    private mutating func scanHexadecimal() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = hexadecimalDigit(try peek()) else { throw JSONError(.invalidEscape, at: position) }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    /// Skips a code point of two to four bytes. Throws for overlong forms, surrogates, and above U+10FFFF (RFC 3629).
    private mutating func scanMultibyte(first: UInt8) throws(JSONError) {
        let second: ClosedRange<UInt8>
        let length: Int
        switch first {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw JSONError(.invalidUTF8, at: position)
        }
        guard position + length <= bytes.count, second.contains(bytes[position + 1]) else {
            throw JSONError(.invalidUTF8, at: position)
        }
        for offset in 2..<max(length, 2) where bytes[position + offset] & 0xC0 != 0x80 {
            throw JSONError(.invalidUTF8, at: position)
        }
        position += length
    }

    /// Skips a number: optional minus, integer without leading zeros, optional fraction, optional exponent.
    mutating func scanNumber() throws(JSONError) {
        let start = position
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        if position < bytes.count, bytes[position] == UInt8(ascii: "0") {
            position += 1
        } else {
            try scanDigits(of: start)
        }
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            try scanDigits(of: start)
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
                position += 1
            }
            try scanDigits(of: start)
        }
    }

    private mutating func scanDigits(of number: Int) throws(JSONError) {
        let start = position
        while position < bytes.count, case UInt8(ascii: "0")...UInt8(ascii: "9") = bytes[position] { position += 1 }
        guard position > start else { throw JSONError(.invalidNumber, at: number) }
    }
}

/// Returns the value of a hexadecimal digit; nil for any other byte.
func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}
