struct Trial {
    let name: String
    /// Nil to leave the member out.
    let value: Any?
    /// Whether the document allows it; nil if the body must be validated.
    var isAllowed: Bool?

    static let text = "a-text-that-no-body-has"

    static func all(_ place: SchemaPlace, _ schemas: SchemaValidator, from usual: Any?) -> [Trial] {
        let schema = schemas.flattened(place.schema)
        let choices = (schema["anyOf"] as? [Any] ?? []).map(schemas.flattened)
        return kinds + ([schema] + choices).flatMap { bounds($0, usual) }
    }

    private static var kinds: [Trial] {
        var kinds = [
            Trial(name: "missing", value: nil), Trial(name: "null", value: NSNull()),
            Trial(name: "an object", value: [String: Any]()), Trial(name: "an array", value: [Any]()),
            Trial(name: "a truth value", value: true), Trial(name: "a fraction", value: 1.5),
        ]
        for number in [0, 1, -1] { kinds.append(Trial(name: "the number \(number)", value: number)) }
        for text in ["", text, ":", "a text with \u{0}", "7"] {
            kinds.append(Trial(name: "the text \"\(text)\"", value: text))
        }
        return kinds + [Trial(name: "a text of 5000 characters", value: String(repeating: "x", count: 5000))]
    }

    private static func bounds(_ schema: [String: Any], _ usual: Any?) -> [Trial] {
        let usualText = usual as? String ?? ""
        let texts = around(schema["minLength"], schema["maxLength"]).map { length in
            let text = usualText + String(repeating: "x", count: max(0, length - usualText.count))
            return Trial(name: "a text of \(length) characters", value: String(text.prefix(length)))
        }
        let numbers = around(schema["minimum"], schema["maximum"], orLess: true).map {
            Trial(name: "the number \($0)", value: $0)
        }
        guard let element = (usual as? [Any])?.first else { return texts + numbers }
        let (least, most) = (schema["minItems"] as? Int ?? 0, schema["maxItems"] as? Int ?? Int.max)
        // Long lists are slow to read, and valid ones beside a limit show nothing more.
        let lists = around(schema["minItems"], schema["maxItems"]).filter { $0 < 2 || $0 >= most }.map { count in
            Trial(
                name: "a list of \(count)", value: [Any](repeating: element, count: count),
                isAllowed: least <= count && count <= most)
        }
        return texts + numbers + lists
    }

    /// - Parameter orLess: Whether negative numbers are possible.
    private static func around(_ least: Any?, _ most: Any?, orLess: Bool = false) -> [Int] {
        let bounds = [least as? Int, most as? Int].compactMap { $0 }
        return bounds.flatMap { [$0 - 1, $0, $0 + 1] }.filter { orLess || $0 >= 0 }
    }
}

/// Routes name their members with literals, so each of these is among the source's words.
enum SourceWords {
    private static let found = [false: Result { try words(in: "Miataru") }, true: Result { try words(in: "Appwrite") }]

    static func all(ofAppwrite isAppwrite: Bool) throws -> [String] { try found[isAppwrite]?.get() ?? [] }

    private static func words(in folder: String) throws -> [String] {
        let edge = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Services/Edge")
        let folder = edge.appending(path: folder)
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
        let sources = try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }
        let words = sources.flatMap { $0.matches(of: /"([$A-Za-z][A-Za-z0-9_]*)"/).map { String($0.1) } }
        guard words.count > 50 else { throw CocoaError(.fileReadNoSuchFile) }
        return Set(words).sorted()
    }
}
