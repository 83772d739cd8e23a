// POST devices: the web app's host says how its push device is reached.

import BaliseAPI
import Models

/// The body has the token alone; on which system the page runs its origin tells.
func registerDevice(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.ecoveloBody(as: RegisterPushDeviceRequest.self)
    let message = RegisterPushToken(
        account: caller.account, session: caller.session, token: SecretText(body.token), purpose: .alert,
        platform: call.webViewPlatform)
    let reply = try await call.send(message)
    return .body(
        RegisteredPushDevice(
            id: reply.token.id.text, platform: reply.token.platform, createdAt: reply.token.createdAt.date))
}

extension APICall {
    /// The system of the web view: only that of iOS has a scheme of its own for its pages.
    fileprivate var webViewPlatform: String {
        if let platform = request.context.client?.platform, ["ios", "android", "web"].contains(platform) {
            return platform
        }
        return request.headers.origin?.hasPrefix("capacitor://") == true ? "ios" : "android"
    }
}
