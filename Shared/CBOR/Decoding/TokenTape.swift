// The first of decoding's two passes: is the input well-formed CBOR, and where is each item?

/// The heads of the items of an input, without their tags, in the order in which they stand there. Going past a whole
/// container is one step with them.
struct TokenTape {
    private(set) var tokens: [Head] = []
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) throws(CBORError) {
        self.bytes = bytes
        guard bytes.count <= CBORLimit.size else { throw .outOfRange(at: 0) }
        // Most items of a message are longer than a byte: this is seldom too small for a short message, and a long
        // one starts no larger than a short one.
        tokens.reserveCapacity(min(bytes.count, 256))
        try addItem(depth: 0)
        guard offset == bytes.count else { throw .trailingBytes(at: offset) }
    }

    /// Reads one item and all that is in it.
    @discardableResult
    private mutating func addItem(depth: Int) throws(CBORError) -> Head {
        var head = try nextHead()
        while head.major == MajorType.tag { head = try nextHead() }
        let token = tokens.count
        tokens.append(head)
        switch head.major {
        case MajorType.unsigned, MajorType.negative: break
        case MajorType.bytes, MajorType.text: try passString(head)
        case MajorType.array: try addArray(head, depth: depth + 1)
        case MajorType.map: try addMap(head, depth: depth + 1)
        default: try checkSimple(head)
        }
        tokens[token].next = UInt32(truncatingIfNeeded: tokens.count)
        return head
    }

    private mutating func addArray(_ head: Head, depth: Int) throws(CBORError) {
        guard depth <= CBORLimit.nesting else { throw .nestingTooDeep(at: head.offset) }
        var left = try length(of: head, bytesEach: 1)
        while try passesToAnother(&left) { try addItem(depth: depth) }
    }

    private mutating func addMap(_ head: Head, depth: Int) throws(CBORError) {
        guard depth <= CBORLimit.nesting else { throw .nestingTooDeep(at: head.offset) }
        var left = try length(of: head, bytesEach: 2)
        let firstKey = tokens.count
        var last: Head?
        var ascends = true
        while try passesToAnother(&left) {
            let key = try addItem(depth: depth)
            if key.major == MajorType.text {
                _ = try key.text(in: bytes)
            } else if key.major > MajorType.negative {
                throw .malformed("a map's key is neither an integer nor text", at: key.offset)
            }
            if let last, !key.follows(last, in: bytes) { ascends = false }
            last = key
            try addItem(depth: depth)
        }
        // Keys that ascend differ. Other orders are legal and rare, and pay for a closer look.
        if !ascends { try checkKeysDiffer(from: firstKey) }
    }

    /// What a key says, however it is written: 1 in one byte and 1 in nine are the same key.
    private enum KeyContent: Hashable {
        case integer(major: UInt8, argument: UInt64)
        case text([UInt8])
    }

    private func checkKeysDiffer(from firstKey: Int) throws(CBORError) {
        var seen: Set<KeyContent> = []
        var token = firstKey
        while token < tokens.count {
            let key = tokens[token]
            let content =
                key.major == MajorType.text
                ? try KeyContent.text(key.string(in: bytes)) : .integer(major: key.major, argument: key.argument)
            guard seen.insert(content).inserted else { throw .repeatedKey(at: key.offset) }
            token = Int(tokens[token + 1].next)
        }
    }

    private mutating func passString(_ head: Head) throws(CBORError) {
        guard head.isIndefinite else {
            offset += try length(of: head, bytesEach: 1) ?? 0
            return
        }
        var unknown: Int?
        while try passesToAnother(&unknown) {
            guard bytes[offset] >> 5 == head.major, bytes[offset] & 31 != 31 else {
                throw .malformed("a chunk of a string is not a string of its kind and of definite length", at: offset)
            }
            let chunk = try nextHead()
            offset += try length(of: chunk, bytesEach: 1) ?? 0
        }
    }

    private func checkSimple(_ head: Head) throws(CBORError) {
        if head.first == CBORByte.break {
            throw .malformed("a break outside an item of indefinite length", at: head.offset)
        }
        if head.first == CBORByte.simple, head.argument < 32 {
            throw .malformed("a simple value below 32 takes two bytes", at: head.offset)
        }
    }

    @inline(__always)
    private mutating func nextHead() throws(CBORError) -> Head {
        let head = try Head(at: offset, in: bytes)
        offset = head.end
        return head
    }

    /// The length that a head declares, or nil when it is indefinite. What is declared must fit into the rest of the
    /// input, so that nobody counts or reserves up to a number that somebody made up.
    private func length(of head: Head, bytesEach: Int) throws(CBORError) -> Int? {
        if head.isIndefinite { return nil }
        guard head.argument <= UInt64((bytes.count - offset) / bytesEach) else { throw .truncated(at: head.offset) }
        return Int(truncatingIfNeeded: head.argument)
    }

    /// Whether there is another of the `left` elements; when nobody knows how many there are, a break is the end.
    @inline(__always)
    private mutating func passesToAnother(_ left: inout Int?) throws(CBORError) -> Bool {
        if let known = left {
            left = known - 1
            return known > 0
        }
        guard offset < bytes.count else { throw .truncated(at: offset) }
        guard bytes[offset] == CBORByte.break else { return true }
        offset += 1
        return false
    }
}
