// POST auth/login and auth/authenticate: a person signs in with a password.

import BaliseAPI
import Models

/// Who says a `username` gets tokens that change, since the app of that form refreshes; who says an `email` gets one
/// secret that lives as long as the session, since the app of that form never does.
func signIn(_ call: APICall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: SignInRequest.self)
    guard let login = body.username ?? body.email else { throw EdgeError(SignInRequest.missingName) }
    // What the app shows besides need not count any more: it says that the app has been signed in before.
    var shown: SecretText?
    if case .token(let token)? = try? Credential.ofPerson(call.request.headers) { shown = token }
    let reply = try await call.sendPassword(
        SignIn(
            login: Personal(login), password: SecretText(body.password),
            kind: body.username == nil ? .opaque : .rotating, isRemembered: body.rememberDevice ?? true, shown: shown,
            cancelsErasure: body.cancelErasure))
    return try call.signedIn(reply)
}
