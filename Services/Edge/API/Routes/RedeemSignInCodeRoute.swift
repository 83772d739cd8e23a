import BaliseAPI
import Models

/// The app gets tokens that change, unless it says that it never refreshes (`kind` is `opaque`).
func redeemSignInCode(_ call: APICall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: RedeemSignInCodeRequest.self)
    guard let kind = SessionKind(rawValue: body.kind?.rawValue ?? SessionKind.rotating.rawValue), kind != .external
    else { throw EdgeError(RedeemSignInCodeRequest.unknownKind) }
    let message = RedeemSignInCode(
        signInCode: SecretText(body.code), verifier: SecretText(body.codeVerifier), kind: kind,
        password: body.password.map(SecretText.init), makesAccount: body.makeAccount,
        cancelsErasure: body.cancelErasure)
    let reply = body.password == nil ? try await call.sendSecret(message) : try await call.sendPassword(message)
    return try call.signedIn(reply)
}
