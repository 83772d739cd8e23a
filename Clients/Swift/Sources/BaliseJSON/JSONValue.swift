/// One value of a JSON document.
public struct JSONValue: Sendable {
    /// The type of a JSON value.
    public enum Kind: Sendable {
        /// The types that RFC 8259 defines.
        case null, bool, number, string, array, object
    }

    let document: JSONDocument
    let index: Int

    private var token: JSONToken { document.tokens[index] }

    /// The type of this value.
    public var kind: Kind { token.kind }

    /// The Boolean; nil if the value has another type.
    public var bool: Bool? { token.kind == .bool ? token.flag : nil }

    /// The string, with its escape sequences replaced; nil if the value has another type.
    public var string: String? {
        let token = token
        guard token.kind == .string else { return nil }
        let bytes = document.bytes[Int(token.start)..<Int(token.end)]
        return token.flag ? unescape(bytes) : String(decoding: bytes, as: UTF8.self)
    }

    /// The original characters, for example `1.50`, `"+10.8"` with its quotes, `null` or `{"a": 1}`.
    public var literal: String {
        let token = token
        let quote = token.kind == .string ? 1 : 0
        return String(decoding: document.bytes[Int(token.start) - quote..<Int(token.end) + quote], as: UTF8.self)
    }

    /// The number of bytes of the original text.
    public var literalLength: Int {
        let token = token
        return Int(token.end - token.start) + (token.kind == .string ? 2 : 0)
    }

    /// The elements of an array, in order; nil if the value has another type.
    public var elements: Elements? {
        token.kind == .array ? Elements(document: document, position: index + 1, end: Int(token.next)) : nil
    }

    /// The members of an object, in order and with repeated names; nil if the value has another type.
    public var members: Members? {
        token.kind == .object ? Members(document: document, position: index + 1, end: Int(token.next)) : nil
    }

    /// Returns the value of an object's member; the last value of a repeated name. Nil if it is missing.
    public func member(_ name: StaticString) -> JSONValue? {
        member(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }

    /// Returns the value like `member(_:)`, for a name that is known only at run time.
    public func member(named name: String) -> JSONValue? {
        var name = name
        return name.withUTF8(member)
    }

    private func member(_ name: UnsafeBufferPointer<UInt8>) -> JSONValue? {
        let token = token
        guard token.kind == .object else { return nil }
        let tokens = document.tokens
        var found: Int?
        var position = index + 1
        while position < Int(token.next) {
            if isName(tokens[position], name) { found = position + 1 }
            position = Int(tokens[position + 1].next)
        }
        return found.map { JSONValue(document: document, index: $0) }
    }

    private func isName(_ token: JSONToken, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        if token.flag { return unescape(document.bytes[Int(token.start)..<Int(token.end)]).utf8.elementsEqual(name) }
        guard Int(token.end - token.start) == name.count else { return false }
        return document.bytes.withUnsafeBufferPointer { bytes in
            for offset in 0..<name.count where bytes[Int(token.start) + offset] != name[offset] { return false }
            return true
        }
    }
}

extension JSONValue {
    /// The elements of an array.
    public struct Elements: Sequence, IteratorProtocol, Sendable {
        let document: JSONDocument
        var position: Int
        let end: Int

        /// Returns the next element; nil after the last.
        public mutating func next() -> JSONValue? {
            guard position < end else { return nil }
            defer { position = Int(document.tokens[position].next) }
            return JSONValue(document: document, index: position)
        }
    }

    /// The members of an object.
    public struct Members: Sequence, IteratorProtocol, Sendable {
        let document: JSONDocument
        var position: Int
        let end: Int

        /// Returns the next member, its escape sequences in the name replaced; nil after the last member.
        public mutating func next() -> (name: String, value: JSONValue)? {
            guard position < end else { return nil }
            let name = JSONValue(document: document, index: position).string ?? ""
            let value = JSONValue(document: document, index: position + 1)
            position = Int(document.tokens[position + 1].next)
            return (name, value)
        }
    }
}

/// Replaces the escape sequences of a valid string.
private func unescape(_ source: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(source.count)
    var position = source.startIndex

    func hexadecimal() -> UInt32 {
        var value: UInt32 = 0
        for byte in source[position..<position + 4] { value = value << 4 | UInt32(hexadecimalDigit(byte) ?? 0) }
        position += 4
        return value
    }

    while position < source.endIndex {
        let byte = source[position]
        position += 1
        guard byte == UInt8(ascii: "\\") else {
            result.append(byte)
            continue
        }
        let letter = source[position]
        position += 1
        switch letter {
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "u"):
            var code = hexadecimal()
            if case 0xD800..<0xDC00 = code {
                position += 2
                code = 0x10000 + (code - 0xD800) << 10 + (hexadecimal() - 0xDC00)
            }
            if let scalar = Unicode.Scalar(code) { result.append(contentsOf: UTF8.encode(scalar) ?? .init()) }
        default: result.append(letter)
        }
    }
    return String(decoding: result, as: UTF8.self)
}
