// Who may call the operations port.

import Models
import ServiceRuntime

/// Decides who may call the operations port: callers on this machine, who shows the operator's key, and who shows an API
/// key that may operate.
///
/// A browser on this machine is no such caller, whatever page it shows: a request that names an origin is refused, a
/// change has to say that it is JSON (which a page of another origin cannot without asking first), and a caller is
/// trusted for its place only when it asked for this machine and nobody passed the request on.
struct OperatorAccess: Sendable {
    /// Who has been let in, for the log.
    enum Caller: Sendable, CustomStringConvertible {
        case thisMachine
        case operatorKey
        case apiKey(APIKeyID?)

        var description: String {
            switch self {
            case .thisMachine: "this machine"
            case .operatorKey: "operator's key"
            case .apiKey(let id): "API key \(id?.text ?? "")"
            }
        }
    }

    let key: Secret?
    /// Counts wrong keys by address.
    let attempts: AttemptLimits
    /// Finds what an API key is, if it has the scope `operate`.
    let authorize: @Sendable (EdgeRequest) async throws(EdgeError) -> Principal

    /// Throws when the caller may not call at all.
    func check(_ request: EdgeRequest) async throws(EdgeError) -> Caller {
        if request.headers.origin != nil {
            throw EdgeError(.forbidden, "pages in a browser may not call this port")
        }
        if isFromThisMachine(request) { return .thisMachine }
        let address = request.context.client?.address?.value ?? ""
        if let key, let shown = request.headers.authorization {
            try attempts.check(.secret, from: address)
            if isSame(shown.utf8, "Bearer \(key.value)".utf8) { return .operatorKey }
            attempts.recordFailure(.secret, from: address)
        }
        if request.headers.apiKey != nil {
            try attempts.check(.secret, from: address)
            return .apiKey(try await authorize(request).apiKey)
        }
        throw EdgeError(
            .authenticationRequired, "show the operator's key or an API key, or call from this machine by its address")
    }

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
        return isOwnName(request.headers.host) && request.headers.forwardedFor == nil
    }

    /// Whether `host` (with or without a port) is how this machine calls itself. Without one it is no browser.
    private func isOwnName(_ host: String?) -> Bool {
        guard let host, !host.isEmpty else { return true }
        let name = host.hasPrefix("[") ? host.prefix { $0 != "]" }.dropFirst() : host.prefix { $0 != ":" }
        return name == "localhost" || name == "::1"
            || (name.hasPrefix("127.") && name.allSatisfy { "0123456789.".contains($0) })
    }
}

/// Compares in a time that does not tell how much of the secret was right.
private func isSame(_ one: some Collection<UInt8>, _ secret: some Collection<UInt8>) -> Bool {
    guard one.count == secret.count else { return false }
    return zip(one, secret).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
}
