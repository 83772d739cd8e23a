import BaliseAPI
import HTTPTypes
import Models
import OperatorAPI

/// Gives a browser its maker's rights. The secret is behind a `#`, so that no server or proxy logs it, and link previews do
/// not use it up.
func createConsoleLink(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    guard call.caller.owner != nil else {
        throw EdgeError(.forbidden, "make a link into the console with the operator's token or key, or with an API key")
    }
    try await call.audit.begin()
    let role = call.role ?? .viewer
    let (secret, end) = call.console.makeLink(for: call.caller, role)
    let url = "\(call.console.address())\(ConsoleAPI.root)#link=\(secret.value)"
    return .body(ConsoleLink(url: SecretText(url), expiresAt: end.date, role: role))
}

func listConsoleSessions(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    .body(ConsoleSessionList(sessions: call.console.all().map { ConsoleSessionDescription($0) }))
}

func endConsoleSession(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try await call.audit.begin()
    guard call.console.end(id: try call.name()) else { throw EdgeError(.notFound, "this session does not exist") }
    return Answer(.noContent)
}

extension OperationsCall {
    fileprivate var role: ConsoleRole? {
        switch caller {
        case .healthCheck: nil
        case .operatorToken, .operatorKey: .operator
        case .apiKey(_, _, let scopes, _): ConsoleRole(scopes)
        }
    }

    func passkey() throws(EdgeError) -> PasskeyID {
        guard let id = PasskeyID(try name()) else { throw EdgeError(.notFound, "this passkey does not exist") }
        return id
    }
}

func listConsolePasskeys(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    .body(ConsolePasskeyList(passkeys: try await call.send(ListAPIKeyPasskeys()).map { ConsolePasskey($0) }))
}

func removeConsolePasskey(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try await call.perform(RemoveAPIKeyPasskey(passkey: try call.passkey()))
}

extension ConsolePasskey {
    init(_ passkey: APIKeyPasskey) {
        self.init(
            id: passkey.id.text, apiKey: passkey.key.text, apiKeyName: passkey.keyName, name: passkey.name,
            createdAt: passkey.createdAt.date, lastUsedAt: passkey.lastUsedAt?.date)
    }
}
