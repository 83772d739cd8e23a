// GET /push-devices: whose is a push token?

import Models
import OperatorAPI

/// `token` says how it begins, `session` which session registered it. Each person who is shown is in the audit log where
/// they are one.
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
