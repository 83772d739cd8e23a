// POST /console-links, GET /console-sessions and DELETE /console-sessions/{id}: ways into the console, and who is in it.

import BaliseAPI
import HTTPTypes
import Models
import OperatorAPI

/// The link lets a browser do what its maker may. Its secret stands behind a `#`, so that no server and no proxy logs it,
/// and nobody who only looks the address up uses it up.
func createConsoleLink(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try call.checkBodySaysNothing()
    guard let credential = ConsoleCredential(call.caller, shown: call.request.headers.apiKey) else {
        throw EdgeError(.forbidden, "make a link into the console with the operator's token or key, or with an API key")
    }
    try await call.audit.begin()
    let role = call.role ?? .viewer
    let (secret, end) = call.console.makeLink(for: credential, role)
    let url = "\(call.console.address())\(ConsoleAPI.root)#link=\(secret.value)"
    return .body(ConsoleLink(url: SecretString(url), expiresAt: end.date, role: role))
}

func listConsoleSessions(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    .body(ConsoleSessionList(sessions: call.console.all().map { ConsoleSessionDescription($0) }))
}

func endConsoleSession(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try call.checkBodySaysNothing()
    try await call.audit.begin()
    guard call.console.end(id: try call.name()) else { throw EdgeError(.notFound, "this session does not exist") }
    return Answer(.noContent)
}

extension OperationsCall {
    /// What its caller may do in the console.
    fileprivate var role: ConsoleRole? {
        switch caller {
        case .healthCheck: nil
        case .operatorToken, .operatorKey: .operator
        case .apiKey(_, _, let scopes, _): ConsoleRole(scopes)
        }
    }
}
