// GET and DELETE /accounts/{account}/sessions, and DELETE of one: where a person is signed in, and their signing out.

import HTTPTypes
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

/// One session alone; what it had is forgotten at this edge at once (`EndingServices`), and elsewhere as the feed says it.
func endAccountSession(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try call.checkBodySaysNothing()
    let account = try call.account()
    guard let session = SessionID(try call.name(at: 1)) else {
        throw EdgeError(.notFound, "this session does not exist")
    }
    _ = try await call.send(EndSession(account: account, session: session))
    return Answer(.noContent)
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
