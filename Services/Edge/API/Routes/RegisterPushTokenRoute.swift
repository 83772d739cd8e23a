// POST push/register and users/register-device-token: an app says how its push device is reached.

import BaliseAPI
import HTTPTypes
import Models

/// 201 for a token that the account did not have, else 200: the one app takes nothing else for a success.
func registerPushToken(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: RegisterPushTokenRequest.self)
    let reply = try await call.send(try RegisterPushToken(body, caller, language: call.languages))
    return .enveloped(
        RegisterPushTokenResponse(
            pushToken: RegisteredPushToken(reply.token), isNew: reply.isNew, message: "The push device is registered."),
        status: reply.isNew ? .created : .ok)
}
