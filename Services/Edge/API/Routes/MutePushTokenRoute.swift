import BaliseAPI
import Models

func mutePushToken(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let message = MutePushToken(
        account: caller.account, token: try call.pushToken(),
        isMuted: try call.body(as: MutePushTokenRequest.self).muted)
    return .enveloped(RegisteredPushToken(try await call.send(message)))
}
