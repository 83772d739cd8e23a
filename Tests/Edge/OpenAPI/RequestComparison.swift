struct RequestComparison {
    struct Form {
        let whole: Any
        let places: [SchemaPlace]
    }

    let call: RoutedCall
    private let caller: RoutedCaller
    let schemas: SchemaValidator
    let schema: Any?
    private let isNeeded: Bool
    private let forms: [Form]
    private let formExamples: [[String: Any]]

    init?(_ call: RoutedCall, _ operation: APIOperation) {
        guard let body = operation.requests.first(where: { $0.mediaType == "application/json" }) else { return nil }
        self.call = call
        caller = RoutedCaller(call, call.services())
        schemas = operation.schemas
        schema = body.schema
        isNeeded = schemas.resolve(operation.content["requestBody"])?["required"] as? Bool ?? false
        let schemas = operation.schemas
        forms = schemas.forms(body.schema).map { form in
            var whole = schemas.fullInstance(form, like: body.examples.first)
            for (name, own) in call.callersOwn { whole = replacing(whole, at: [.member(name)], by: own) ?? whole }
            return Form(whole: whole, places: schemas.places(form, in: whole))
        }
        formExamples = operation.requests.filter { $0.mediaType == "application/x-www-form-urlencoded" }
            .flatMap(\.examples).compactMap { $0 as? [String: Any] }
    }

    /// The differences, as sentences with the remedy; empty if document and route agree.
    func differences() async throws -> [String] {
        var found = Set<String>()
        var exceptions = Set<String>()
        if try await caller.takes(nil) == isNeeded {
            found.insert("the body is \(isNeeded ? "" : "not ")required in the document alone: mend one of them")
        }
        for example in formExamples where try await !takes(form: example) {
            found.insert("the route refuses the form \(example) of the document")
        }
        for form in forms {
            guard schemas.mismatches(form.whole, schema, at: "").isEmpty, try await caller.takes(form.whole) else {
                found.insert("\(form.whole) is not what both the document and the route take")
                continue
            }
            for place in form.places {
                for trial in Trial.all(place, schemas, from: value(place.way[...], in: form.whole)) {
                    let body = replacing(form.whole, at: place.way[...], by: trial.value)
                    let isAllowed = trial.isAllowed ?? schemas.mismatches(body ?? [:], schema, at: "").isEmpty
                    let isTaken = try await caller.takes(body)
                    if isAllowed == isTaken { continue }
                    let name = place.plainDescription
                    if (isTaken ? call.looser : call.stricter)[name] != nil {
                        exceptions.insert(name)
                    } else {
                        found.insert(
                            isTaken
                                ? "\(name) may be \(trial.name) for the route alone: allow it in the document"
                                : "\(name) may be \(trial.name) in the document alone: the route refuses it")
                    }
                }
                if try await !isHeeded(place, in: form) {
                    found.insert("\(place.plainDescription) is not read: take it out of the document")
                }
            }
            found.formUnion(try await unlistedMembers(of: form))
        }
        for name in Set(call.looser.keys).union(call.stricter.keys).subtracting(exceptions) {
            found.insert("\(name) needs no exception any more")
        }
        return found.sorted()
    }

    private func takes(form: [String: Any]) async throws -> Bool {
        let allowed = CharacterSet.alphanumerics
        let text = form.map { name, value in
            [name, "\(value)"].map { $0.addingPercentEncoding(withAllowedCharacters: allowed) ?? "" }
                .joined(separator: "=")
        }.joined(separator: "&")
        let outcome = try await caller.ask(text, contentType: "application/x-www-form-urlencoded")
        return outcome.status < 300
    }

    // MARK: Members that one side alone has

    /// Whether a member has any effect, in a body with all others or all but one of them.
    private func isHeeded(_ place: SchemaPlace, in form: Form) async throws -> Bool {
        for base in bases(around: place, in: form) {
            guard let with = value(place.way[...], in: form.whole) else { return true }
            var outcomes: [RoutedCall.Outcome] = []
            for other in [with, nil, Trial.text, 1, [String: Any]()] as [Any?] {
                outcomes.append(try await caller.ask(with: replacing(base, at: place.way[...], by: other)))
            }
            if outcomes.contains(where: { $0 != outcomes[0] }) { return true }
        }
        return false
    }

    private func bases(around place: SchemaPlace, in form: Form) -> [Any] {
        let parent = place.way.dropLast()
        let siblings = form.places.filter { $0.way.dropLast() == parent && $0.way != place.way }
        return [form.whole] + siblings.compactMap { replacing(form.whole, at: $0.way[...], by: nil) }
    }

    /// The members that the route reads but no schema names, among all words of its API's source.
    private func unlistedMembers(of form: Form) async throws -> [String] {
        let words = try SourceWords.all(ofAppwrite: call.isAppwrite)
        var found: Set<String> = []
        for object in objects(in: form) {
            let listed = object.schema["properties"] as? [String: Any] ?? [:]
            // Data of apps has its own members.
            if listed.isEmpty { continue }
            let isOpen = object.schema["additionalProperties"] as? Bool != false
            let with = adding(["a-member-that-no-body-has": Trial.text], at: object.way, in: form.whole)
            if try await caller.takes(with) != isOpen {
                found.insert("\(object.name) may have further members on one side alone: mend one of them")
            }
            if !isOpen { continue }
            let description = object.schema["description"] as? String ?? ""
            let others = words.filter { listed[$0] == nil && !description.contains("`\($0)`") }
            let members = form.places.filter { Array($0.way.dropLast()) == object.way }
            for base in [form.whole] + members.compactMap({ replacing(form.whole, at: $0.way[...], by: nil) }) {
                let without = try await caller.ask(with: base)
                for value in [Trial.text, 1, [String: Any]()] as [Any] {
                    func outcome(_ words: [String]) async throws -> RoutedCall.Outcome {
                        let more = Dictionary(uniqueKeysWithValues: words.map { ($0, value) })
                        return try await caller.ask(with: adding(more, at: object.way, in: base))
                    }
                    if try await outcome(others) == without { continue }
                    for word in others where try await outcome([word]) != without {
                        found.insert("\(object.name).\(word) is read: add it to the document")
                    }
                }
            }
        }
        return found.sorted()
    }

    private func objects(in form: Form) -> [(way: [SchemaStep], schema: [String: Any], name: String)] {
        let root = (way: [SchemaStep](), schema: schemas.flattened(schema), name: "")
        return [root]
            + form.places.compactMap { place in
                guard var inner = value(place.way[...], in: form.whole) else { return nil }
                var (way, node) = (place.way, schemas.flattened(place.schema))
                if let first = (inner as? [Any])?.first {
                    (inner, way, node) = (first, way + [.element(0)], schemas.flattened(node["items"]))
                }
                return inner is [String: Any] ? (way, node, place.plainDescription) : nil
            }
    }

    private func adding(_ members: [String: Any], at way: [SchemaStep], in whole: Any) -> Any {
        guard let object = value(way[...], in: whole) as? [String: Any] else { return whole }
        return replacing(whole, at: way[...], by: object.merging(members) { $1 }) ?? whole
    }
}

extension SchemaPlace {
    /// The place in any form of the body: an element of a list is named like a single one.
    var plainDescription: String { description.replacing("[0]", with: "") }
}

extension SchemaValidator {
    func forms(_ node: Any?) -> [[String: Any]] {
        let schema = flattened(node)
        let properties = schema["properties"] as? [String: Any] ?? [:]
        for (name, property) in properties {
            guard let parts = flattened(property)["oneOf"] as? [Any] else { continue }
            return parts.flatMap { part in
                var form = schema
                form["properties"] = properties.merging([name: part]) { $1 }
                return forms(form)
            }
        }
        return [schema]
    }
}
