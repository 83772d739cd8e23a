@testable import BaliseJSON

/// Facts about the API from the code: `make openapi` merges them with the texts and examples beside them.
struct APIFacts {
    private typealias Node = [String: Any]

    private var calls: [Node] = []
    private var types: [String: Node] = [:]

    init() throws {
        for call in DefinedCall.all {
            var facts: Node = [
                "name": call.name, "method": call.method, "path": call.path, "statuses": call.successes,
                "credentials": call.credentials.sorted(),
            ]
            if case .apiKey(let scopes) = call.audience { facts["scopes"] = scopes.map(\.rawValue) }
            if let type = call.requestType() { facts["request"] = try node(of: type) }
            if let type = call.replyType() { facts["reply"] = try node(of: type) }
            calls.append(facts)
        }
    }

    /// As JSON, with a line for each call and type, so that changes are easy to see.
    func text() throws -> String {
        let calls = try calls.map { try "    " + Self.line($0) }
        let types = try types.sorted { $0.key < $1.key }.map { try "    \"\($0.key)\": " + Self.line($0.value) }
        return """
            {
              "calls": [
            \(calls.joined(separator: ",\n"))
              ],
              "types": {
            \(types.joined(separator: ",\n"))
              }
            }

            """
    }

    private static func line(_ node: Node) throws -> String {
        let json = try JSONSerialization.data(withJSONObject: node, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: json, as: UTF8.self)
    }

    // MARK: Types

    private mutating func node(of type: any Decodable.Type) throws -> Node { try described(type) }

    private mutating func described<T: Decodable>(_ type: T.Type) throws -> Node {
        let words = BodyRecorder.words(of: type)
        if !words.isEmpty { return ["type": "string", "words": words] }
        if let map = type as? any TextKeyed.Type { return ["type": "object", "values": try node(of: map.valueType)] }
        for (scalar, name) in Self.scalars where scalar == type { return ["type": name] }
        let recorder = BodyRecorder(isFull: true)
        let sample = try? T(from: recorder)
        switch recorder.asked {
        case .members:
            let name = Self.name(of: type)
            if types[name] == nil {
                types[name] = [:]
                types[name] = try object(type)
            }
            return ["of": name]
        case .elements(let element): return ["type": "array", "items": try node(of: element)]
        case .scalar(let scalar): return try node(of: scalar)
        case .json: return ["kinds": Self.kinds(of: type)]
        case .nothing: return Self.nodeWritten(sample)
        }
    }

    private mutating func object<T: Decodable>(_ type: T.Type) throws -> Node {
        let (full, least) = (BodyRecorder(isFull: true), BodyRecorder(isFull: false))
        let written = Self.members(of: try T(from: full))
        let alwaysWritten = Self.members(of: try T(from: least))
        guard case .members(let asked) = full.asked else { return [:] }
        var all: [(name: String, type: (any Decodable.Type)?)] = asked.map { ($0.name, $0.type) }
        all += written.keys.filter { name in !asked.contains { $0.name == name } }.sorted().map { ($0, nil) }
        var members: [Node] = []
        for (name, type) in all where !name.isEmpty {
            var member = try type.map { try node(of: $0) } ?? Self.nodeOfJSON(written[name])
            member["name"] = name
            if member["type"] as? String == "time", (written[name] as? String)?.contains(".") == true {
                member["type"] = "preciseTime"
            }
            member["isNeeded"] = type != nil && !full.optionalMembers.contains(name)
            member["isAlways"] = alwaysWritten[name] != nil
            if alwaysWritten[name] is NSNull { member["mayBeNull"] = true }
            members.append(member)
        }
        var object: Node = ["members": members]
        if type is any JSONOpenObject.Type || full.isOpen { object["isOpen"] = true }
        if type is any OAuthFormRequest.Type { object["isForm"] = true }
        if let bounded = type as? any JSONBounded.Type { object["bounds"] = Self.bounds(of: bounded) }
        return object
    }

    private static var scalars: [(any Any.Type, String)] {
        [
            (String.self, "string"), (Bool.self, "boolean"), (Double.self, "number"), (Int.self, "integer"),
            (Int64.self, "integer"), (Int32.self, "integer"), (UInt64.self, "integer"), (Date.self, "time"),
        ]
    }

    private static func bounds<Body: JSONBounded>(of type: Body.Type) -> [String: [Int]] {
        Dictionary(type.bounds.map { ($0.name, [$0.lengths.lowerBound, $0.lengths.upperBound]) }) { $1 }
    }

    /// The kinds of JSON that a type with a reading of its own accepts.
    private static func kinds<T: Decodable>(of type: T.Type) -> [String] {
        let accepted = BodyRecorder.texts.filter { text in
            (try? T(from: BodyRecorder(isFull: true, json: BodyRecorder.value(text)))) != nil
        }
        let kinds = accepted.map { text in
            switch text.first {
            case "\"": "string"
            case "{": "object"
            case "[": "array"
            default: text == "true" ? "boolean" : "integer"
            }
        }
        return Set(kinds).sorted()
    }

    /// Without its module, and without what only carries its members in JSON.
    private static func name(of type: any Any.Type) -> String {
        String(reflecting: type).replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
            .replacing(/\b(BaliseAPI|BaliseValues|BaliseJSON|Models|OperatorAPI|Edge|Swift)\./, with: "")
            .replacing(".Wire", with: "")
    }

    // MARK: What is written

    private static func written(_ value: any Decodable) -> Any? {
        guard let value = value as? any Encodable else { return nil }
        func text<Value: Encodable>(_ value: Value) -> [UInt8] {
            var json = JSONObject()
            json.setMembers(of: ["value": value])
            return json.bytes
        }
        return (try? JSONSerialization.jsonObject(with: Data(text(value))) as? Node)?["value"]
    }

    private static func members(of value: any Decodable) -> Node { written(value) as? Node ?? [:] }

    private static func nodeWritten(_ value: (any Decodable)?) -> Node { nodeOfJSON(value.flatMap(written)) }

    private static func nodeOfJSON(_ value: Any?) -> Node {
        switch value {
        case let flag as Bool: flag ? ["const": true] : ["type": "boolean"]
        case is Int: ["type": "integer"]
        case is String: ["type": "string"]
        case let array as [Any]: ["type": "array", "items": nodeOfJSON(array.first)]
        case let object as Node: ["type": "object", "members": object.mapValues { nodeOfJSON($0) }]
        default: [:]
        }
    }
}

private protocol TextKeyed {
    static var valueType: any Decodable.Type { get }
}

extension Dictionary: TextKeyed where Key == String, Value: Decodable {
    fileprivate static var valueType: any Decodable.Type { Value.self }
}
