import Models

/// Replaces the session that the client still shows. A refusal would not work, because the app takes every error for a
/// missing account.
///
/// Appwrite would create a session that opens only its MFA calls, which Balise does not have. So an account with a
/// second step gets the error that Appwrite gives to all other calls of such a session: 401
/// `user_more_factors_required`.
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
    // The new session is valid even if the old one cannot be ended now; the old one expires unused.
    if let old = try? await call.sessionCaller(servesStale: false) {
        try? await call.end(old.session, of: old.account)
    }
    return answer
}
