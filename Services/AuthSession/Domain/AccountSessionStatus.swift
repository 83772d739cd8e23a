// What the state of an account means for its sessions.

import Models

/// What the accounts feed says about an account.
enum AccountSessionStatus: Hashable, Sendable {
    case active(sessionsEndBefore: UnixTime?)
    case disabled
    case erased

    init(_ change: AccountChange?) {
        switch change {
        case nil: self = .erased
        case .some(let change):
            self = change.status == .disabled ? .disabled : .active(sessionsEndBefore: change.sessionsEndBefore)
        }
    }

    /// Why a session whose person was recognised at this moment must not live; nil when it may.
    ///
    /// Both moments are by the clock of identity. The same rule refuses a session that is about to begin, so it does
    /// not matter whether the feed or the sign-in comes first.
    func ends(_ authenticatedAt: UnixTime) -> SessionEnd.Reason? {
        switch self {
        case .erased: .accountErased
        case .disabled: .accountDisabled
        case .active(let end?) where authenticatedAt <= end: .accountSignedOut
        case .active: nil
        }
    }
}
