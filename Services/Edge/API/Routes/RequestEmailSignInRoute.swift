import BaliseAPI
import Models

/// The answer does not reveal whether the address is known.
func requestEmailSignIn(_ call: APICall) async throws(EdgeError) -> Answer {
    try call.count(.emailCode)
    let email = try call.body(as: EmailSignInRequest.self).email
    _ = try await call.send(RequestEmailSignIn(email: Personal(email)))
    return .done("If an account has confirmed the address, a code is on its way to it.")
}
