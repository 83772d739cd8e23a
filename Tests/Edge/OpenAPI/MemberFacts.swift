import Yams

struct MemberFacts {
    var isRequired: Bool
    /// Whether `null` means absent.
    var mayBeNull: Bool
    var words: Set<String>?
    var kinds: Set<String>

    func merged(with other: MemberFacts) -> MemberFacts {
        MemberFacts(
            isRequired: isRequired && other.isRequired, mayBeNull: mayBeNull || other.mayBeNull,
            words: Set<String>.unionOfKnown([words, other.words]), kinds: kinds.union(other.kinds))
    }
}

/// A body of the document with every member, and its type.
struct BodyProbe {
    let type: BodyType
    let isRequest: Bool
    let schema: Any?
    let schemas: SchemaValidator
    let full: Any
    let places: [SchemaPlace]
    private let problemsOfFull: Set<String>

    init(_ body: APIOperation.Body, _ type: BodyType, isRequest: Bool, _ schemas: SchemaValidator) {
        (self.type, self.isRequest, self.schemas) = (type, isRequest, schemas)
        schema = body.schema
        full = schemas.fullInstance(body.schema, like: body.examples.first)
        places = schemas.places(schema, in: full)
        problemsOfFull = Set(schemas.mismatches(full, schema, at: ""))
    }

    // MARK: The document

    func described(_ place: SchemaPlace) -> MemberFacts {
        let types = schemas.types(place.schema)
        var kinds = types
        if types.contains("number") { kinds.insert("integer") }
        return MemberFacts(
            isRequired: isRequest ? isNeeded(place) : place.isRequired, mayBeNull: types.contains("null"),
            words: schemas.words(place.schema), kinds: kinds)
    }

    /// Whether the document refuses a request without the member.
    private func isNeeded(_ place: SchemaPlace) -> Bool {
        guard let without = replacing(full, at: place.way[...], by: nil) else { return true }
        return !problemsOfFull.isSuperset(of: schemas.mismatches(without, schema, at: ""))
    }

    private func allows(_ kind: Kind, at place: SchemaPlace) -> Bool {
        let schema = schemas.flattened(place.schema)
        return schema["format"] == nil && schemas.mismatches(kind.value, place.schema, at: "").isEmpty
    }

    // MARK: The type

    /// Nil if the type accepts any value, as for data that only apps understand: the document may be stricter.
    func observed(_ place: SchemaPlace) -> MemberFacts? {
        let taken = Self.kinds.filter { isTaken($0.value, at: place, leniently: false) }
        let without = replacing(full, at: place.way[...], by: nil).flatMap { written($0) }
        let left = without.flatMap { value(place.way[...], in: $0) }
        if taken.count == Self.kinds.count {
            // A constant, such as `success`, is written but never read.
            let isConstant = !isRequest && left != nil
            let words = (left as? String).map { Set([$0]) }
            return isConstant ? MemberFacts(isRequired: true, mayBeNull: false, words: words, kinds: []) : nil
        }
        return MemberFacts(
            isRequired: isRequest ? !isTaken(nil, at: place, leniently: true) : without == nil || left != nil,
            mayBeNull: isRequest ? isTaken(NSNull(), at: place, leniently: true) : left is NSNull,
            words: words(at: place), kinds: Set(taken.map(\.name)))
    }

    private func words(at place: SchemaPlace) -> Set<String>? {
        replacing(full, at: place.way[...], by: BodyType.unknownWord).flatMap { type.words(of: $0) }
    }

    func refusedKinds(_ place: SchemaPlace) -> [String] {
        // Schemas that replies share with requests also allow 0 and 1 for truth values and the reverse, which servers
        // never send.
        let types = schemas.types(place.schema)
        let isMixed = !isRequest && types.isSuperset(of: ["boolean", "integer"])
        let isObject = value(place.way[...], in: full) is [String: Any]
        return Self.kinds.filter { kind in
            // An object may need members, and a text may be one of some words: the full body shows that it is taken.
            if isObject && kind.name == "object" || kind.name == "string" && words(at: place) != nil { return false }
            return allows(kind, at: place) && !isTaken(kind.value, at: place, leniently: isRequest)
                && !(isMixed && ["boolean", "integer"].contains(kind.name))
        }.map(\.name)
    }

    /// Whether the type reads a member: the result changes with it, in a large or in a small body.
    func isHeeded(_ place: SchemaPlace) -> Bool {
        guard isRequest, place.way.count == 1, let whole = full as? [String: Any] else { return true }
        let smallest = schemas.smallestInstances(schema, of: full)
        return ([whole] + smallest).contains { body in
            var with = body
            guard case .member(let name)? = place.way.first else { return false }
            with[name] = whole[name]
            var without = with
            without[name] = nil
            return outcome(with) != outcome(without)
        }
    }

    private func outcome(_ body: Any) -> String? { try? type.reading(body, leniently: true).text }

    private func isTaken(_ value: Any?, at place: SchemaPlace, leniently: Bool) -> Bool {
        guard let changed = replacing(full, at: place.way[...], by: value) else { return false }
        return (try? type.reading(changed, leniently: leniently)) != nil
    }

    func written(_ body: Any) -> Any? {
        (try? type.reading(body, leniently: false)).flatMap { try? Yams.load(yaml: $0.text) }
    }

    struct Kind {
        let name: String
        let value: Any
    }

    static var kinds: [Kind] {
        [
            Kind(name: "object", value: [String: Any]()), Kind(name: "array", value: [Any]()),
            Kind(name: "string", value: BodyType.unknownWord), Kind(name: "number", value: 1.5),
            Kind(name: "boolean", value: true), Kind(name: "integer", value: 1),
        ]
    }
}
