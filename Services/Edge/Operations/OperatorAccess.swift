// Who may call the operations port.

import BaliseAPI
import Models
import OperatorAPI
import ServiceRuntime

/// Decides who may call the operations port: who shows the token of the data folder, the operator's key, or an API key
/// with a scope that the call takes. That a request comes from this machine opens nothing, since it has other users and
/// proxies.
///
/// Only whether the process lives and is ready is told to anybody on this machine, for health checks. A browser is no
/// caller, whatever page it shows: a request that names an origin is refused, a change has to say that it is JSON
/// (which a page of another origin cannot without asking first), and a health check has to name this machine as its
/// host and must not have passed a proxy.
struct OperatorAccess: Sendable {
    /// Who has been let in, for the log.
    enum Caller: Sendable, CustomStringConvertible {
        case healthCheck
        case operatorToken
        case operatorKey
        /// An API key, and what was shown of it.
        case apiKey(APIKeyID?, name: String?, [APIKeyScope], OperatorCredential)

        var description: String {
            switch self {
            case .healthCheck: "health check"
            case .operatorToken: "operator's token"
            case .operatorKey: "operator's key"
            case .apiKey(let id, _, _, _): "API key \(id?.text ?? "")"
            }
        }

        /// Whoever shows an API key, or a passkey of it.
        static func apiKey(_ principal: Principal, showing credential: OperatorCredential) -> Caller {
            .apiKey(principal.apiKey, name: principal.keyName, principal.scopes, credential)
        }
    }

    /// The token of the data folder.
    let token: Secret
    /// What the settings say that callers from elsewhere show.
    let key: Secret?
    /// Counts wrong keys by address.
    let attempts: AttemptLimiter
    /// Finds what an API key is, if it has one of some scopes; a refusal names the first of them.
    let authorize: @Sendable (EdgeRequest, [APIKeyScope]) async throws(EdgeError) -> Principal

    /// Throws when the caller may not make this call.
    ///
    /// - Parameter audience: Who may. Where that is anybody, it is anybody on this machine, and any key for this port.
    func check(
        _ request: EdgeRequest, for audience: APIAudience? = OperatorCalls.viewers
    ) async throws(EdgeError) -> Caller {
        if request.headers.origin != nil {
            throw EdgeError(.forbidden, "pages in a browser may not call this port")
        }
        if let shown = request.headers.authorization {
            // Ahead of any limit: comparing costs nothing, and the operator waits for nobody at the same address.
            if shown.utf8.equalsInConstantTime("Bearer \(token.value)".utf8) { return .operatorToken }
            if let key, shown.utf8.equalsInConstantTime("Bearer \(key.value)".utf8) { return .operatorKey }
            let address = request.context.client?.address?.value ?? ""
            return try await attempts.verified(.token, from: address, isWrong: { _ in true }) {
                () async throws(EdgeError) -> Caller in
                let advice = OperatorAccess.hint(at: request.path) ?? "; \(OperatorAccess.advice)"
                throw EdgeError(.authenticationRequired, "this Balise does not know this token" + advice)
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

    /// What a caller has shown, for auth-session to judge by itself; nil for a health check.
    func credential(of caller: Caller) -> OperatorCredential? {
        switch caller {
        case .healthCheck: nil
        case .operatorToken: .token(SecretText(token.value))
        case .operatorKey: key.map { .token(SecretText($0.value)) }
        case .apiKey(_, _, _, let shown): shown
        }
    }

    /// Where whoever calls a path of the apps has to call instead; nil for any other path.
    static func hint(at path: String) -> String? {
        let isOfApps = ["/api/", "/v1/", "/ecovelo/", "/oauth/"].contains { path.utf8.starts(with: $0.utf8) }
        return isOfApps ? ": this is the operations port; apps call the public one (BALISE_HTTP_PORT)" : nil
    }

    private static let advice =
        "send the content of operator.token in the data folder as Authorization: Bearer, "
        + "or an API key with the scope view, assist or operate as X-API-Key"

    /// Throws when a request could be a form that a page made a browser send.
    func checkChange(_ request: EdgeRequest) throws(EdgeError) {
        guard MediaType(request.headers.contentType).kind == .json else {
            throw EdgeError(.unsupportedMediaType, "send Content-Type: application/json, also without a body")
        }
    }

    private func isFromThisMachine(_ request: EdgeRequest) -> Bool {
        let address = request.context.client?.address?.value ?? ""
        guard address == "::1" || address.hasPrefix("127.") else { return false }
        // A page can make its own name lead here, but not ask for another name; a proxy's callers are not here.
        return isOwnName(request.headers.hostName) && !request.headers.isPassedOn
    }

    /// Whether it is how this machine calls itself. Without a name it is no browser.
    private func isOwnName(_ name: Substring?) -> Bool {
        guard let name, !name.isEmpty else { return true }
        return name == "localhost" || name == "::1"
            || (name.hasPrefix("127.") && name.allSatisfy { "0123456789.".contains($0) })
    }
}
