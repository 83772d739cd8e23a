// GET and DELETE /accounts/{account}/sessions: where a person is signed in, and their signing out everywhere.

import Models
import OperatorAPI

/// Neither place nor address: they are kept to be shown to the person alone.
func listAccountSessions(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let sessions = try await call.send(ListSessions(account: try call.account()))
    return .body(AccountSessionList(sessions: sessions.map { AccountSession($0) }))
}

/// Does without identity, so that nobody stays signed in because that is away.
func endAccountSessions(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try call.checkBodySaysNothing()
    let reply = try await call.send(EndOtherSessions(account: try call.account()))
    return .body(EndedSessions(ended: reply.count))
}

extension AccountSession {
    fileprivate init(_ session: SessionSummary) {
        let client = session.client
        self.init(
            id: session.session.text, method: session.signInMethod.rawValue, appVersion: client.appVersion,
            deviceType: client.deviceType, deviceVendor: client.deviceVendor, deviceModel: client.deviceModel,
            osName: client.osName, osVersion: client.osVersion, isRemembered: session.isRemembered,
            createdAt: session.createdAt.date, lastActivityAt: session.lastActivityAt.date,
            expiresAt: session.expiresAt.date)
    }
}
