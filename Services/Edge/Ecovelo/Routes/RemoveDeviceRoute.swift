import BaliseAPI
import Models

/// An unknown token is no error: it must not make a sign-out fail.
func removeDevice(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let token = SecretText(try call.parameter(atMost: RegisterPushTokenRequest.tokenLengths.upperBound))
    let reply = try await call.send(RemovePushTokens(account: caller.account, which: .token(token)))
    return .body(PushDeviceRemovedResponse(deleted: reply.count > 0))
}
