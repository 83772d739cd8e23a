import Yams

struct OpenAPIDocument: Sendable {
    struct Operation: Hashable, Sendable {
        /// Upper case, for example `POST`.
        var method: String
        var path: String
    }

    let operations: Set<Operation>

    init(yaml: String) throws {
        let root = try #require(try Yams.load(yaml: yaml) as? [String: Any], "openapi.yaml holds a mapping")
        var operations: Set<Operation> = []
        for (path, value) in root["paths"] as? [String: Any] ?? [:] {
            let item = value as? [String: Any] ?? [:]
            // Servers are folders of the public port, each with the same calls.
            let servers = (item["servers"] ?? root["servers"]) as? [[String: Any]] ?? []
            let folders = servers.compactMap { $0["url"] as? String }.map { $0 == "/" ? "" : $0 }
            for method in Self.methods where item[method] != nil {
                for folder in folders.isEmpty ? [""] : folders {
                    operations.insert(Operation(method: method.uppercased(), path: folder + path))
                }
            }
        }
        self.operations = operations
    }

    private static let methods = ["get", "put", "post", "delete", "head", "patch"]

    func operation(_ method: String, _ path: String) -> Operation? {
        let exact = Operation(method: method, path: path)
        if operations.contains(exact) { return exact }
        return operations.first { $0.method == method && Self.matches($0.path, path) }
    }

    private static func matches(_ template: String, _ path: String) -> Bool {
        let wanted = template.split(separator: "/", omittingEmptySubsequences: false)
        let given = path.split(separator: "/", omittingEmptySubsequences: false)
        return wanted.count == given.count
            && zip(wanted, given).allSatisfy { $0 == $1 || ($0.hasPrefix("{") && !$1.isEmpty) }
    }
}
