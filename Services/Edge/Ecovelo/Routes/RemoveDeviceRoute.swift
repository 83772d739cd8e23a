// DELETE devices/{token}: the web app's person signs out, and is to be reached on the push device no more.

import BaliseAPI
import Models

/// A token that is not registered is as good as one that was: signing out is not to fail at this.
func removeDevice(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let token = SecretText(try call.parameter(atMost: RegisterPushTokenRequest.tokenLengths.upperBound))
    let reply = try await call.send(RemovePushTokens(account: caller.account, which: .token(token)))
    return .body(PushDeviceRemovedResponse(deleted: reply.count > 0))
}
