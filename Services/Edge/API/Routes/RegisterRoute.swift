// POST auth/register: a person makes an account and is signed in to it.

import BaliseAPI
import Models

/// As for signing in, a `username` decides what the app gets.
func register(_ call: APICall) async throws(EdgeError) -> Answer {
    try call.count(.registration)
    let json = try call.json()
    let body = try RegisterRequest(readFrom: json)
    let names = AccountNames(username: body.username, email: body.email, phoneNumber: body.phoneNumber)
    guard names != AccountNames() else { throw EdgeError(RegisterRequest.missingName) }
    let message = Register(
        names: names, password: SecretText(body.password),
        details: try ProfileDetails(body, json, call.profileFields, client: call.request.headers.client),
        kind: names.username == nil ? .opaque : .rotating)
    let reply: SignedIn
    do throws(EdgeError) { reply = try await call.sendNewNames(message) } catch { throw error.ofRegistration }
    return try call.signedIn(reply)
}

extension EdgeError {
    /// The account is made first and its session after it, so a failure in between leaves an account. A failure that lasts keeps
    /// its own text, since the first of the two meets it as well.
    fileprivate var ofRegistration: EdgeError {
        guard [.unavailable, .overloaded, .timedOut].contains(code), !isLasting else { return self }
        var error = self
        error.message = "the account may exist now: sign in, or send the same registration again within a minute"
        error.isTold = true
        return error
    }
}
