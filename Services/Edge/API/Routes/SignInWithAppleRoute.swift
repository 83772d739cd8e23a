// POST auth/apple: a person signs in with Apple.

import BaliseAPI
import HTTPTypes
import Models

/// The app gets tokens that change, unless it says that it never refreshes (`kind` is `opaque`).
func signInWithApple(_ call: APICall) async throws(EdgeError) -> Answer {
    let body = try call.body()
    let kind: SessionKind
    switch try body.text("kind") {
    case nil: kind = .rotating
    case let text?:
        guard let known = SessionKind(rawValue: text), known != .external else {
            throw .invalid("The member kind must be rotating or opaque.")
        }
        kind = known
    }
    let reply = try await call.sendSecret(
        SignInWithApple(
            identityToken: try body.neededSecret("identityToken"), nonce: try body.secret("nonce"),
            authorizationCode: try body.secret("authorizationCode"), kind: kind))
    return try call.signedIn(reply, status: .ok)
}
