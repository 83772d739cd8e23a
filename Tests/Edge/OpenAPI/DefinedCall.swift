@testable import Edge

/// What the definition of a call says.
struct DefinedCall: Sendable {
    let name: String
    let method: String
    let path: String
    /// The statuses of success, the usual one first; several if its answers differ.
    let successes: [Int]
    let audience: APIAudience
    /// The security schemes. The caller needs one of them; empty for a public call.
    let credentials: Set<String>
    let requestType: @Sendable () -> (any Decodable.Type)?
    let replyType: @Sendable () -> (any Decodable.Type)?

    /// Those of all routes.
    static let all: [DefinedCall] =
        calls(of: AppRoutes.all) + calls(of: EcoveloRoutes.all(programs: []))
        + calls(of: OAuthRoutes.all, orFor: ["programKey", "programKeyAsBearer"])
        // The operator's own token opens them too.
        + calls(of: OperationsRoutes.all, orFor: ["operatorKey"])

    private static func calls<Handler>(
        of routes: [Route<Handler>], orFor credentials: Set<String> = []
    ) -> [DefinedCall] {
        routes.flatMap(\.definitions).map { $0.defined(orFor: credentials) }
    }

    fileprivate init<Definition: CallDefinition>(_ call: Definition, orFor others: Set<String>) {
        name = call.name
        method = call.method.rawValue
        path = call.path
        successes = call.successes
        audience = call.audience
        let own = call.audience.credentials
        credentials = own.isEmpty ? [] : own.union(others)
        typealias RequestBody = Definition.RequestBody
        typealias ReplyBody = Definition.ReplyBody
        requestType = { RequestBody.self == NoBody.self ? nil : RequestBody.self }
        replyType = { ReplyBody.self == NoBody.self ? nil : ReplyBody.self as? any Decodable.Type }
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
    fileprivate func defined(orFor others: Set<String>) -> DefinedCall { DefinedCall(self, orFor: others) }
}
