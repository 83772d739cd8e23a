import Yams

@testable import Edge

struct NoSuchPlace: Error {
    let names: [String]
}

struct APIDocument {
    private let root: [String: Any]
    let schemas: SchemaValidator

    /// Parsed once, because parsing takes longer than the tests. They are never changed.
    nonisolated(unsafe) static let served = Result {
        let documents = [EmbeddedDocument.openAPI, EmbeddedDocument.operatorsOpenAPI]
        return APIDocument(root: try documents.map { try parsed(String(buffer: $0.content)) }.reduce([:], joined))
    }

    /// A path gets the servers of its document, unless it has its own.
    private static func parsed(_ text: String) throws -> [String: Any] {
        var root = try Yams.load(yaml: text) as? [String: Any] ?? [:]
        let servers: [String: Any] = ["servers": root["servers"] ?? [Any]()]
        root["paths"] = (root["paths"] as? [String: [String: Any]])?.mapValues { $0.merging(servers) { own, _ in own } }
        return root
    }

    private static func joined(_ one: [String: Any], _ other: [String: Any]) -> [String: Any] {
        one.merging(other) { one, other in
            guard let one = one as? [String: Any], let other = other as? [String: Any] else { return one }
            return joined(one, other)
        }
    }

    private init(root: [String: Any]) {
        self.root = root
        schemas = SchemaValidator(root: root)
    }

    /// The document with another value at a path of member names; nil removes it. Throws if nothing is there to change.
    func changed(at names: [String], to other: Any?) throws -> APIDocument {
        let way = names.map { SchemaStep.member($0) }[...]
        guard value(way.dropLast(), in: root) != nil else { throw NoSuchPlace(names: names) }
        let changed = replacing(root, at: way, by: other)
        return APIDocument(root: changed as? [String: Any] ?? [:])
    }

    private var paths: [String: [String: Any]] { root["paths"] as? [String: [String: Any]] ?? [:] }

    /// Every operation as `METHOD path`, in two sets: the operations port, and the rest.
    func operations(ofOperationsPort: Bool) -> Set<String> {
        var operations: Set<String> = []
        for (path, item) in paths where Self.isOfOperationsPort(item) == ofOperationsPort {
            for prefix in Self.prefixes(of: item) {
                for method in Self.methods where item[method] != nil {
                    operations.insert("\(method.uppercased()) \(prefix + path)")
                }
            }
        }
        return operations
    }

    var operationIDs: [String] {
        paths.values.flatMap(\.values).compactMap { ($0 as? [String: Any])?["operationId"] as? String }
    }

    var patterns: Set<String> { Self.patterns(in: root) }

    private static func patterns(in node: Any) -> Set<String> {
        switch node {
        case let members as [String: Any]:
            let own = (members["pattern"] as? String).map { [$0] } ?? []
            return members.values.reduce(into: Set(own)) { $0.formUnion(patterns(in: $1)) }
        case let elements as [Any]: return elements.reduce(into: []) { $0.formUnion(patterns(in: $1)) }
        default: return []
        }
    }

    var operationsByID: [String: APIOperation] {
        var found: [String: APIOperation] = [:]
        for (path, item) in paths {
            for method in Self.methods {
                guard let operation = item[method] as? [String: Any] else { continue }
                let described = APIOperation(
                    method: method.uppercased(), path: path, parameters: item["parameters"] as? [Any] ?? [],
                    content: operation, root: root, schemas: schemas)
                found[operation["operationId"] as? String ?? ""] = described
            }
        }
        return found
    }

    func operation(_ name: String) -> APIOperation? {
        operationsByID.values.first { "\($0.method) \($0.path)" == name }
    }

    /// Empty if the answer agrees with the document. HEAD is checked like GET, without a body.
    func problems(_ method: String, _ path: String, _ response: TestResponse) -> [String] {
        guard let described = described(response.status, method, path) else {
            return ["\(method) \(path) does not list \(response.status)"]
        }
        var problems: [String] = []
        for (name, header) in described["headers"] as? [String: Any] ?? [:] {
            let header = schemas.resolve(header)
            guard let value = response.header(name) else {
                if header?["required"] as? Bool == false { continue }
                problems.append("\(name) is missing")
                continue
            }
            problems += schemas.mismatches(value, header?["schema"], at: name)
        }
        guard let content = described["content"] as? [String: [String: Any]] else {
            return problems + (response.body.isEmpty ? [] : ["there is a body"])
        }
        let type = String(response.header("Content-Type")?.prefix { $0 != ";" } ?? "")
        guard let schema = content[type]?["schema"] else { return problems + ["\(type) is not listed"] }
        if method == "HEAD" { return problems }
        // JSON lines (application/x-ndjson) are no JSON as a whole.
        let isJSON = type.hasSuffix("/json") || type.hasSuffix("+json")
        // YAML 1.2 is a superset of JSON, and its reader distinguishes numbers and truth values.
        let body: Any? = isJSON ? try? Yams.load(yaml: response.body) : response.body
        guard let body else { return problems + ["the body is not JSON"] }
        return problems + schemas.mismatches(body, schema, at: "body")
    }

    private func described(_ status: Int, _ method: String, _ path: String) -> [String: Any]? {
        let item = item(path)
        let operation = item?[method.lowercased()] ?? (method == "HEAD" ? item?["get"] : nil)
        let responses = (operation as? [String: Any])?["responses"] as? [String: Any]
        if let listed = schemas.resolve(responses?["\(status)"]) { return listed }
        let shared = schemas.resolve(responses?["default"])?["x-statuses"] as? [String: Any]
        return schemas.resolve(shared?["\(status)"])
    }

    private func item(_ path: String) -> [String: Any]? {
        if let item = paths[path] { return item }
        return paths.first { name, item in Self.prefixes(of: item).contains { $0 + name == path } }?.value
    }

    private static let methods = ["get", "head", "post", "put", "delete", "patch"]

    /// The operations port is a server with an address; the other servers are folders of the public port.
    private static func isOfOperationsPort(_ item: [String: Any]) -> Bool {
        servers(of: item).contains { $0.contains("://") }
    }

    private static func prefixes(of item: [String: Any]) -> [String] {
        let folders = servers(of: item).filter { !$0.contains("://") }.map { $0 == "/" ? "" : $0 }
        return folders.isEmpty ? [""] : folders
    }

    private static func servers(of item: [String: Any]) -> [String] {
        (item["servers"] as? [[String: Any]] ?? []).compactMap { $0["url"] as? String }
    }
}
