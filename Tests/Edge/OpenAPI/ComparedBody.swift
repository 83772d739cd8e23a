/// If several calls share a type, it is compared with their common members: a member of only some bodies is optional.
struct ComparedBody: Sendable, CustomTestStringConvertible {
    let type: BodyType
    let isRequest: Bool
    private(set) var calls: [ComparedCall]

    static let all: [ComparedBody] = {
        var all: [ComparedBody] = []
        for call in ComparedCall.all {
            let types: [(BodyType?, Bool)] = [(call.request, true), (call.reply, false)]
            for (type, isRequest) in types {
                guard let type else { continue }
                if let known = all.firstIndex(where: { $0.type.name == type.name && $0.isRequest == isRequest }) {
                    all[known].calls.append(call)
                } else {
                    all.append(ComparedBody(type: type, isRequest: isRequest, calls: [call]))
                }
            }
        }
        return all
    }()

    var testDescription: String {
        "\(type.name), \(isRequest ? "request" : "reply") of \(calls.map(\.testDescription).joined(separator: ", "))"
    }

    /// The differences, as sentences with the remedy; empty if document and type agree.
    func differences(_ document: APIDocument) -> [String] {
        var probes: [BodyProbe] = []
        var differences: [String] = []
        for call in calls {
            guard let operation = document.operation(call.testDescription) else {
                differences.append("the document has no \(call.testDescription)")
                continue
            }
            let bodies = (isRequest ? operation.requests : operation.successes).filter { body in
                let isOfCall = body.status.flatMap { Int($0) }.map(call.bodyStatuses.contains) ?? true
                return isOfCall && body.mediaType == type.mediaType
            }
            if bodies.isEmpty { differences.append("the document has no such body of \(call.testDescription)") }
            probes += bodies.map { BodyProbe($0, type, isRequest: isRequest, operation.schemas) }
        }
        differences += probes.flatMap(wholeDifferences) + absentMembers(probes) + memberDifferences(probes)
        return Set(differences).sorted()
    }

    private func wholeDifferences(_ probe: BodyProbe) -> [String] {
        var differences: [String] = []
        var bodies: [(Any, Bool)] = [(probe.full, false), (probe.full, isRequest)]
        if isRequest {
            bodies += probe.schemas.smallestInstances(probe.schema, of: probe.full).map { ($0 as Any, true) }
        }
        for (body, isLenient) in bodies {
            do { _ = try type.reading(body, leniently: isLenient) } catch {
                differences.append("the type refuses a body of the document: \(error) (body: \(body))")
            }
        }
        guard differences.isEmpty, let written = probe.written(probe.full) else { return differences }
        differences += unknownMembers(written, probe.schema, probe.schemas).map {
            "\($0) is a member of the type: add it to the document"
        }
        if !isRequest {
            differences += probe.places.filter { value($0.way[...], in: written) == nil }.map {
                "\($0.description) is not written: add it to the type, or take it out of the document"
            }
            differences += probe.schemas.mismatches(written, probe.schema, at: "").map {
                "what the type writes is not what the document says: \($0)"
            }
        }
        differences += probe.places.filter { !probe.isHeeded($0) }.map {
            "\($0.description) is not read: add it to the type, or take it out of the document"
        }
        return differences
    }

    private func absentMembers(_ probes: [BodyProbe]) -> [String] {
        let absent = probes.map { probe in
            (try? type.reading(probe.full, leniently: false)).map { BodyType.absentMembers(of: $0.value) } ?? []
        }
        let everywhere = absent.dropFirst().reduce(absent.first ?? []) { $0.intersection($1) }
        return everywhere.map { "\($0) is a member of the type that no body of the document has: add it there" }
    }

    private func memberDifferences(_ probes: [BodyProbe]) -> [String] {
        var described: [String: MemberFacts] = [:]
        var observed: [String: MemberFacts] = [:]
        var differences: [String] = []
        for probe in probes {
            for place in probe.places {
                let name = place.description
                let facts = probe.described(place)
                described[name] = described[name]?.merged(with: facts) ?? facts
                guard let seen = observed[name] ?? probe.observed(place) else { continue }
                observed[name] = seen
                differences += probe.refusedKinds(place).map {
                    "\(name) may be of the kind \($0) in the document, which the type refuses: mend one of them"
                }
                differences += bounds(of: place, probe.schemas)
                let unnamed = unnamedWords(seen.words ?? [], place, probe.schemas)
                if facts.words == nil {
                    differences += unnamed.map { "\(name) may be \($0) for the type: name it in the document" }
                }
                // Further words in a description, beside those of a pattern, never occur in this body.
                described[name]?.words?.formUnion((seen.words ?? []).subtracting(unnamed))
            }
        }
        for name in described.keys where isMissing(name, in: probes) { described[name]?.isRequired = false }
        for (name, facts) in observed {
            guard let described = described[name] else { continue }
            differences += compare(described, facts).map { "\(name) \($0)" }
        }
        return differences
    }

    private func compare(_ document: MemberFacts, _ type: MemberFacts) -> [String] {
        var differences: [String] = []
        if document.isRequired != type.isRequired {
            let always = isRequest ? "needed" : "always written"
            differences.append(
                document.isRequired
                    ? "is required in the document and not \(always) by the type: take it out of `required`, or mend the type"
                    : "is \(always) by the type: add it to `required` in the document, or make it optional in the type")
        }
        if isRequest ? document.mayBeNull && !type.mayBeNull : document.mayBeNull != type.mayBeNull {
            differences.append(
                "may \(document.mayBeNull ? "" : "not ")be null in the document, and may \(type.mayBeNull ? "" : "not ")"
                    + "for the type: mend one of them")
        }
        for kind in type.kinds.subtracting(document.kinds).sorted() where !document.kinds.isEmpty {
            differences.append("may be of the kind \(kind) for the type and not in the document: mend one of them")
        }
        if let words = document.words, words != type.words {
            let known = type.words.map { "the words \($0.sorted())" } ?? "any text"
            differences.append("has the words \(words.sorted()) in the document, and the type knows \(known)")
        }
        return differences
    }

    /// If the document allows any text, it must name them all.
    private func unnamedWords(_ words: Set<String>, _ place: SchemaPlace, _ schemas: SchemaValidator) -> [String] {
        let text = schemas.flattened(place.schema)["description"] as? String ?? ""
        return words.filter { !text.contains("`\($0)`") }.sorted()
    }

    /// Tests/Interop/bounds-check.py tests the limits that a service checks.
    private func bounds(of place: SchemaPlace, _ schemas: SchemaValidator) -> [String] {
        guard isRequest, place.way.count == 1, let lengths = type.bounds[String(place.description.dropFirst())] else {
            return []
        }
        if !schemas.types(place.schema).contains("string") {
            let text = schemas.flattened(place.schema)["description"] as? String ?? ""
            let bound = "\(lengths.upperBound.formatted(.number.locale(Locale(identifier: "en_US")))) bytes"
            return text.contains(bound) ? [] : ["\(place.description) has to name its bound in the document: \(bound)"]
        }
        let documented = schemas.lengths(place.schema)
        // An allowed empty text means no text.
        let isSame =
            documented.most == lengths.upperBound
            && (lengths.lowerBound == 0 || documented.least == lengths.lowerBound)
        return isSame
            ? []
            : [
                "\(place.description) has \(lengths) characters for the type, and \(documented.least ?? 0) to "
                    + "\(documented.most.map(String.init) ?? "any number") characters in the document: mend one of them"
            ]
    }

    private func isMissing(_ name: String, in probes: [BodyProbe]) -> Bool {
        let parent = name.replacing(/\.[^.]*$/, with: "").replacing(/(\[0\])+$/, with: "")
        return probes.contains { probe in
            let names = Set(probe.places.map(\.description))
            return !names.contains(name) && (parent.isEmpty || names.contains(parent))
        }
    }

    private func unknownMembers(_ value: Any, _ schema: Any?, _ schemas: SchemaValidator, _ way: String = "")
        -> [String]
    {
        let flat = schemas.flattened(schema)
        if let array = value as? [Any] {
            return array.flatMap { unknownMembers($0, flat["items"], schemas, way + "[0]") }
        }
        guard let object = value as? [String: Any], let named = flat["properties"] as? [String: Any] else { return [] }
        return object.flatMap { name, member in
            named[name].map { unknownMembers(member, $0, schemas, "\(way).\(name)") } ?? ["\(way).\(name)"]
        }
    }
}
