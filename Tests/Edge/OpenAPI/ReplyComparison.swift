import Yams

@testable import Edge

struct ReplyComparison {
    let call: RoutedCall
    let operation: APIOperation

    /// The differences, as sentences with the remedy; empty if document and route agree.
    func differences() async throws -> [String] {
        var bodies: [Any] = []
        var statuses: Set<Int> = []
        for services in call.replies() {
            guard case .answered(let status, let body, _) = try await call.ask(example, services) else {
                return ["the route refuses the example of the document"]
            }
            statuses.insert(status)
            // YAML 1.2 is a superset of JSON, and its reader distinguishes numbers and truth values.
            if !body.isEmpty, let body = try Yams.load(yaml: body) { bodies.append(body) }
        }
        var differences: [String] = []
        let documented = operation.statuses.filter { 200..<300 ~= $0 }
        if documented != statuses {
            differences.append(
                "success is \(documented.sorted()) in the document, and the route answers \(statuses.sorted())")
        }
        let described = operation.successes.filter { $0.mediaType == "application/json" }
        if described.isEmpty != bodies.isEmpty { differences.append("only one of both has a body in the answer") }
        for body in described { differences += compare(body, bodies) }
        return differences + (try await unansweredStatuses()) + (try await credentialDifferences())
    }

    private var example: String? {
        let example = operation.requests.first { $0.mediaType == "application/json" }?.examples.first
        guard var body = example as? [String: Any] else { return nil }
        body.merge(call.callersOwn) { $1 }
        return (try? JSONSerialization.data(withJSONObject: body)).map { String(decoding: $0, as: UTF8.self) }
    }

    // MARK: Bodies

    private func compare(_ described: APIOperation.Body, _ bodies: [Any]) -> [String] {
        let schemas = operation.schemas
        var found = Set<String>()
        for body in bodies {
            found.formUnion(
                schemas.mismatches(body, described.schema, at: "").map { "what is written is not as described: \($0)" })
            found.formUnion(unlisted(body, described.schema).map { "\($0) is written: add it to the document" })
        }
        let whole = schemas.fullInstance(described.schema, like: described.examples.first)
        for place in schemas.places(described.schema, in: whole) {
            let values = bodies.flatMap { Self.values(of: place.way[...], in: $0) }
            let written = values.compactMap { $0 }
            guard !written.isEmpty else {
                found.insert("\(place.description) is never written: take it out of the document")
                continue
            }
            if !place.isRequired, written.count == values.count {
                found.insert("\(place.description) is always written: add it to `required` in the document")
            }
            let kinds = Set(written.map(Self.kind))
            let missing = schemas.types(place.schema).subtracting(kinds)
                .subtracting(kinds.contains("integer") ? ["number"] : [])
            for kind in missing.sorted() {
                found.insert("\(place.description) is never of the kind \(kind): take it out of the document")
            }
            let words = Set(written.compactMap { $0 as? String })
            if let allowed = schemas.words(place.schema), allowed != words {
                found.insert("\(place.description) is one of \(words.sorted()), and of \(allowed.sorted()) there")
            }
        }
        return found.sorted()
    }

    /// The values at a path, in all elements of the lists on the way; nil for a member that its object lacks.
    private static func values(of way: ArraySlice<SchemaStep>, in whole: Any) -> [Any?] {
        guard let step = way.first else { return [whole] }
        switch step {
        case .member(let name):
            guard let object = whole as? [String: Any] else { return [] }
            guard let member = object[name] else { return way.count == 1 ? [nil] : [] }
            return values(of: way.dropFirst(), in: member)
        case .element: return (whole as? [Any] ?? []).flatMap { values(of: way.dropFirst(), in: $0) }
        }
    }

    private static func kind(_ value: Any) -> String {
        switch value {
        case is NSNull: "null"
        case is Bool: "boolean"
        case is Int: "integer"
        case is Double: "number"
        case is String: "string"
        default: value is [Any] ? "array" : "object"
        }
    }

    private func unlisted(_ value: Any, _ schema: Any?, _ way: String = "") -> [String] {
        let flat = operation.schemas.flattened(schema)
        if let array = value as? [Any] { return array.flatMap { unlisted($0, flat["items"], way + "[0]") } }
        guard let object = value as? [String: Any], let listed = flat["properties"] as? [String: Any] else { return [] }
        return object.flatMap { name, member in
            listed[name].map { unlisted(member, $0, "\(way).\(name)") } ?? ["\(way).\(name)"]
        }
    }

    // MARK: Statuses and credentials

    /// No refusal of a service, no foreign page, no other project or session; other tests check that every status is listed.
    private func unansweredStatuses() async throws -> [String] {
        var statuses: Set<Int> = []
        for code in ErrorCode.allCases {
            let services = ScriptedServices.refusing(ServiceError(code, "text"))
            if call.isAppwrite { services.recognisePeople(by: .appwrite) }
            statuses.insert(try await call.ask(example, services).status)
        }
        statuses.insert(try await call.ask(example, call.services(), as: RoutedCall.Credential.none).status)
        statuses.insert(try await call.ask(example, call.services(), as: .cookie).status)
        if call.isAppwrite {
            for change in [{ $0.origin = "https://evil.example" }, { $0.appwriteProject = "another" }]
                as [(inout RequestHeaders) -> Void]
            { statuses.insert(try await call.ask(example, call.services(), changing: change).status) }
        }
        if call.method == "GET" { statuses.insert(304) }
        return operation.statuses.subtracting(statuses).sorted().map {
            "the document lists \($0), which is never answered: take it out"
        }
    }

    /// Each credential alone opens the call if the document names it, or names none.
    private func credentialDifferences() async throws -> [String] {
        guard call.isAppwrite, call.credential != .none else {
            return operation.credentials.isEmpty ? [] : ["the call is for anybody: take `security` out of the document"]
        }
        var differences: [String] = []
        for credential in RoutedCall.Credential.allCases {
            let isOpen = try await call.ask(example, call.services(), as: credential).status < 300
            if isOpen != operation.credentials.contains(credential.rawValue) {
                differences.append("`security` and the route differ in \(credential.rawValue): mend one of them")
            }
        }
        return differences
    }
}
