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

    /// Why a session whose person was recognised then must not live; nil when it may.
    ///
    /// Both moments are by the clock of identity. The same rule refuses a session that is about to be made, so the order in
    /// which the news and the sign-in arrive does not matter.
    func ends(_ authenticatedAt: UnixTime) -> SessionEnd.Reason? {
        switch self {
        case .erased: .accountErased
        case .disabled: .accountDisabled
        case .active(let end?) where authenticatedAt <= end: .accountSignedOut
        case .active: nil
        }
    }
}
