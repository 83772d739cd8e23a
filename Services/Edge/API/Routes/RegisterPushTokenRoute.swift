import BaliseAPI
import HTTPTypes
import Models

/// 201 for a token that is new to the account, else 200. One app accepts no other status as a success.
func registerPushToken(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: RegisterPushTokenRequest.self)
    let reply = try await call.send(try RegisterPushToken(body, caller, language: call.languages))
    return .enveloped(
        RegisterPushTokenResponse(
            pushToken: RegisteredPushToken(reply.token), isNew: reply.isNew, message: "The push device is registered."),
        status: reply.isNew ? .created : .ok)
}
