import BaliseAPI
import Models

func countUnread(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let reply = try await call.send(CountUnread(account: caller.account))
    return .body(UnreadCountResponse(count: reply.unread))
}
