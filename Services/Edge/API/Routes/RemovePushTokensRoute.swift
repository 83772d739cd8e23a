// DELETE push/tokens/{id}, users/me/devices/{id} and users/register-device-token: a push device is to be reached no
// more.

import BaliseAPI
import Models

func removePushToken(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let reply = try await call.send(RemovePushTokens(account: caller.account, which: .id(try call.pushToken())))
    guard reply.count > 0 else { throw EdgeError(.notFound, "") }
    return .done("The push device is removed.")
}

/// Without `token` and `deviceId` all are meant. None is as good as one: an app that signs out is not to fail at this.
func removePushTokens(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let choice = PushTokenChoice(try call.body(as: RemovePushTokensRequest.self))
    let reply = try await call.send(RemovePushTokens(account: caller.account, which: choice))
    return .body(RemovePushTokensResponse(message: "The push device is removed.", deletedCount: reply.count))
}

extension APICall {
    /// The push token that the path names by its id.
    func pushToken() throws(EdgeError) -> PushTokenID {
        guard let token = PushTokenID(try parameter()) else { throw EdgeError(.notFound, "") }
        return token
    }
}
