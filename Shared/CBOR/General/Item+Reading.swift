extension Item {
    /// Reads `bytes`, which must contain exactly one item.
    init(reading bytes: UnsafeRawBufferPointer) throws(CBORError) {
        guard bytes.count <= CBORLimit.size else { throw .outOfRange(at: 0) }
        var reader = MessageReader(bytes)
        self = try reader.readItem(depth: 0)
        guard reader.isAtEnd else { throw .trailingBytes(at: reader.position) }
    }
}

extension MessageReader {
    private struct Head {
        let start: Int
        let first: UInt8
        var argument: UInt64 = 0
        var major: UInt8 { first >> 5 }
        var isIndefinite: Bool { first & 31 == 31 }
    }

    fileprivate mutating func readItem(depth: Int) throws(CBORError) -> Item {
        var head = try readHead()
        while head.major == MajorType.tag { head = try readHead() }
        return Item(try readContent(of: head, depth), at: head.start)
    }

    private mutating func readHead() throws(CBORError) -> Head {
        let start = position
        guard let first = try? nextByte() else { throw .truncated(at: start) }
        position += 1
        let code = first & 31
        if code < 24 { return Head(start: start, first: first, argument: UInt64(code)) }
        if code == 31, first == CBORByte.break || MajorType.bytes...MajorType.map ~= first >> 5 {
            return Head(start: start, first: first)
        }
        guard code < 28 else { throw .malformed("reserved additional information", at: start) }
        guard let argument = try? longArgument(code) else {
            // After this head, the missing byte would be a simple value. Otherwise it would be a part of the argument.
            throw .truncated(at: first == CBORByte.simple ? position : start)
        }
        return Head(start: start, first: first, argument: argument)
    }

    private mutating func readContent(of head: Head, _ depth: Int) throws(CBORError) -> Item.Content {
        switch head.major {
        case MajorType.unsigned: return .unsigned(head.argument)
        case MajorType.negative: return .negative(head.argument)
        case MajorType.bytes: return .bytes(try readChunks(of: head).reduce(into: []) { $0 += $1 })
        case MajorType.text:
            // Each chunk must be valid UTF-8 by itself (RFC 8949, section 3.2.3).
            return .text(
                try readChunks(of: head).reduce(into: "") { text, chunk in
                    if let part = String(exactly: chunk) { text?.append(part) } else { text = nil }
                })
        case MajorType.array:
            var items: [Item] = []
            var left = try count(of: head, bytesEach: 1, depth)
            while try passesToAnother(&left) { items.append(try readItem(depth: depth + 1)) }
            return .array(items)
        case MajorType.map: return .map(try readEntries(of: head, depth))
        default: return try simpleOrFloat(head)
        }
    }

    private mutating func readEntries(of head: Head, _ depth: Int) throws(CBORError) -> [Item.Entry] {
        var entries: [Item.Entry] = []
        var left = try count(of: head, bytesEach: 2, depth)
        while try passesToAnother(&left) {
            let key = try readItem(depth: depth + 1)
            switch key.content {
            case .unsigned, .negative, .text(.some): break
            case .text: throw .malformed("text that is not UTF-8", at: key.offset)
            default: throw .malformed("a map's key is neither an integer nor text", at: key.offset)
            }
            entries.append(Item.Entry(key: key, value: try readItem(depth: depth + 1)))
        }
        if let repeated = entries.sortByKey() { throw .repeatedKey(at: repeated) }
        return entries
    }

    private func simpleOrFloat(_ head: Head) throws(CBORError) -> Item.Content {
        switch head.first {
        case CBORByte.half: return .float(Double(wideningHalf: UInt16(truncatingIfNeeded: head.argument)))
        case CBORByte.single: return .float(Double(wideningSingle: UInt32(truncatingIfNeeded: head.argument)))
        case CBORByte.double: return .float(Double(bitPattern: head.argument))
        case CBORByte.break: throw .malformed("a break outside an item of indefinite length", at: head.start)
        case CBORByte.simple where head.argument < 32:
            throw .malformed("a simple value below 32 takes two bytes", at: head.start)
        default: return .simple(head.first)
        }
    }

    /// Reads the chunks of a string. A string of definite length is a single chunk.
    private mutating func readChunks(of head: Head) throws(CBORError) -> [UnsafeRawBufferPointer] {
        guard head.isIndefinite else { return [try readChunk(head)] }
        var chunks: [UnsafeRawBufferPointer] = []
        var unknown: Int?
        while try passesToAnother(&unknown) {
            guard let first = try? nextByte(), first >> 5 == head.major, first & 31 != 31 else {
                throw .malformed("a chunk of a string is not a string of its kind and of definite length", at: position)
            }
            chunks.append(try readChunk(try readHead()))
        }
        return chunks
    }

    private mutating func readChunk(_ head: Head) throws(CBORError) -> UnsafeRawBufferPointer {
        guard let count = Int(exactly: head.argument), let content = try? passBytes(count) else {
            throw .truncated(at: head.start)
        }
        return content
    }

    /// Reads the length of an item; nil if the length is indefinite. Throws if the content would exceed the input.
    private func count(of head: Head, bytesEach: Int, _ depth: Int) throws(CBORError) -> Int? {
        guard depth < CBORLimit.nesting else { throw .nestingTooDeep(at: head.start) }
        if head.isIndefinite { return nil }
        guard head.argument <= UInt64(bytesLeft / bytesEach) else { throw .truncated(at: head.start) }
        return Int(head.argument)
    }

    private mutating func passesToAnother(_ left: inout Int?) throws(CBORError) -> Bool {
        if let known = left {
            left = known - 1
            return known > 0
        }
        guard let byte = try? nextByte() else { throw .truncated(at: position) }
        guard byte == CBORByte.break else { return true }
        position += 1
        return false
    }
}
