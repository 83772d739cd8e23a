import BaliseAPI
import Models

func listSessions(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let sessions = try await call.send(ListSessions(account: caller.account))
    return .enveloped(
        SessionListResponse(
            sessions: sessions.map { BaliseSession($0, isCurrent: $0.session == caller.session) },
            totalCount: sessions.count))
}
