@testable import Edge

struct ComparedCall: Sendable, CustomTestStringConvertible {
    let name: String
    let method: String
    let path: String
    let audience: APIAudience
    private let otherCredentials: Set<String>
    private let refusals: Set<Int>
    /// The statuses of success, the usual one first; several if its answers differ.
    let successes: [Int]
    let requestType: @Sendable () -> (any Decodable.Type)?
    let replyType: @Sendable () -> (any Decodable.Type)?

    /// The security schemes. The caller needs one of them; empty for a public call.
    var credentials: Set<String> { audience.credentials.isEmpty ? [] : audience.credentials.union(otherCredentials) }

    /// Those of all routes.
    static let all: [ComparedCall] =
        calls(of: AppRoutes.all) + calls(of: EcoveloRoutes.all(programs: []))
        // RFC 7662, section 2.3: 401, even for an insufficient key.
        + calls(of: OAuthRoutes.all, orFor: ["programKey", "programKeyAsBearer"], refusing: [401])
        // The operator's own token opens them too.
        + calls(of: OperationsRoutes.all, orFor: ["operatorKey"])

    private static func calls<Handler>(
        of routes: [Route<Handler>], orFor credentials: Set<String> = [], refusing refusals: Set<Int> = [401, 403]
    ) -> [ComparedCall] {
        routes.flatMap(\.definitions).map { $0.compared(orFor: credentials, refusing: refusals) }
    }

    fileprivate init<Definition: CallDefinition>(
        _ call: Definition, orFor credentials: Set<String>, refusing refusals: Set<Int>
    ) {
        otherCredentials = credentials
        self.refusals = refusals
        name = call.name
        method = call.method.rawValue
        path = call.path
        audience = call.audience
        successes = call.successes
        typealias RequestBody = Definition.RequestBody
        typealias ReplyBody = Definition.ReplyBody
        requestType = { RequestBody.self == NoBody.self ? nil : RequestBody.self }
        replyType = { ReplyBody.self == NoBody.self ? nil : ReplyBody.self as? any Decodable.Type }
    }

    var testDescription: String { "\(method) \(path)" }

    /// As sentences with the remedy; empty if document and definition agree.
    func differences(_ document: APIDocument) -> [String] {
        guard let operation = document.operation(testDescription) else {
            return ["add \(testDescription) to openapi.yaml, or take it out of its definition"]
        }
        var differences: [String] = []
        // Among definitions with the same method and path, the first names the operation.
        let names = Self.all.filter { $0.testDescription == testDescription }.map(\.name)
        if operation.id != names.first {
            differences.append("operationId is \(operation.id) in openapi.yaml, and the definition is \(names[0])")
        }
        if operation.credentials != credentials {
            differences.append(
                "`security` names \(operation.credentials.sorted()) in openapi.yaml, and the definition is for "
                    + "\(audience): mend one of them")
        }
        // A required credential can be wrong or insufficient.
        let missing = refusals.subtracting(operation.statuses).subtracting(operation.sharedStatuses)
        if !credentials.isEmpty, !missing.isEmpty {
            differences.append("add \(missing.sorted()) to the call in openapi.yaml")
        }
        let documented = operation.statuses.filter { 200..<300 ~= $0 || [302, 303].contains($0) }
        let answered = Self.all.filter { $0.testDescription == testDescription }.flatMap(\.successes)
        if documented != Set(answered) {
            differences.append(
                "success is \(documented.sorted()) in openapi.yaml and \(Set(answered).sorted()) in the definition: "
                    + "mend one of them")
        }
        return differences
    }
}

extension APIAudience {
    /// The document's security schemes for a call; empty for a public call.
    fileprivate var credentials: Set<String> {
        switch self {
        case .anybody, .anybodyOrSession: []
        case .session, .recentSession: ["session"]
        case .apiKey: ["apiKey"]
        }
    }
}

extension CallDefinition {
    fileprivate func compared(orFor credentials: Set<String>, refusing refusals: Set<Int>) -> ComparedCall {
        ComparedCall(self, orFor: credentials, refusing: refusals)
    }
}
