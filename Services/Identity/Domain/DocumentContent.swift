// What apps keep with an account: JSON objects, read no further than their members.

import Foundation
import Models

/// The members of a JSON object (RFC 8259), each in the characters in which it came.
///
/// What a merge does not touch stays as it is: no number changes its form or loses digits on its way.
struct DocumentContent: Sendable {
    /// The most bytes of UTF-8 that a document may have.
    static let maximumBytes = 16 * 1024
    /// How deep arrays and objects may be nested, the document itself included.
    static let maximumDepth = 32

    private struct Member {
        /// The name with its quotes.
        var name: [UInt8]
        var value: [UInt8]
    }

    private var members: [Member] = []
    /// Where a name stands, its escape sequences replaced. Bytes, since texts that Swift takes for equal need not be.
    private var places: [[UInt8]: Int] = [:]

    /// An object as an app gives it. Of members with one name the last counts.
    ///
    /// - Throws: `invalidRequest` for what is no JSON object, `payloadTooLarge`.
    init(_ json: String) throws(ServiceError) {
        let bytes = Array(json.utf8)
        guard bytes.count <= DocumentContent.maximumBytes else { throw Refusal.documentTooLarge.answer }
        var scanner = MemberScanner(bytes)
        let outline = scanner.outline()
        guard outline.depth <= DocumentContent.maximumDepth else {
            throw ServiceError(
                .invalidRequest, "a document is nested at most \(DocumentContent.maximumDepth) levels deep")
        }
        // Foundation takes a comma behind the last member or element, which is no JSON.
        guard !outline.hasIdleComma, DocumentContent.isObject(bytes) else {
            throw ServiceError(.invalidRequest, "a document is a JSON object")
        }
        self.init(stored: json)
    }

    /// An object that is known to be one.
    init(stored json: String) {
        var scanner = MemberScanner(Array(json.utf8))
        while let (name, value) = scanner.next() { set(name, value) }
    }

    /// The object's text.
    var json: String {
        let texts = members.map { $0.name + [UInt8(ascii: ":")] + $0.value }
        return "{" + String(decoding: Array(texts.joined(separator: [UInt8(ascii: ",")])), as: UTF8.self) + "}"
    }

    /// This object with the members of `change` in the place of those of the same name, `null` among them.
    ///
    /// - Throws: `documentTooLarge`.
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

    /// The text of a JSON string with its quotes, in UTF-8.
    private static func unescaped(_ literal: [UInt8]) -> [UInt8] {
        guard literal.contains(UInt8(ascii: "\\")) else { return Array(literal.dropFirst().dropLast()) }
        let text = try? JSONSerialization.jsonObject(with: Data(literal), options: .fragmentsAllowed) as? String
        return text.map { Array($0.utf8) } ?? literal
    }

    private static func isObject(_ bytes: [UInt8]) -> Bool {
        // A byte of 0 is in no JSON text, and would let Foundation take the text for UTF-16.
        guard bytes.first(where: { !MemberScanner.isSpace($0) }) == UInt8(ascii: "{"), !bytes.contains(0) else {
            return false
        }
        return (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil
    }
}

/// Finds the members of a JSON object. It relies on the grammar having been checked, and reads nonsense in what is
/// none.
private struct MemberScanner {
    private let bytes: [UInt8]
    private var position: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.firstIndex(of: UInt8(ascii: "{")).map { $0 + 1 } ?? bytes.count
    }

    /// The next name with its quotes, and its value.
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

    /// How deep arrays and objects are nested anywhere in the text, and whether nothing follows a comma in one of them.
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

    /// From a quote to behind the one that closes it.
    private mutating func skipString() {
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position + 1, bytes.count)
    }

    /// To the comma or brace behind a value.
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
            case UInt8(ascii: ","):
                if depth == 0 { return }
            default: break
            }
            position += 1
        }
    }
}
