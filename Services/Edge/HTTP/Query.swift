import Models

/// The parameters of a query, in the encoding of forms. An empty value counts as absent. If a name occurs several
/// times, its first value that is not empty applies; `texts` returns all. A value that is not of the wanted kind is
/// read as nil, and `finish` reports all such values together.
struct Query: Sendable {
    private let pairs: [(name: String, text: String)]
    private var wrong: [WrongMember] = []

    init(_ text: String) {
        pairs = text.utf8.split(separator: UInt8(ascii: "&")).map { pair in
            let sign = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let text = sign < pair.endIndex ? String(lenientlyFormEncoded: pair[pair.index(after: sign)...]) : ""
            return (String(lenientlyFormEncoded: pair[..<sign]), text)
        }
    }

    var names: [String] { pairs.map(\.name) }

    /// Throws 400 if a parameter is repeated (RFC 6749, section 3.1).
    func checkEachComesOnce() throws(EdgeError) {
        var found: Set<ExactText> = []
        for (name, text) in pairs where !text.isEmpty && !found.insert(ExactText(name)).inserted {
            throw .repeated(name)
        }
    }

    func text(_ names: String...) -> String? { text(names) }

    func texts(_ name: String) -> [String] { pairs.filter { $0.name.isExactly(name) && !$0.text.isEmpty }.map(\.text) }

    mutating func number(_ names: String...) -> Double? {
        guard let text = text(names) else { return nil }
        return decimal(text) ?? refused(names[0], "a number")
    }

    mutating func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
        guard let text = text([name]) else { return nil }
        if let number = Int(text), range.contains(number) { return number }
        return refused(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }

    /// - Parameter meaning: The end of the sentence about a text that is not an id.
    mutating func id<ID: OpaqueID>(_ name: String, _ meaning: String) -> ID? {
        guard let text = text([name]) else { return nil }
        return ID(text) ?? refused(name, meaning)
    }

    /// Reads the cursor of a page. Nil for the first page, and for a text that cannot be a cursor, which is reported.
    mutating func cursor<Cursor>(_ read: (String) -> Cursor?) -> Cursor? {
        guard let text = text(["cursor"]) else { return nil }
        return read(text) ?? refused("cursor", "the nextCursor of another page")
    }

    /// Reads `true` or `false`, in upper or lower case; 1 and 0 mean the same.
    mutating func flag(_ names: String...) -> Bool? {
        switch text(names)?.lowercased() {
        case nil: return nil
        case "true", "1": return true
        case "false", "0": return false
        default: return refused(names[0], "true or false")
        }
    }

    /// Reads a time in any form of `UnixTime(written:)`, or a date, which means the beginning of that day in UTC.
    mutating func moment(_ name: String) -> UnixTime? {
        guard let text = text([name]) else { return nil }
        return UnixTime(written: text) ?? UnixTime(written: text + "T00:00:00Z")
            ?? refused(
                name,
                "a time of RFC 3339 with its offset from UTC, such as 2026-01-31T12:00:00Z, or a date such as 2026-01-31"
            )
    }

    mutating func word<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String, as type: Word.Type = Word.self
    ) -> Word? {
        guard let text = text([name]) else { return nil }
        return Word.allCases.first { $0.rawValue.isExactly(text) }
            ?? refused(name, "one of: \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }

    mutating func refuse(_ name: String, _ message: String) { wrong.append(WrongMember(name, message)) }

    /// Throws 400 with all wrong parameters. No value may be used before this call.
    func finish() throws(EdgeError) {
        if !wrong.isEmpty { throw EdgeError(wrong) }
    }

    private mutating func refused<Value>(_ name: String, _ rule: String) -> Value? {
        refuse(name, "The parameter \(name) must be \(rule).")
        return nil
    }

    private func text(_ names: [String]) -> String? {
        for name in names {
            if let pair = pairs.first(where: { $0.name.isExactly(name) && !$0.text.isEmpty }) { return pair.text }
        }
        return nil
    }
}

extension String {
    /// Decodes a text with percent escapes; nil for an invalid escape or invalid UTF-8.
    init?(percentEncoded text: some Sequence<UInt8>) {
        guard let bytes = [UInt8](percentEncoded: text, isStrict: true) else { return nil }
        self.init(validating: bytes, as: UTF8.self)
    }

    /// Decodes a text of a form, in which `+` is a blank (RFC 6749, appendix B); nil if it is invalid.
    init?(formEncoded text: some Sequence<UInt8>) { self.init(percentEncoded: blanks(in: text)) }

    /// Decodes a text of a form. An invalid escape stays as it is, and invalid UTF-8 is replaced by U+FFFD.
    init(lenientlyFormEncoded text: some Sequence<UInt8>) {
        self.init(decoding: [UInt8](percentEncoded: blanks(in: text), isStrict: false) ?? [], as: UTF8.self)
    }
}

private func blanks(in text: some Sequence<UInt8>) -> some Sequence<UInt8> {
    text.lazy.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
}

extension [UInt8] {
    fileprivate init?(percentEncoded text: some Sequence<UInt8>, isStrict: Bool) {
        let source = Array(text)
        self = []
        reserveCapacity(source.count)
        var position = 0
        while position < source.count {
            let byte = source[position]
            position += 1
            guard byte == UInt8(ascii: "%") else {
                append(byte)
                continue
            }
            if position + 2 <= source.count, let value = UInt8(hexadecimal: source[position], source[position + 1]) {
                append(value)
                position += 2
            } else if isStrict {
                return nil
            } else {
                append(byte)
            }
        }
    }
}

extension UInt8 {
    fileprivate init?(hexadecimal high: UInt8, _ low: UInt8) {
        guard let high = Character(Unicode.Scalar(high)).hexDigitValue,
            let low = Character(Unicode.Scalar(low)).hexDigitValue
        else { return nil }
        self = UInt8(high << 4 | low)
    }
}
