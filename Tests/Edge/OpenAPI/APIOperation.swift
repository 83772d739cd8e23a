struct APIOperation {
    struct Body {
        var place: String
        var status: String?
        var mediaType: String
        var schema: Any?
        var examples: [Any]
    }

    let method: String
    let path: String
    let parameters: [Any]
    let content: [String: Any]
    let root: [String: Any]
    let schemas: SchemaValidator

    var id: String { content["operationId"] as? String ?? "\(method) \(path)" }

    var statuses: Set<Int> { Set((content["responses"] as? [String: Any] ?? [:]).keys.compactMap { Int($0) }) }

    /// The shared statuses, behind its `default`.
    var sharedStatuses: Set<Int> {
        let shared = schemas.resolve((content["responses"] as? [String: Any])?["default"])
        return Set((shared?["x-statuses"] as? [String: Any] ?? [:]).keys.compactMap { Int($0) })
    }

    /// The security schemes, one of them required; empty if none is.
    var credentials: Set<String> {
        let choices = (content["security"] ?? root["security"]) as? [[String: Any]] ?? []
        return choices.contains(where: \.isEmpty) ? [] : Set(choices.flatMap(\.keys))
    }

    var requests: [Body] { bodies(of: schemas.resolve(content["requestBody"]), "\(id) request") }

    var requestMembers: Set<String> {
        let forms = requests.flatMap { body in
            let schema = schemas.flattened(body.schema)
            return [schema] + (schema["anyOf"] as? [Any] ?? []).map(schemas.flattened)
        }
        return Set(forms.flatMap { ($0["properties"] as? [String: Any] ?? [:]).keys })
    }

    var successes: [Body] { responses { $0.hasPrefix("2") } }

    var sharedErrors: [Body] { responses { $0 == "default" } }

    private func responses(_ isWanted: (String) -> Bool) -> [Body] {
        let all = content["responses"] as? [String: Any] ?? [:]
        return all.filter { isWanted($0.key) }.flatMap { status, response in
            bodies(of: schemas.resolve(response), "\(id) \(status)", status)
        }
    }

    private func bodies(of holder: [String: Any]?, _ place: String, _ status: String? = nil) -> [Body] {
        (holder?["content"] as? [String: [String: Any]] ?? [:]).map { type, media in
            var examples = media["example"].map { [$0] } ?? []
            for example in (media["examples"] as? [String: Any] ?? [:]).values {
                if let value = schemas.resolve(example)?["value"] { examples.append(value) }
            }
            return Body(
                place: "\(place) (\(type))", status: status, mediaType: type, schema: media["schema"],
                examples: examples)
        }
    }
}
