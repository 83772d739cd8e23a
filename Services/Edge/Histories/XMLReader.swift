/// Reads an XML document in UTF-8 strictly and in one pass. A document type is refused, so no entity can grow or be fetched.
/// Foundation's parser would link libxml2 into the program for this one format.
struct XMLReader {
    enum Event {
        /// The name of an element without its prefix.
        case start(String, attributes: [(name: String, value: String)])
        case text(String)
        case end
    }

    static let maximumDepth = 64

    private let bytes: [UInt8]
    private var position = 0
    /// The names with their prefixes.
    private var open: [String] = []
    private var hasRoot = false
    private var isEmptyElement = false

    init(_ document: [UInt8]) {
        bytes = document
        if starts(with: "\u{FEFF}") { position = 3 }
    }

    /// Nil after the end of the root element.
    mutating func next() throws(EdgeError) -> Event? {
        if isEmptyElement {
            isEmptyElement = false
            open.removeLast()
            return .end
        }
        while position < bytes.count {
            if bytes[position] != UInt8(ascii: "<") {
                let raw = take { $0 != UInt8(ascii: "<") }
                let text = try unescaped(raw)
                if !open.isEmpty { return .text(text) }
                guard text.utf8.allSatisfy(isBlank) else { throw malformed("text stands outside of the root element") }
            } else if starts(with: "<!--") {
                _ = try take(through: "-->")
            } else if starts(with: "<?") {
                let instruction = try take(through: "?>")
                try checkEncoding(instruction)
            } else if starts(with: "<![CDATA[") {
                guard !open.isEmpty else { throw malformed("text stands outside of the root element") }
                let section = try take(through: "]]>")
                return .text(try string(section.dropFirst(9).dropLast(3)))
            } else if starts(with: "<!") {
                throw malformed("a document type is not accepted")
            } else if starts(with: "</") {
                return try endTag()
            } else {
                return try startTag()
            }
        }
        guard hasRoot, open.isEmpty else { throw malformed("the document is not complete") }
        return nil
    }

    private mutating func endTag() throws(EdgeError) -> Event {
        position += 2
        let name = try self.name()
        skipBlanks()
        guard takes(">"), open.popLast() == name else { throw malformed("the end of \(name) is misplaced") }
        return .end
    }

    private mutating func startTag() throws(EdgeError) -> Event {
        position += 1
        let name = try self.name()
        var attributes: [(name: String, value: String)] = []
        while true {
            skipBlanks()
            if takes(">") { break }
            if takes("/>") {
                isEmptyElement = true
                break
            }
            let attribute = try self.name()
            skipBlanks()
            guard takes("=") else { throw malformed("the attribute \(attribute) has no value") }
            skipBlanks()
            let quote: UInt8 = position < bytes.count ? bytes[position] : 0
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                throw malformed("the value of \(attribute) is not quoted")
            }
            position += 1
            let value = take { $0 != quote && $0 != UInt8(ascii: "<") }
            guard position < bytes.count, bytes[position] == quote else {
                throw malformed("the value of \(attribute) does not end")
            }
            position += 1
            attributes.append((attribute, try unescaped(value)))
        }
        guard open.count < XMLReader.maximumDepth else { throw malformed("its elements are nested too deep") }
        guard !open.isEmpty || !hasRoot else { throw malformed("it has two root elements") }
        hasRoot = true
        open.append(name)
        return .start(name.split(separator: ":").last.map(String.init) ?? name, attributes: attributes)
    }

    private mutating func name() throws(EdgeError) -> String {
        let bytes = take { !isBlank($0) && !"<>/=\"'&".utf8.contains($0) }
        guard !bytes.isEmpty else { throw malformed("a name is missing") }
        return try string(bytes)
    }

    private mutating func skipBlanks() { _ = take(isBlank) }

    private mutating func take(_ belongs: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.count, belongs(bytes[position]) { position += 1 }
        return bytes[start..<position]
    }

    private mutating func take(through end: StaticString) throws(EdgeError) -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.count {
            if takes(end) { return bytes[start..<position] }
            position += 1
        }
        throw malformed("the document is not complete")
    }

    private mutating func takes(_ text: StaticString) -> Bool {
        guard starts(with: text) else { return false }
        position += text.utf8CodeUnitCount
        return true
    }

    private func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    }

    private func checkEncoding(_ instruction: ArraySlice<UInt8>) throws(EdgeError) {
        let text = try string(instruction).lowercased()
        guard text.hasPrefix("<?xml "), let stated = text.firstRange(of: "encoding") else { return }
        let rest = text[stated.upperBound...]
        guard rest.contains("utf-8") || rest.contains("us-ascii") else {
            throw malformed("its encoding must be UTF-8")
        }
    }

    private func string(_ bytes: ArraySlice<UInt8>) throws(EdgeError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw malformed("it is not UTF-8") }
        return text
    }

    private func unescaped(_ bytes: ArraySlice<UInt8>) throws(EdgeError) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return try string(bytes) }
        var parts = try string(bytes).split(separator: "&", omittingEmptySubsequences: false)[...]
        var text = parts.popFirst().map(String.init) ?? ""
        for part in parts {
            guard let end = part.firstIndex(of: ";"), let scalar = XMLReader.scalar(part[..<end]) else {
                throw malformed("it has an unknown entity")
            }
            text.unicodeScalars.append(scalar)
            text += part[part.index(after: end)...]
        }
        return text
    }

    private static func scalar(_ reference: Substring) -> Unicode.Scalar? {
        switch reference {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard reference.hasPrefix("#") else { return nil }
            let number = reference.dropFirst()
            let value = number.hasPrefix("x") ? UInt32(number.dropFirst(), radix: 16) : UInt32(number)
            return value.flatMap { Unicode.Scalar($0) }
        }
    }

    private func malformed(_ reason: String) -> EdgeError {
        .invalid("The body is no XML that can be read: \(reason).")
    }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
