import BaliseAPI
import Models

func listPushTokens(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let reply = try await call.send(ListPushTokens(account: caller.account))
    return .body(PushTokenListResponse(tokens: reply.tokens.map(RegisteredPushToken.init)))
}
