import BaliseAPI
import Models

func endOtherSessions(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let reply = try await call.send(EndOtherSessions(account: caller.account, kept: caller.session))
    return .body(EndOtherSessionsResponse(message: "The other sessions have ended.", revokedCount: reply.count))
}
