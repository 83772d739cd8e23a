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
    let reply = try await call.sendNewNames(
        Register(
            names: names, password: SecretText(body.password),
            details: try ProfileDetails(body, json, call.profileFields, client: call.request.headers.client),
            kind: names.username == nil ? .opaque : .rotating))
    return try call.signedIn(reply)
}
