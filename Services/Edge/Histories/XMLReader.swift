/// Reads an XML document in UTF-8 in one pass, and makes texts only of the parts that its user asks for. A document
/// type is refused, so no entity can grow or be fetched. Foundation's parser is not used, because it would link libxml2
/// into the program for this single format.
struct XMLReader {
    enum Event {
        /// The range of an element's name, without its prefix.
        case start(Range<Int>)
        /// The range of a text. `isSection` marks a CDATA section, which contains no references such as `&amp;`.
        case text(Range<Int>, isSection: Bool)
        case end
    }

    static let maximumDepth = 64
    /// The most elements, attributes, comments, sections and instructions together: 20,000 track points with 13 parts
    /// each have 260,000. Without a limit a small compressed body would need seconds.
    static let maximumParts = 300_000
    /// The most bytes of a text that the user of the reader asks for.
    static let maximumTextBytes = 1024

    private let bytes: [UInt8]
    private var position = 0
    private var parts = 0
    /// The ranges of the names of the open elements, with their prefixes.
    private var open: [Range<Int>] = []
    /// The attributes of the element that began last.
    private var attributes: [(name: Range<Int>, value: Range<Int>)] = []
    private var hasRoot = false
    private var isEmptyElement = false

    init(_ document: [UInt8]) {
        bytes = document
        if starts(with: "\u{FEFF}") { position = 3 }
    }

    /// Returns the next event; nil after the end of the root element.
    mutating func next() throws(EdgeError) -> Event? {
        if isEmptyElement {
            isEmptyElement = false
            open.removeLast()
            return .end
        }
        while position < bytes.count {
            if bytes[position] != UInt8(ascii: "<") {
                let text = take { $0 != UInt8(ascii: "<") }
                if !open.isEmpty { return .text(text, isSection: false) }
                guard bytes[text].allSatisfy(isBlank) else {
                    throw malformed("text stands outside of the root element")
                }
                continue
            }
            if starts(with: "</") { return try endTag() }
            try countPart()
            if starts(with: "<!--") {
                _ = try take(through: "-->")
            } else if starts(with: "<?") {
                let instruction = try take(through: "?>")
                // The XML declaration can only be the first part.
                if parts == 1 { try checkEncoding(instruction) }
            } else if starts(with: "<![CDATA[") {
                guard !open.isEmpty else { throw malformed("text stands outside of the root element") }
                let section = try take(through: "]]>")
                return .text(section.lowerBound + 9..<section.upperBound - 3, isSection: true)
            } else if starts(with: "<!") {
                throw malformed("a document type is not accepted")
            } else {
                return try startTag()
            }
        }
        guard hasRoot, open.isEmpty else { throw malformed("the document is not complete") }
        return nil
    }

    func holds(_ text: String, at place: Range<Int>) -> Bool {
        place.count == text.utf8.count && bytes[place].elementsEqual(text.utf8)
    }

    /// Returns the value of an attribute of the element that began last.
    func attribute(_ name: String) throws(EdgeError) -> String? {
        guard let found = attributes.first(where: { holds(name, at: $0.name) }) else { return nil }
        return try text(at: found.value)
    }

    func text(at place: Range<Int>, isSection: Bool = false) throws(EdgeError) -> String {
        guard place.count <= XMLReader.maximumTextBytes else {
            throw malformed("a value has more than \(XMLReader.maximumTextBytes) bytes")
        }
        guard let text = String(validating: bytes[place], as: UTF8.self) else { throw malformed("it is not UTF-8") }
        return isSection ? text : try unescaped(text)
    }

    private mutating func countPart() throws(EdgeError) {
        parts += 1
        guard parts <= XMLReader.maximumParts else {
            throw .invalid("The body has more than \(XMLReader.maximumParts) elements and attributes; split it.")
        }
    }

    private mutating func endTag() throws(EdgeError) -> Event {
        position += 2
        let name = try self.name()
        skipBlanks()
        guard takes(">"), let last = open.popLast(), bytes[last].elementsEqual(bytes[name]) else {
            throw malformed("the end of an element is misplaced")
        }
        return .end
    }

    private mutating func startTag() throws(EdgeError) -> Event {
        position += 1
        let name = try self.name()
        attributes.removeAll(keepingCapacity: true)
        while true {
            skipBlanks()
            if takes(">") { break }
            if takes("/>") {
                isEmptyElement = true
                break
            }
            try countPart()
            let attribute = try self.name()
            skipBlanks()
            guard takes("=") else { throw malformed("an attribute has no value") }
            skipBlanks()
            let quote: UInt8 = position < bytes.count ? bytes[position] : 0
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                throw malformed("the value of an attribute is not quoted")
            }
            position += 1
            let value = take { $0 != quote && $0 != UInt8(ascii: "<") }
            guard position < bytes.count, bytes[position] == quote else {
                throw malformed("the value of an attribute does not end")
            }
            position += 1
            attributes.append((attribute, value))
        }
        guard open.count < XMLReader.maximumDepth else { throw malformed("its elements are nested too deep") }
        guard !open.isEmpty || !hasRoot else { throw malformed("it has two root elements") }
        hasRoot = true
        open.append(name)
        let colon = bytes[name].lastIndex(of: UInt8(ascii: ":"))
        return .start((colon.map { $0 + 1 } ?? name.lowerBound)..<name.upperBound)
    }

    private mutating func name() throws(EdgeError) -> Range<Int> {
        let name = take(isOfName)
        guard !name.isEmpty else { throw malformed("a name is missing") }
        return name
    }

    private mutating func skipBlanks() { _ = take(isBlank) }

    private mutating func take(_ belongs: (UInt8) -> Bool) -> Range<Int> {
        let start = position
        while position < bytes.count, belongs(bytes[position]) { position += 1 }
        return start..<position
    }

    private mutating func take(through end: StaticString) throws(EdgeError) -> Range<Int> {
        let start = position
        while position < bytes.count {
            if takes(end) { return start..<position }
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
        let count = text.utf8CodeUnitCount
        guard bytes.count - position >= count else { return false }
        for index in 0..<count where bytes[position + index] != text.utf8Start[index] { return false }
        return true
    }

    private func checkEncoding(_ instruction: Range<Int>) throws(EdgeError) {
        let text = try self.text(at: instruction, isSection: true).lowercased()
        guard text.hasPrefix("<?xml "), let stated = text.firstRange(of: "encoding") else { return }
        let rest = text[stated.upperBound...]
        guard rest.contains("utf-8") || rest.contains("us-ascii") else {
            throw malformed("its encoding must be UTF-8")
        }
    }

    private func unescaped(_ text: String) throws(EdgeError) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var parts = text.split(separator: "&", omittingEmptySubsequences: false)[...]
        var plain = parts.popFirst().map(String.init) ?? ""
        for part in parts {
            guard let end = part.firstIndex(of: ";"), let scalar = XMLReader.scalar(part[..<end]) else {
                throw malformed("it has an unknown entity")
            }
            plain.unicodeScalars.append(scalar)
            plain += part[part.index(after: end)...]
        }
        return plain
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

private func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "\""),
        UInt8(ascii: "'"), UInt8(ascii: "&"):
        false
    default: !isBlank(byte)
    }
}
