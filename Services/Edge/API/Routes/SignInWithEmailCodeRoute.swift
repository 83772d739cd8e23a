import BaliseAPI
import Models

/// The app gets tokens that change, unless it says that it never refreshes (`kind` is `opaque`).
func signInWithEmailCode(_ call: APICall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: SignInWithEmailCodeRequest.self)
    guard let kind = SessionKind(rawValue: body.kind?.rawValue ?? SessionKind.rotating.rawValue), kind != .external
    else { throw EdgeError(SignInWithEmailCodeRequest.unknownKind) }
    let reply = try await call.sendPassword(
        SignInWithEmailCode(
            email: Personal(body.email), emailCode: SecretText(body.code), kind: kind,
            isRemembered: body.rememberDevice ?? true, cancelsErasure: body.cancelErasure))
    return try call.signedIn(reply)
}
