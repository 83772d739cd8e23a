// Reads JSON strictly, as the strictest client would: RFC 8259, valid UTF-8, no doubled member.

/// What is wrong with a text that should be JSON.
struct NotJSON: Error, CustomStringConvertible {
    var description: String
}

extension JSON {
    /// Reads one value that fills `bytes`.
    init(reading bytes: [UInt8]) throws {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw NotJSON(description: "not UTF-8") }
        var reader = JSONReader(scalars: Array(text.unicodeScalars))
        self = try reader.readAll()
    }

    init(reading text: String) throws { try self.init(reading: Array(text.utf8)) }
}

private struct JSONReader {
    let scalars: [Unicode.Scalar]
    var position = 0

    init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    mutating func readAll() throws -> JSON {
        let value = try readValue()
        skipBlanks()
        guard position == scalars.count else { throw failure("something follows the value") }
        return value
    }

    private mutating func readValue() throws -> JSON {
        skipBlanks()
        switch peek {
        case "{": return try readObject()
        case "[": return try readArray()
        case "\"": return .string(try readString())
        case "t": return try readWord("true", .bool(true))
        case "f": return try readWord("false", .bool(false))
        case "n": return try readWord("null", .null)
        default: return try readNumber()
        }
    }

    private mutating func readObject() throws -> JSON {
        var members: [JSON.Member] = []
        position += 1
        skipBlanks()
        if take("}") { return .object(members) }
        repeat {
            skipBlanks()
            guard peek == "\"" else { throw failure("a member needs a name") }
            let name = try readString()
            guard !members.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
                throw failure("member \(name) is doubled")
            }
            skipBlanks()
            guard take(":") else { throw failure("a colon is missing") }
            members.append(JSON.Member(name: name, value: try readValue()))
            skipBlanks()
        } while take(",")
        guard take("}") else { throw failure("an object does not end") }
        return .object(members)
    }

    private mutating func readArray() throws -> JSON {
        var elements: [JSON] = []
        position += 1
        skipBlanks()
        if take("]") { return .array(elements) }
        repeat {
            elements.append(try readValue())
            skipBlanks()
        } while take(",")
        guard take("]") else { throw failure("an array does not end") }
        return .array(elements)
    }

    private mutating func readString() throws -> String {
        position += 1
        var units: [UInt16] = []
        while let scalar = peek {
            position += 1
            switch scalar {
            case "\"": return try decoded(units)
            case "\\": units.append(contentsOf: try readEscape())
            case _ where scalar.value < 0x20: throw failure("a bare control character in a string")
            default: units.append(contentsOf: Array(String(scalar).utf16))
            }
        }
        throw failure("a string does not end")
    }

    private mutating func readEscape() throws -> [UInt16] {
        guard let scalar = peek else { throw failure("an escape does not end") }
        position += 1
        switch scalar {
        case "\"", "\\", "/": return [UInt16(scalar.value)]
        case "b": return [0x08]
        case "f": return [0x0C]
        case "n": return [0x0A]
        case "r": return [0x0D]
        case "t": return [0x09]
        case "u":
            guard position + 4 <= scalars.count else { throw failure("an escape does not end") }
            var digits = ""
            digits.unicodeScalars.append(contentsOf: scalars[position..<position + 4])
            position += 4
            guard let unit = UInt16(digits, radix: 16) else { throw failure("not an escape") }
            return [unit]
        default: throw failure("not an escape")
        }
    }

    private func decoded(_ units: [UInt16]) throws -> String {
        guard let text = String(validating: units, as: UTF16.self) else { throw failure("half a surrogate pair") }
        return text
    }

    private mutating func readNumber() throws -> JSON {
        let start = position
        _ = take("-")
        if !take("0") {
            guard let first = peek, "1"..."9" ~= first else { throw failure("not a value") }
            skipDigits()
        }
        if take(".") { try needDigits() }
        if take("e") || take("E") {
            _ = take("+") || take("-")
            try needDigits()
        }
        var token = ""
        token.unicodeScalars.append(contentsOf: scalars[start..<position])
        return .number(token)
    }

    private mutating func readWord(_ word: String, _ value: JSON) throws -> JSON {
        for scalar in word.unicodeScalars {
            guard take(scalar) else { throw failure("not a value") }
        }
        return value
    }

    private mutating func needDigits() throws {
        let start = position
        skipDigits()
        guard position > start else { throw failure("a digit is missing") }
    }

    private mutating func skipDigits() {
        while let scalar = peek, "0"..."9" ~= scalar { position += 1 }
    }

    private mutating func skipBlanks() {
        while let scalar = peek, " \t\n\r".unicodeScalars.contains(scalar) { position += 1 }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        position += 1
        return true
    }

    private var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private func failure(_ what: String) -> NotJSON { NotJSON(description: "\(what), at character \(position)") }
}
