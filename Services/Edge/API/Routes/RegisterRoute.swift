import BaliseAPI
import Models

/// As with sign-in, a `username` selects refresh tokens.
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
    /// A failure between creating the account and its session leaves an account. A lasting failure keeps its own text,
    /// because account creation meets it as well.
    fileprivate var ofRegistration: EdgeError {
        guard [.unavailable, .overloaded, .timedOut].contains(code), !isLasting else { return self }
        var error = self
        error.message = "the account may exist now: sign in, or send the same registration again within a minute"
        error.isTold = true
        return error
    }
}
