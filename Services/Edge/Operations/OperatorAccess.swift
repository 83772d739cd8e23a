import BaliseAPI
import Models
import OperatorAPI
import ServiceRuntime

/// Authorizes callers with the token of the data folder, the operator's key, or an API key with a suitable scope. A
/// local address alone authorizes nothing, because this machine has other users and proxies. Only the health checks are
/// open to this machine, and only if the request has not passed a proxy. Browsers are never callers: a request with an
/// origin is refused, and a change must declare JSON, which a page of another origin cannot do without a preflight.
struct OperatorAccess: Sendable {
    enum Caller: Sendable, CustomStringConvertible {
        case healthCheck
        case operatorToken
        case operatorKey
        case apiKey(APIKeyID?, name: String?, [APIKeyScope], OperatorCredential)

        var description: String {
            switch self {
            case .healthCheck: "health check"
            case .operatorToken: "operator's token"
            case .operatorKey: "operator's key"
            case .apiKey(let id, _, _, _): "API key \(id?.text ?? "")"
            }
        }

        var kind: AuditCredential? {
            switch self {
            case .healthCheck: nil
            case .operatorToken: .operatorToken
            case .operatorKey: .operationsKey
            case .apiKey: .apiKey
            }
        }

        var apiKey: APIKeyID? { if case .apiKey(let id, _, _, _) = self { id } else { nil } }
        var apiKeyName: String? { if case .apiKey(_, let name, _, _) = self { name } else { nil } }

        static func apiKey(_ principal: Principal, showing credential: OperatorCredential) -> Caller {
            .apiKey(principal.apiKey, name: principal.keyName, principal.scopes, credential)
        }
    }

    let token: Secret
    /// The operator's key from the settings, for callers on other machines; nil if the settings contain no key.
    let key: Secret?
    let attempts: AttemptLimiter
    /// The addresses of this server; nil in tests without sockets.
    var listening: ListeningAddresses?
    /// Authorizes an API key, which needs one of the scopes. A refusal names the first scope.
    let authorize: @Sendable (EdgeRequest, [APIKeyScope]) async throws(EdgeError) -> Principal

    /// Returns the caller. In `audience`, `anybody` means every process on this machine, and any key for this port.
    func check(
        _ request: EdgeRequest, for audience: APIAudience? = OperatorCalls.viewers
    ) async throws(EdgeError) -> Caller {
        if request.headers.origin != nil { throw EdgeError(.forbidden, "pages in a browser may not call this port") }
        if let shown = request.headers.authorization {
            // The operator's credentials are compared before any limit: a comparison takes little time, and an operator
            // must not have to wait because of others.
            if shown.utf8.equalsInConstantTime("Bearer \(token.value)".utf8) { return .operatorToken }
            if let key, shown.utf8.equalsInConstantTime("Bearer \(key.value)".utf8) { return .operatorKey }
            return try await attempts.verified(.token, from: request.address, isWrong: { _ in true }) {
                () async throws(EdgeError) -> Caller in
                let advice = OperatorAccess.hint(at: request.path) ?? "; \(OperatorAccess.advice)"
                throw EdgeError(.authenticationRequired, "this server does not know this token" + advice)
            }
        }
        if let shown = request.headers.apiKey {
            let needed = audience == .anybody ? OperatorCalls.viewers : audience
            let principal = try await authorize(request, needed?.scopes ?? [])
            return .apiKey(principal, showing: .apiKey(SecretText(shown)))
        }
        if audience == .anybody, isFromThisMachine(request) { return .healthCheck }
        throw EdgeError(
            .authenticationRequired, "this is the operations port, which is not for apps; \(OperatorAccess.advice)")
    }

    /// Returns the proof that a command requests before it sends the token; nil for other requests. It needs no
    /// credential.
    func proof(requestedBy request: EdgeRequest) -> String? {
        guard request.headers.origin == nil, let challenge = Query(request.query).text("challenge"),
            let port = listening?.address(.operations)?.split(separator: ":").last.flatMap({ Int($0) })
        else { return nil }
        return OperatorToken.proof(of: token, for: challenge, port: port)
    }

    /// Returns the credential that auth-session checks; nil for a health check.
    func credential(of caller: Caller) -> OperatorCredential? {
        switch caller {
        case .healthCheck: nil
        case .operatorToken: .token(SecretText(token.value))
        case .operatorKey: key.map { .token(SecretText($0.value)) }
        case .apiKey(_, _, _, let shown): shown
        }
    }

    /// Returns a hint for a caller of an app path; nil for any other path.
    static func hint(at path: String) -> String? {
        let isOfApps = ["/api/", "/v1/", "/ecovelo/", "/oauth/"].contains { path.utf8.starts(with: $0.utf8) }
        return isOfApps ? ": this is the operations port; apps call the public one (BALISE_HTTP_PORT)" : nil
    }

    private static let advice =
        "send the content of operator.token in the data folder as Authorization: Bearer, "
        + "or an API key with the scope view, assist or operate as X-API-Key"

    /// Throws if a page could have made a browser send this request as a form.
    func checkChange(_ request: EdgeRequest) throws(EdgeError) {
        guard MediaType(request.headers.contentType).kind == .json else {
            throw EdgeError(.unsupportedMediaType, "send Content-Type: application/json, also without a body")
        }
    }

    private func isFromThisMachine(_ request: EdgeRequest) -> Bool {
        let address = request.address
        guard address == "::1" || address.hasPrefix("127.") else { return false }
        // A page can make its own name point here, but cannot request another name. A proxy's callers are elsewhere.
        return isOwnName(request.headers.hostName) && !request.headers.isPassedOn
    }

    /// Whether a host name belongs to this machine. A request without a name is not from a browser.
    private func isOwnName(_ name: Substring?) -> Bool {
        guard let name, !name.isEmpty else { return true }
        return name == "localhost" || name == "::1"
            || (name.hasPrefix("127.") && name.allSatisfy { "0123456789.".contains($0) })
    }
}
