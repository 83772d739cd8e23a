import BaliseAPI
import Models

func removePushToken(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let reply = try await call.send(RemovePushTokens(account: caller.account, which: .id(try call.pushToken())))
    guard reply.count > 0 else { throw EdgeError(.notFound, "") }
    return .done("The push device is removed.")
}

/// Without `token` and `deviceId`, it removes all tokens. Removing none is no error, because an app must be able to
/// sign out.
func removePushTokens(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let choice = PushTokenChoice(try call.body(as: RemovePushTokensRequest.self))
    let reply = try await call.send(RemovePushTokens(account: caller.account, which: choice))
    return .body(RemovePushTokensResponse(message: "The push device is removed.", deletedCount: reply.count))
}

extension APICall {
    func pushToken() throws(EdgeError) -> PushTokenID {
        guard let token = PushTokenID(try parameter()) else { throw EdgeError(.notFound, "") }
        return token
    }
}
