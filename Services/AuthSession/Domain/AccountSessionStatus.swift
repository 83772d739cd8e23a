// What the state of an account means for its sessions.

import Models

/// What the accounts feed says about an account.
enum AccountSessionStatus: Hashable, Sendable {
    case active(sessionsEndBefore: UnixTime?, keptSession: SessionID? = nil, providerSessionsEndBefore: UnixTime? = nil)
    case disabled
    case erased

    init(_ change: AccountChange?) {
        switch change {
        case nil: self = .erased
        case .some(let change):
            self =
                change.status == .disabled
                ? .disabled
                : .active(
                    sessionsEndBefore: change.sessionsEndBefore, keptSession: change.keptSession,
                    providerSessionsEndBefore: change.providerSessionsEndBefore)
        }
    }

    /// Why a session must not live; nil when it may.
    ///
    /// All moments are by the clock of identity. The same rule refuses a session that is about to begin, so it does
    /// not matter whether the feed or the sign-in comes first.
    func ends(_ session: SessionRecord) -> SessionEnd.Reason? {
        let authenticatedAt = session.authenticatedAt
        return switch self {
        case .erased: .accountErased
        case .disabled: .accountDisabled
        case .active(let end?, let kept, _) where authenticatedAt <= end && session.id != kept: .accountSignedOut
        case .active(_, _, let end?) where session.signInMethod == .issuer && authenticatedAt <= end: .signedOut
        case .active: nil
        }
    }
}
