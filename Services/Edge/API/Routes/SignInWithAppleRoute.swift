import BaliseAPI
import Models

/// The app gets tokens that change, unless it says that it never refreshes (`kind` is `opaque`).
func signInWithApple(_ call: APICall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: SignInWithAppleRequest.self)
    guard let kind = SessionKind(rawValue: body.kind?.rawValue ?? SessionKind.rotating.rawValue), kind != .external
    else { throw EdgeError(SignInWithAppleRequest.unknownKind) }
    let reply = try await call.sendSecret(
        SignInWithApple(
            identityToken: SecretText(body.identityToken), nonce: body.nonce.map(SecretText.init),
            authorizationCode: body.authorizationCode.map(SecretText.init), kind: kind,
            cancelsErasure: body.cancelErasure, redirectURI: body.redirectUri))
    return try call.signedIn(reply)
}
