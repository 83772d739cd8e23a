// One operation of the API's document: its bodies with their schemas and examples.

/// One operation of the API's document.
struct APIOperation {
    /// A body as the document describes it, in one media type.
    struct Body {
        /// Where it stands, for a message.
        var place: String
        /// Of an answer.
        var status: String?
        var mediaType: String
        var schema: Any?
        var examples: [Any]
    }

    let method: String
    let path: String
    /// Those of the path, which every method of it has.
    let parameters: [Any]
    let content: [String: Any]
    let root: [String: Any]
    let schemas: SchemaValidator

    /// What generated clients call it.
    var id: String { content["operationId"] as? String ?? "\(method) \(path)" }

    /// The statuses that the call lists itself.
    var statuses: Set<Int> { Set((content["responses"] as? [String: Any] ?? [:]).keys.compactMap { Int($0) }) }

    /// The statuses that it shares with others: those that stand behind its `default`.
    var sharedStatuses: Set<Int> {
        let shared = schemas.resolve((content["responses"] as? [String: Any])?["default"])
        return Set((shared?["x-statuses"] as? [String: Any] ?? [:]).keys.compactMap { Int($0) })
    }

    /// The security schemes one of which has to be shown; none where nothing has to be.
    var credentials: Set<String> {
        let choices = (content["security"] ?? root["security"]) as? [[String: Any]] ?? []
        return choices.contains(where: \.isEmpty) ? [] : Set(choices.flatMap(\.keys))
    }

    /// The bodies that the call takes, one for each media type.
    var requests: [Body] { bodies(of: schemas.resolve(content["requestBody"]), "\(id) request") }

    /// The members of the bodies that the call takes, in whichever of their forms.
    var requestMembers: Set<String> {
        let forms = requests.flatMap { body in
            let schema = schemas.flattened(body.schema)
            return [schema] + (schema["anyOf"] as? [Any] ?? []).map(schemas.flattened)
        }
        return Set(forms.flatMap { ($0["properties"] as? [String: Any] ?? [:]).keys })
    }

    /// The bodies of the answers that a call may hope for, one for each status and media type.
    var successes: [Body] { responses { $0.hasPrefix("2") } }

    /// What stands for the errors that the call shares with others.
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
