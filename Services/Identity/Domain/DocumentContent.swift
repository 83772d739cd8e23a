import Foundation
import Models

/// The members of a JSON object (RFC 8259) with their original characters: a merge leaves unchanged members as written.
struct DocumentContent: Sendable {
    /// The longest document in bytes of UTF-8.
    static let maximumBytes = 16 * 1024
    /// The maximum depth of arrays and objects, including the document itself.
    static let maximumDepth = 32

    private struct Member {
        var name: [UInt8]
        var value: [UInt8]
    }

    private var members: [Member] = []
    /// The index of each unescaped name. Names are compared as bytes, because Swift equates some texts.
    private var places: [[UInt8]: Int] = [:]

    /// Reads a JSON object. Of equal names, the last is valid. Throws `invalidRequest` or `payloadTooLarge`.
    init(_ json: String) throws(ServiceError) {
        let bytes = Array(json.utf8)
        guard bytes.count <= DocumentContent.maximumBytes else { throw Refusal.documentTooLarge.answer }
        var scanner = MemberScanner(bytes)
        let outline = scanner.outline()
        guard outline.depth <= DocumentContent.maximumDepth else {
            throw ServiceError(
                .invalidRequest, "a document is nested at most \(DocumentContent.maximumDepth) levels deep")
        }
        // Foundation accepts a comma after the last member or element, but JSON does not.
        guard !outline.hasIdleComma, DocumentContent.isObject(bytes) else {
            throw ServiceError(.invalidRequest, "a document is a JSON object")
        }
        self.init(stored: json)
    }

    /// Reads an object that was checked before.
    init(stored json: String) {
        var scanner = MemberScanner(Array(json.utf8))
        while let (name, value) = scanner.next() { set(name, value) }
    }

    var json: String {
        let texts = members.map { $0.name + [UInt8(ascii: ":")] + $0.value }
        return "{" + String(decoding: Array(texts.joined(separator: [UInt8(ascii: ",")])), as: UTF8.self) + "}"
    }

    /// Merges a change. Its members replace those of equal names; `null` is a value. Throws `documentTooLarge`.
    func merging(_ change: DocumentContent) throws(Refusal) -> DocumentContent {
        var merged = self
        for member in change.members { merged.set(member.name, member.value) }
        guard merged.json.utf8.count <= DocumentContent.maximumBytes else { throw .documentTooLarge }
        return merged
    }

    private mutating func set(_ name: [UInt8], _ value: [UInt8]) {
        let key = DocumentContent.unescaped(name)
        if let place = places[key] {
            members[place].value = value
        } else {
            places[key] = members.count
            members.append(Member(name: name, value: value))
        }
    }

    /// Returns the text of a JSON string as UTF-8. `literal` has the quotes and escape sequences.
    private static func unescaped(_ literal: [UInt8]) -> [UInt8] {
        guard literal.contains(UInt8(ascii: "\\")) else { return Array(literal.dropFirst().dropLast()) }
        let text = try? JSONSerialization.jsonObject(with: Data(literal), options: .fragmentsAllowed) as? String
        return text.map { Array($0.utf8) } ?? literal
    }

    private static func isObject(_ bytes: [UInt8]) -> Bool {
        // No JSON text contains a byte 0, and Foundation would read such text as UTF-16.
        guard bytes.first(where: { !MemberScanner.isSpace($0) }) == UInt8(ascii: "{"), !bytes.contains(0) else {
            return false
        }
        return (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil
    }
}

/// Finds the members of a JSON object. The grammar must have been checked before; otherwise the result is meaningless.
private struct MemberScanner {
    private let bytes: [UInt8]
    private var position: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.firstIndex(of: UInt8(ascii: "{")).map { $0 + 1 } ?? bytes.count
    }

    mutating func next() -> (name: [UInt8], value: [UInt8])? {
        guard let start = bytes[position...].firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        position = start
        skipString()
        let name = bytes[start..<position]
        guard let colon = bytes[position...].firstIndex(of: UInt8(ascii: ":")) else { return nil }
        position = colon + 1
        skipValue()
        var value = bytes[(colon + 1)..<position].drop { MemberScanner.isSpace($0) }
        while let last = value.last, MemberScanner.isSpace(last) { value.removeLast() }
        return (Array(name), Array(value))
    }

    /// Returns the maximum depth of arrays and objects, and whether an array or object ends in a comma.
    mutating func outline() -> (depth: Int, hasIdleComma: Bool) {
        var depth = 0
        var deepest = 0
        var followsComma = false
        position = 0
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                skipString()
                followsComma = false
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if followsComma { return (deepest, true) }
                depth -= 1
            default: break
            }
            if !MemberScanner.isSpace(byte) { followsComma = byte == UInt8(ascii: ",") }
            position += 1
        }
        return (deepest, false)
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    private mutating func skipString() {
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position + 1, bytes.count)
    }

    private mutating func skipValue() {
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                skipString()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return }
                depth -= 1
            case UInt8(ascii: ","): if depth == 0 { return }
            default: break
            }
            position += 1
        }
    }
}

enum DocumentRules {
    /// Returns the new content. `present` is nil for a new document. Throws `documentExists`, `unknownDocument`,
    /// `documentTooLarge`.
    static func content(
        after change: DocumentContent, _ mode: WriteDocument.Mode, of present: DocumentContent?
    ) throws(Refusal) -> DocumentContent {
        switch mode {
        case .create:
            guard present == nil else { throw .documentExists }
            return change
        case .merge:
            guard let present else { throw .unknownDocument }
            return try present.merging(change)
        case .replace:
            return change
        }
    }
}
