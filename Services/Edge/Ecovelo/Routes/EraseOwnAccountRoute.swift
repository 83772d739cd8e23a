// DELETE users/me: a person leaves for good.

import BaliseAPI
import Models

/// Erases the account with all that is kept of it, and ends its sessions. Somebody who comes again is somebody new, unless
/// the operator lets people take that back for a time.
func eraseOwnAccount(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let reply = try await call.send(
        EraseOwnAccount(account: caller.account, session: caller.session, shown: caller.shown))
    // The feeds say the same a moment later.
    call.authenticator.forget(session: caller.session)
    return .body(EcoveloCyclist(caller.account, reply.dueAt == nil ? .deleted : .deletionRequested))
}
