import BaliseAPI
import Models

/// A `username` gets an access token and a refresh token, because the app of that form refreshes. An `email` gets one
/// secret that is valid as long as the session, because the app of that form never does.
func signIn(_ call: APICall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: SignInRequest.self)
    guard let login = body.username ?? body.email else { throw EdgeError(SignInRequest.missingName) }
    // An earlier credential in the header may have expired. It only shows that the app was signed in before.
    var shown: SecretText?
    if case .token(let token)? = try? Credential.ofPerson(call.request.headers) { shown = token }
    let reply = try await call.sendPassword(
        SignIn(
            login: Personal(login), password: SecretText(body.password),
            kind: body.username == nil ? .opaque : .rotating, isRemembered: body.rememberDevice ?? true, shown: shown,
            cancelsErasure: body.cancelErasure))
    return try call.signedIn(reply)
}
