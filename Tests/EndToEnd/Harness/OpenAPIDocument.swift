import Yams

struct OpenAPIDocument: Sendable {
    struct Operation: Hashable, Sendable {
        /// Upper case, for example `POST`.
        var method: String
        var path: String
    }

    var version: String
    var operations: [Operation: [String: Set<String>]]
    /// The paths whose server has an address: those of the operations port.
    var pathsOfOperationsPort: Set<String> = []

    init(yaml: String) throws {
        let root = try #require(try Yams.load(yaml: yaml) as? [String: Any], "openapi.yaml holds a mapping")
        version = root["openapi"].map { "\($0)" } ?? ""
        operations = [:]
        for (path, value) in root["paths"] as? [String: Any] ?? [:] {
            let item = Self.resolved(value, in: root)
            let servers = ((item["servers"] ?? root["servers"]) as? [[String: Any]] ?? []).compactMap {
                $0["url"] as? String
            }
            if servers.contains(where: { $0.contains("://") }) { pathsOfOperationsPort.insert(path) }
            // Servers without an address are folders of the public port, each with the same calls.
            let folders = servers.filter { !$0.contains("://") }.map { $0 == "/" ? "" : $0 }
            for (method, value) in item where Self.methods.contains(method) {
                let statuses = Self.statuses(of: Self.resolved(value, in: root), in: root)
                for folder in folders.isEmpty ? [""] : folders {
                    operations[Operation(method: method.uppercased(), path: folder + path)] = statuses
                }
            }
        }
    }

    func joined(with other: OpenAPIDocument) -> OpenAPIDocument {
        var joined = self
        joined.operations.merge(other.operations) { own, _ in own }
        joined.pathsOfOperationsPort.formUnion(other.pathsOfOperationsPort)
        return joined
    }

    private static func statuses(of operation: [String: Any], in root: [String: Any]) -> [String: Set<String>] {
        var responses: [String: Any] = [:]
        for (status, response) in operation["responses"] as? [AnyHashable: Any] ?? [:] {
            responses["\(status.base)"] = response
        }
        if let shared = responses["default"].map({ resolved($0, in: root) })?["x-statuses"] as? [String: Any] {
            responses.merge(shared) { listed, _ in listed }
        }
        return responses.mapValues { response in
            Set((resolved(response, in: root)["content"] as? [String: Any] ?? [:]).keys)
        }
    }

    private static let methods: Set = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    private static func resolved(_ value: Any, in root: [String: Any]) -> [String: Any] {
        guard let mapping = value as? [String: Any] else { return [:] }
        guard let reference = mapping["$ref"] as? String, reference.hasPrefix("#/") else { return mapping }
        var target: Any = root
        for step in reference.dropFirst(2).split(separator: "/") {
            target = (target as? [String: Any])?[String(step)] ?? [:]
        }
        return resolved(target, in: root)
    }

    func operation(_ method: String, _ path: String) -> Operation? {
        let exact = Operation(method: method, path: path)
        if operations[exact] != nil { return exact }
        return operations.keys.first { $0.method == method && Self.matches($0.path, path) }
    }

    private static func matches(_ template: String, _ path: String) -> Bool {
        let wanted = template.split(separator: "/", omittingEmptySubsequences: false)
        let given = path.split(separator: "/", omittingEmptySubsequences: false)
        return wanted.count == given.count
            && zip(wanted, given).allSatisfy { $0 == $1 || ($0.hasPrefix("{") && !$1.isEmpty) }
    }
}

enum Documented {
    static func judge(_ answer: Answer, _ method: HTTPMethod, _ path: String, on balise: RunningBalise) async throws {
        // Prose describes unknown paths, unknown methods and preflights.
        guard ![404, 405].contains(answer.status), method != .OPTIONS, method != .HEAD else { return }
        guard let document = try await documents.document(of: balise), !document.operations.isEmpty else { return }
        guard let gap = gap(in: document, answer, method, String(path.prefix { $0 != "?" })) else { return }
        // The same gap appears in hundreds of answers; one issue is enough.
        if await documents.isNew(gap) { Issue.record("openapi.yaml: \(gap)") }
    }

    private static func gap(
        in document: OpenAPIDocument, _ answer: Answer, _ method: HTTPMethod, _ path: String
    ) -> String? {
        guard let operation = document.operation(method.rawValue, path) else {
            // A malformed request is refused before its path is checked.
            if [400, 413, 415].contains(answer.status) { return nil }
            return "does not describe \(method.rawValue) \(path.prefix(80)), seen: \(answer.status)"
        }
        let name = "\(operation.method) \(operation.path)"
        guard let types = document.operations[operation]?["\(answer.status)"] else {
            return "\(name) does not describe \(answer.status)"
        }
        let type = String((answer.contentType ?? "").prefix { $0 != ";" })
        guard answer.body.isEmpty || types.contains(type) else {
            return "\(name) \(answer.status) does not describe \(type)"
        }
        return nil
    }

    private static let documents = Documents()

    private actor Documents {
        /// By server address. All serve the same text, and reading it takes longer than most tests.
        private var texts: [String: String] = [:]
        private var read: [String: OpenAPIDocument] = [:]
        private var gaps: Set<String> = []

        func isNew(_ gap: String) -> Bool { gaps.insert(gap).inserted }

        func document(of balise: RunningBalise) async throws -> OpenAPIDocument? {
            let server = balise.http
            if texts[server] == nil {
                let answer = try await balise.call(.GET, server + "/openapi.yaml")
                texts[server] = answer.status == 200 ? answer.text : ""
            }
            guard let text = texts[server], !text.isEmpty else { return nil }
            if let document = read[text] { return document }
            let operators = try await balise.call(.GET, server + "/openapi-operators.yaml").text
            let document = try OpenAPIDocument(yaml: text).joined(with: OpenAPIDocument(yaml: operators))
            read[text] = document
            return document
        }
    }
}
