import BaliseAPI
import Models

/// A second step could lock the user out, so adding one requires a recent sign-in.
func beginTOTP(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let begun = try await call.send(
        BeginTOTP(account: caller.account, signedInAt: caller.principal.signedInAt, session: caller.session))
    return .enveloped(
        SecondStepEnrolment(
            secret: SecretString(begun.secret), uri: SecretString(begun.uri), expiresAt: begun.expiresAt.date))
}
