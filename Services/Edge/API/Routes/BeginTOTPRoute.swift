// POST users/me/totp: a person wants codes of an app as the second step of their sign-in.

import BaliseAPI
import Models

/// Whoever adds one could keep the person out, so they have to have signed in a moment ago.
func beginTOTP(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let begun = try await call.send(
        BeginTOTP(account: caller.account, signedInAt: caller.principal.signedInAt, session: caller.session))
    return .enveloped(
        SecondStepEnrolment(
            secret: SecretString(begun.secret), uri: SecretString(begun.uri), expiresAt: begun.expiresAt.date))
}
