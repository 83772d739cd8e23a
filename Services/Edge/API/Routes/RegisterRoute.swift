// POST auth/register: a person makes an account and is signed in to it.

import BaliseAPI
import HTTPTypes
import Models

/// As for signing in, a `username` decides what the app gets.
func register(_ call: APICall) async throws(EdgeError) -> Answer {
    try call.count(.registration)
    let body = try call.body()
    let names = try AccountNames(body)
    guard names != AccountNames() else { throw .invalid("The member email, or username, is missing.") }
    let reply = try await call.send(
        Register(
            names: names, password: try body.neededSecret("password"),
            details: try ProfileDetails(registration: body, call.profileFields, client: call.request.context.client),
            kind: names.username == nil ? .opaque : .rotating))
    return try call.signedIn(reply, status: .created)
}
