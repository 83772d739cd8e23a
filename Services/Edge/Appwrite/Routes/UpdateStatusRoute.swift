import BaliseAPI
import Models

/// Erases the account. A closed account could not be opened again, and Balise keeps no data without a use. If the
/// operator allows users to cancel an erasure, the account is erased at the end of that time. So this requires a recent
/// session; an anonymous user has no other proof than their session.
func updateStatus(_ call: AppwriteCall, _: Caller) async throws(EdgeError) -> Answer {
    let caller = try await call.sessionCaller(servesStale: false)
    if caller.principal.signInMethod != .anonymous {
        guard RecentSignIn.isShown(by: caller.principal, at: call.appwrite.clock.now()) else {
            throw .appwrite(
                .unauthorizedScope, "Create a new session, and close the account within 5 minutes.")
        }
    }
    var answer: Answer
    do {
        var profile = try await call.send(GetProfile(account: caller.account))
        profile.status = .disabled
        answer = try await call.user(profile)
        _ = try await call.send(EraseOwnAccount(account: caller.account, session: caller.session, shown: caller.shown))
    } catch {
        throw error.asMissing
    }
    // The feeds announce the same a moment later.
    call.appwrite.authenticator.forget(session: caller.session)
    answer.fields += call.appwrite.cookies.fieldsClearing(isSecure: call.isSecure)
    return answer
}
