import HTTPTypes
import Models
import OperatorAPI

/// Without place and address, which are stored for the user only.
func listAccountSessions(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let sessions = try await call.send(ListSessions(account: try call.account()))
    return .body(AccountSessionList(sessions: sessions.map { AccountSession($0) }))
}

/// Does not need identity, so that users can be signed out while it is unreachable.
func endAccountSessions(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try call.checkBodySaysNothing()
    let reply = try await call.send(EndOtherSessions(account: try call.account()))
    return .body(EndedSessions(ended: reply.count))
}

/// Ends one session: on this edge at once (`EndingServices`), and elsewhere through the feed.
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
