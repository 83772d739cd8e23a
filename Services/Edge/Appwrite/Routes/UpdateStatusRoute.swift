// PATCH account/status: a person closes their account.

import BaliseAPI
import Models

/// Erases the account: nobody could open a closed one again, and what nobody can use is not kept. Where the operator lets
/// people take that back for a time, it is erased when that is over. So a session has to
/// be shown, and one that has just begun; whoever is nobody in particular has no other proof than theirs.
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
    // The feeds say the same a moment later.
    call.appwrite.authenticator.forget(session: caller.session)
    answer.fields += call.appwrite.cookies.fieldsClearing(isSecure: call.isSecure)
    return answer
}
