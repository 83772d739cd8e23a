import Yams

struct BodyType: Sendable {
    struct Reading {
        let value: Any
        let text: String
    }

    let name: String
    let mediaType: String
    /// The limits of members' texts in bytes, if the type has any.
    let bounds: [String: ClosedRange<Int>]
    private let read: @Sendable (_ text: String, _ isLenient: Bool) throws -> Reading

    init<Body: JSONConvertible>(_ type: Body.Type) {
        name = "\(type)"
        mediaType = type is any OAuthFormRequest.Type ? "application/x-www-form-urlencoded" : "application/json"
        bounds = (type as? any JSONBounded.Type).map { Self.bounds(of: $0) } ?? [:]
        read = { text, isLenient in
            let bytes = Array(text.utf8)
            let body = isLenient ? try Body(lenient: JSONDocument(bytes).root) : try Body(jsonText: bytes)
            return Reading(value: body, text: String(decoding: body.json.bytes, as: UTF8.self))
        }
    }

    init<Element: JSONConvertible>(listOf type: Element.Type) {
        name = "[\(type)]"
        mediaType = "application/json"
        bounds = [:]
        read = { text, _ in
            let elements = try [Element](jsonText: Array(text.utf8))
            let written = elements.map { String(decoding: $0.json.bytes, as: UTF8.self) }.joined(separator: ",")
            return Reading(value: elements, text: "[\(written)]")
        }
    }

    /// - Parameter leniently: Whether to read like the server, not like a client.
    func reading(_ value: Any, leniently: Bool) throws -> Reading {
        let json = try JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
        return try read(String(decoding: json, as: UTF8.self), leniently)
    }

    /// Those of the `OpenWord` that returns an inserted word. Nil if the type accepts any text.
    func words(of value: Any) -> Set<String>? {
        do { return Self.words(in: try reading(value, leniently: false).value) } catch {
            // A word that is only sent is a closed enum, whose error lists the others.
            guard case .refused(_, let words)? = (error as? JSONShapeError)?.problem, !words.isEmpty else { return nil }
            return Set(words)
        }
    }

    /// A word in no body.
    static let unknownWord = "a-word-that-no-body-has"

    private static func words(in value: Any) -> Set<String>? {
        if let word = value as? any OpenWord { return word.rawValue == unknownWord ? allWords(like: word) : nil }
        return Mirror(reflecting: value).children.lazy.compactMap { words(in: $0.value) }.first
    }

    private static func allWords<Word: OpenWord>(like word: Word) -> Set<String> { Set(Word.allCases.map(\.word)) }

    private static func bounds<Body: JSONBounded>(of type: Body.Type) -> [String: ClosedRange<Int>] {
        Dictionary(type.bounds.map { ($0.name, $0.lengths) }) { $1 }
    }

    /// The stored members of a body that are nil, at any depth.
    static func absentMembers(of value: Any, _ way: String = "") -> Set<String> {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { absentMembers(of: $0.value, way) } ?? [way]
        case .collection: return mirror.children.first.map { absentMembers(of: $0.value, way + "[0]") } ?? []
        case .struct where isOurs(mirror.subjectType):
            return mirror.children.reduce(into: []) { found, child in
                found.formUnion(absentMembers(of: child.value, way + step(child.label ?? "")))
            }
        default: return []
        }
    }

    /// The name of a member on its path; a member's wrapper has no name of its own.
    private static func step(_ label: String) -> String {
        label == "wrappedValue" ? "" : ".\(label.trimmingPrefix("_"))"
    }

    private static func isOurs(_ type: Any.Type) -> Bool {
        let name = String(reflecting: type)
        return ["BaliseAPI.", "BaliseJSON.", "BaliseValues.", "Models.", "OperatorAPI."].contains { name.hasPrefix($0) }
    }
}
