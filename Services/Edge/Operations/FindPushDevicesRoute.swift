import Models
import OperatorAPI

/// `token` is the beginning of a token, `session` the session that registered it. The audit log names the user if there
/// is only one.
func findPushDevices(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    var session: SessionID?
    if let text = call.query.text("session") {
        guard let id = SessionID(text) else {
            throw .invalid("The parameter session must be the id of a session.", field: "session")
        }
        session = id
    }
    let message = FindPushDevices(tokenPrefix: call.query.text("token").map(SecretText.init), session: session)
    let devices = try await call.send(message).devices
    let accounts = Set(devices.map(\.token.account))
    if let account = accounts.first, accounts.count == 1 { call.audit.concerns(account) }
    return .body(
        FoundPushDevices(
            pushDevices: devices.map {
                FoundAccountPushDevice(
                    account: $0.token.account.text, session: $0.session.text, device: AccountPushDevice($0.token))
            }))
}
