// What the state of an account means for its sessions.

import Models

/// What the accounts feed says about an account.
enum AccountSessionStatus: Hashable, Sendable {
    case active(sessionsEndBefore: UnixTime?, providerSessionsEndBefore: UnixTime? = nil)
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
                    sessionsEndBefore: change.sessionsEndBefore,
                    providerSessionsEndBefore: change.providerSessionsEndBefore)
        }
    }

    /// Why a session whose person was recognised at this moment by this method must not live; nil when it may.
    ///
    /// All moments are by the clock of identity. The same rule refuses a session that is about to begin, so it does
    /// not matter whether the feed or the sign-in comes first.
    func ends(_ authenticatedAt: UnixTime, by signInMethod: SignInMethod) -> SessionEnd.Reason? {
        switch self {
        case .erased: .accountErased
        case .disabled: .accountDisabled
        case .active(let end?, _) where authenticatedAt <= end: .accountSignedOut
        case .active(_, let end?) where signInMethod == .issuer && authenticatedAt <= end: .signedOut
        case .active: nil
        }
    }
}
