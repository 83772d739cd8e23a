// The calls of the operations port, like a table of contents.

import HTTPTypes
import Models

/// A call of the operations port.
struct OperationsRoute: Sendable {
    let method: HTTPRequest.Method
    let path: String
    /// What it is named in metrics and logs.
    let name: String
    let answer: @Sendable (OperationsCall) async throws(EdgeError) -> Answer

    init(
        _ method: HTTPRequest.Method, _ path: String, _ name: String,
        _ answer: @escaping @Sendable (OperationsCall) async throws(EdgeError) -> Answer
    ) {
        self.method = method
        self.path = path
        self.name = name
        self.answer = answer
    }

    /// Whether it is for tools that look whether all is well, which may ask with HEAD.
    var isProbe: Bool { ["/livez", "/readyz", "/metrics"].contains(path) }

    /// Whether anybody on this machine may make it, for health checks.
    var isOpen: Bool { ["/livez", "/readyz"].contains(path) }

    /// Whether it does more than to read.
    var changes: Bool { method != .get }

    static let all = [
        OperationsRoute(.get, "/livez", "livez") { (call) async throws(EdgeError) in call.livez() },
        OperationsRoute(.get, "/readyz", "readyz") { (call) async throws(EdgeError) in try await call.readyz() },
        OperationsRoute(.get, "/metrics", "metrics") { (call) async throws(EdgeError) in await call.metrics() },
        OperationsRoute(.get, "/api-keys", "ListAPIKeys") { (call) async throws(EdgeError) in
            try await call.listAPIKeys()
        },
        OperationsRoute(.post, "/api-keys", "CreateAPIKey") { (call) async throws(EdgeError) in
            try await call.createAPIKey()
        },
        OperationsRoute(.delete, "/api-keys/{id}", "RevokeAPIKey") { (call) async throws(EdgeError) in
            try await call.revokeAPIKey()
        },
        OperationsRoute(.get, "/accounts/{account}", "FindAccount") { (call) async throws(EdgeError) in
            try await call.findAccount()
        },
        OperationsRoute(.delete, "/accounts/{account}", "EraseAccount") { (call) async throws(EdgeError) in
            try await call.eraseAccount()
        },
        OperationsRoute(.post, "/accounts/{account}/disable", "DisableAccount") { (call) async throws(EdgeError) in
            try await call.setAccountStatus(.disabled)
        },
        OperationsRoute(.post, "/accounts/{account}/enable", "EnableAccount") { (call) async throws(EdgeError) in
            try await call.setAccountStatus(.active)
        },
        OperationsRoute(.post, "/devices/reset-key", "ResetDeviceKey") { (call) async throws(EdgeError) in
            try await call.resetDeviceKey()
        },
        OperationsRoute(.post, "/devices/remove-key", "RemoveDeviceKey") { (call) async throws(EdgeError) in
            try await call.removeDeviceKey()
        },
        OperationsRoute(.post, "/signing-keys/rotate", "RotateSigningKey") { (call) async throws(EdgeError) in
            try await call.rotateSigningKey()
        },
        OperationsRoute(.get, "/missing-accounts", "ListMissingAccounts") { (call) async throws(EdgeError) in
            await call.listMissingAccounts()
        },
        OperationsRoute(.post, "/missing-accounts/erase", "EraseMissingAccounts") { (call) async throws(EdgeError) in
            await call.decideMissingAccounts(.erase)
        },
        OperationsRoute(.post, "/missing-accounts/keep", "KeepMissingAccounts") { (call) async throws(EdgeError) in
            await call.decideMissingAccounts(.keep)
        },
    ]

    /// The paths, each once.
    static var paths: [String] {
        var seen: Set<String> = []
        return all.map(\.path).filter { seen.insert($0).inserted }
    }
}
