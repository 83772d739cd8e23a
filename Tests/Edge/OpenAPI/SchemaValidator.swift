struct SchemaValidator {
    let root: [String: Any]

    func resolve(_ node: Any?) -> [String: Any]? {
        guard let node = node as? [String: Any] else { return nil }
        guard let reference = node["$ref"] as? String else { return node }
        var target: Any? = root
        for part in reference.dropFirst(2).split(separator: "/") { target = (target as? [String: Any])?[String(part)] }
        return resolve(target)
    }

    func mismatches(_ value: Any, _ node: Any?, at place: String) -> [String] {
        guard let schema = node as? [String: Any] else { return ["\(place): no schema"] }
        var problems: [String] = []
        // Since OpenAPI 3.1, keywords beside a `$ref` are valid.
        if schema["$ref"] != nil { problems += mismatches(value, resolve(schema), at: place) }
        for part in schema["allOf"] as? [Any] ?? [] { problems += mismatches(value, part, at: place) }
        for (keyword, only) in [("anyOf", false), ("oneOf", true)] {
            guard let parts = schema[keyword] as? [Any] else { continue }
            let fitting = parts.filter { mismatches(value, $0, at: place).isEmpty }.count
            if fitting == 0 || (only && fitting > 1) { problems.append("\(place): fits \(fitting) of \(keyword)") }
        }
        if let constant = schema["const"], "\(constant)" != "\(value)" { problems.append("\(place): not \(constant)") }
        if let choices = schema["enum"] as? [Any], !choices.contains(where: { "\($0)" == "\(value)" }) {
            problems.append("\(place): \(value) is none of \(choices)")
        }
        let types = (schema["type"] as? [String]) ?? (schema["type"] as? String).map { [$0] }
        if let types, !types.contains(where: { isOf(type: $0, value) }) {
            problems.append("\(place): \(value) is none of \(types)")
        }
        if let text = value as? String { problems += mismatches(ofText: text, schema, at: place) }
        if let number = Self.number(value) {
            if let least = Self.number(schema["minimum"]), number < least { problems.append("\(place): too small") }
            if let most = Self.number(schema["maximum"]), number > most { problems.append("\(place): too great") }
        }
        if let object = value as? [String: Any] { problems += mismatches(ofObject: object, schema, at: place) }
        if let array = value as? [Any] {
            for (position, element) in array.enumerated() where schema["items"] != nil {
                problems += mismatches(element, schema["items"], at: "\(place)[\(position)]")
            }
            if let least = schema["minItems"] as? Int, array.count < least { problems.append("\(place): too short") }
            if let most = schema["maxItems"] as? Int, array.count > most { problems.append("\(place): too long") }
        }
        return problems
    }

    private func mismatches(ofText text: String, _ schema: [String: Any], at place: String) -> [String] {
        var problems: [String] = []
        if let pattern = schema["pattern"] as? String, text.range(of: pattern, options: .regularExpression) == nil {
            problems.append("\(place): \(text) is not like \(pattern)")
        }
        if schema["format"] as? String == "date-time", RFC3339.milliseconds(of: text) == nil {
            problems.append("\(place): \(text) is no moment with an offset")
        }
        let length = text.unicodeScalars.count
        if let least = schema["minLength"] as? Int, length < least { problems.append("\(place): too short") }
        if let most = schema["maxLength"] as? Int, length > most { problems.append("\(place): too long") }
        return problems
    }

    private func mismatches(ofObject object: [String: Any], _ schema: [String: Any], at place: String) -> [String] {
        let properties = schema["properties"] as? [String: Any] ?? [:]
        var problems = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }.map { "\(place): no \($0)" }
        for (name, member) in object {
            if let property = properties[name] {
                problems += mismatches(member, property, at: "\(place).\(name)")
            } else if schema["additionalProperties"] as? Bool == false {
                problems.append("\(place): \(name) is not listed")
            }
        }
        return problems
    }

    private func isOf(type: String, _ value: Any) -> Bool {
        switch type {
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "null": value is NSNull
        case "boolean": value is Bool
        case "number": value is Int || value is Double
        case "integer": value is Int
        default: false
        }
    }

    private static func number(_ value: Any?) -> Double? {
        if let whole = value as? Int { return Double(whole) }
        return value as? Double
    }
}
