import BaliseAPI
import Models

/// Erases the account with all its data, and ends its sessions. A user who returns gets a new account, unless the
/// operator allows users to cancel an erasure.
func eraseOwnAccount(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let reply = try await call.send(
        EraseOwnAccount(account: caller.account, session: caller.session, shown: caller.shown))
    // The feeds announce the same a moment later.
    call.authenticator.forget(session: caller.session)
    return .body(EcoveloCyclist(caller.account, reply.dueAt == nil ? .deleted : .deletionRequested))
}
