import BaliseAPI
import Models

/// The app gets tokens that change, unless it says that it never refreshes (`kind` is `opaque`).
func signInWithPasskey(_ call: APICall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: SignInWithPasskeyRequest.self)
    guard let kind = SessionKind(rawValue: body.kind?.rawValue ?? SessionKind.rotating.rawValue), kind != .external
    else { throw EdgeError(SignInWithPasskeyRequest.unknownKind) }
    let reply = try await call.sendSecret(
        SignInWithPasskey(
            assertion: try PasskeyAssertion(id: body.id, body.response), kind: kind,
            cancelsErasure: body.cancelErasure))
    return try call.signedIn(reply)
}
