import BaliseAPI
import HTTPTypes
import Models

/// 201 for a token that is new to the account, else 200.
func registerLiveActivity(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: RegisterLiveActivityRequest.self)
    let reply = try await call.send(
        RegisterPushToken(
            account: caller.account, session: caller.session, token: SecretText(body.token), provider: .apns,
            environment: try PushEnvironment.named(body.environment),
            purpose: body.activity == nil ? .activityStart : .activity, platform: "ios", pushDevice: body.deviceId,
            topic: body.bundleId, language: call.languages, activity: body.activity, activityType: body.activityType))
    return .enveloped(
        RegisterPushTokenResponse(
            pushToken: RegisteredPushToken(reply.token), isNew: reply.isNew, message: "The Live Activity is registered."
        ),
        status: reply.isNew ? .created : .ok)
}

/// An unknown activity is no error: the server may have ended it before.
func removeLiveActivity(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    _ = try await call.send(RemovePushTokens(account: caller.account, which: .activity(try call.parameter())))
    return .done("The token of the Live Activity is removed.")
}
