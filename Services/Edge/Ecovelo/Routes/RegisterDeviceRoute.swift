import BaliseAPI
import Models

/// The body has only the token; the page's origin reveals the system.
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
    /// The system of the web view: only that of iOS uses its own scheme for pages.
    fileprivate var webViewPlatform: String {
        if let platform = request.context.client?.platform, ["ios", "android", "web"].contains(platform) {
            return platform
        }
        return request.headers.origin?.hasPrefix("capacitor://") == true ? "ios" : "android"
    }
}
