enum SchemaStep: Hashable {
    case member(String)
    case element(Int)
}

struct SchemaPlace {
    let way: [SchemaStep]
    let schema: Any?
    let isRequired: Bool

    var description: String {
        way.map { step in
            switch step {
            case .member(let name): ".\(name)"
            case .element(let index): "[\(index)]"
            }
        }.joined()
    }
}

extension SchemaValidator {
    func flattened(_ node: Any?) -> [String: Any] {
        guard let schema = node as? [String: Any] else { return [:] }
        var parts = (schema["allOf"] as? [Any] ?? []).map(flattened)
        if schema["$ref"] != nil { parts.append(flattened(resolve(schema))) }
        var flat: [String: Any] = [:]
        for part in parts + [schema] {
            let required = (flat["required"] as? [String] ?? []) + (part["required"] as? [String] ?? [])
            let properties = flat["properties"] as? [String: Any] ?? [:]
            let more = part["properties"] as? [String: Any] ?? [:]
            flat.merge(part) { $1 }
            if !required.isEmpty { flat["required"] = required }
            if !properties.isEmpty || !more.isEmpty { flat["properties"] = properties.merging(more) { $1 } }
        }
        return flat
    }

    func types(_ node: Any?) -> Set<String> {
        let schema = flattened(node)
        if let one = schema["type"] as? String { return [one] }
        if let several = schema["type"] as? [String] { return Set(several) }
        for keyword in ["anyOf", "oneOf"] {
            if let parts = schema[keyword] as? [Any] { return Set(parts.flatMap { types($0) }) }
        }
        guard let value = schema["const"] ?? (schema["enum"] as? [Any])?.first else { return [] }
        return value is String ? ["string"] : value is Bool ? ["boolean"] : ["integer"]
    }

    /// A value with exactly the members that a schema names: the example's values, or others that fit.
    func fullInstance(_ node: Any?, like example: Any?) -> Any {
        let schema = flattened(node)
        let types = types(node)
        if let properties = schema["properties"] as? [String: Any] {
            let example = example as? [String: Any] ?? [:]
            return properties.reduce(into: [String: Any]()) { object, property in
                object[property.key] = fullInstance(property.value, like: example[property.key])
            }
        }
        if let items = schema["items"], schema["maxItems"] as? Int != 0 {
            let elements = example as? [Any] ?? []
            return (elements.isEmpty ? [nil] : elements.map { $0 }).map { fullInstance(items, like: $0) }
        }
        if let example = example as? [String: Any],
            let part = variants(of: schema).first(where: { flattened($0)["properties"] != nil })
        {
            return fullInstance(part, like: example)
        }
        if let example, !(example is NSNull) { return example }
        if let value = schema["const"] { return value }
        if let value = (schema["enum"] as? [Any])?.first(where: { !($0 is NSNull) }) { return value }
        for keyword in ["anyOf", "oneOf"] {
            // If one of several forms is a text, it is the usual one.
            let parts = (schema[keyword] as? [Any] ?? []).filter { self.types($0) != ["null"] }
            if let part = parts.first(where: { self.types($0).contains("string") }) ?? parts.first {
                return fullInstance(part, like: nil)
            }
        }
        if types.contains("string") { return Self.text(for: schema) }
        if types.contains("boolean"), !types.contains("number") { return true }
        if types.contains("integer") || types.contains("number") { return schema["minimum"] as? Int ?? 7 }
        if types.contains("array") { return [Any]() }
        return types.contains("object") ? [String: Any]() : "text"
    }

    /// The possible words of a text, from an enumeration or a pattern of words; nil for any text.
    func words(_ node: Any?) -> Set<String>? {
        let schema = flattened(node)
        let choices = schema["const"].map { [$0] } ?? schema["enum"] as? [Any]
        if let words = choices?.compactMap({ $0 as? String }), !words.isEmpty { return Set(words) }
        if let pattern = schema["pattern"] as? String, let match = pattern.wholeMatch(of: /\^\(?([A-Za-z_|\/-]+)\)?\$/)
        {
            return Set(match.1.split(separator: "|").map(String.init))
        }
        let known = variants(of: schema).compactMap { words($0) }
        return known.isEmpty ? nil : known.reduce(into: []) { $0.formUnion($1) }
    }

    private func variants(of schema: [String: Any]) -> [Any] { (schema["anyOf"] ?? schema["oneOf"]) as? [Any] ?? [] }

    /// Every member that a schema names, from the outside in, in a full instance.
    func places(_ node: Any?, in instance: Any, at way: [SchemaStep] = []) -> [SchemaPlace] {
        let schema = flattened(node)
        if let array = instance as? [Any] {
            return array.indices.prefix(1).flatMap { places(schema["items"], in: array[$0], at: way + [.element($0)]) }
        }
        guard let object = instance as? [String: Any] else { return [] }
        let required = schema["required"] as? [String] ?? []
        return (schema["properties"] as? [String: Any] ?? [:]).sorted { $0.key < $1.key }.flatMap { name, property in
            let place = SchemaPlace(way: way + [.member(name)], schema: property, isRequired: required.contains(name))
            return [place] + (object[name].map { places(property, in: $0, at: place.way) } ?? [])
        }
    }

    /// A default or an example is one of the words of a text whose words no pattern lists because their case is free.
    private static func text(for schema: [String: Any]) -> String {
        if let usual = (schema["default"] ?? (schema["examples"] as? [Any])?.first) as? String { return usual }
        let time = "2025-11-21T08:00:00Z"
        if schema["format"] as? String == "date-time" { return time }
        guard let pattern = schema["pattern"] as? String else { return "text" }
        let choices = pattern.replacing(/[^A-Za-z-]+/, with: " ").split(separator: " ").map(String.init)
        let candidates = [time, "text", "22:00", "2026-12-24T18:00", "+33612345678", "123456"] + choices
        return candidates.first { $0.range(of: pattern, options: .regularExpression) != nil } ?? "text"
    }
}
