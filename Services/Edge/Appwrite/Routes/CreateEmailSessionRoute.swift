// POST account/sessions/email: a person signs in with an e-mail address and a password.

import Models

/// A session that the client still shows is replaced and not refused, since the app has no way out of a refusal: it
/// takes every error for an account that is not there yet.
///
/// Appwrite would make a session that opens nothing but its MFA calls, of which there are none here. An account that takes a
/// second step is answered what Appwrite answers to every other call of such a session: 401 `user_more_factors_required`.
func createEmailSession(_ call: AppwriteCall) async throws(EdgeError) -> Answer {
    let body = try call.body()
    let email = try body.shownEmail()
    let message = SignIn(
        login: email, password: try body.shownPassword("password"), kind: .opaque, isRemembered: true,
        signInMethod: .appwrite)
    let (reply, attempt) = try await call.limited(.emailSession(email)) {
        () async throws(EdgeError) -> SignedIn in
        do throws(EdgeError) { return try await call.sendPassword(message) } catch {
            throw error.known(as: .userMoreFactorsRequired, where: .secondStepNeeded)
        }
    }
    call.appwrite.limiter.forget(attempt)
    let answer = try call.signedIn(reply)
    // The new session stands: that the old one cannot be ended at this moment is no reason to lose it. It ends unused.
    if let old = try? await call.sessionCaller(servesStale: false) {
        try? await call.end(old.session, of: old.account)
    }
    return answer
}
