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

    private mutating func open(_ kind: JSONToken.Kind, depth: Int) throws(JSONError) -> Int {
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

    /// Skips a comma and returns true, or stops at `end`.
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

    private mutating func parseWord(_ word: StaticString, _ kind: JSONToken.Kind, flag: Bool) throws(JSONError) {
        let start = position
        for offset in 0..<word.utf8CodeUnitCount {
            guard try peek() == word.utf8Start[offset] else { throw JSONError(.unexpectedByte, at: position) }
            position += 1
        }
        append(kind, flag: flag, start: start, end: position)
    }

    private mutating func append(_ kind: JSONToken.Kind, flag: Bool = false, start: Int, end: Int) {
        tokens.append(
            JSONToken(
                kind: kind, flag: flag, start: UInt32(start), end: UInt32(end), next: UInt32(tokens.count + 1)))
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
