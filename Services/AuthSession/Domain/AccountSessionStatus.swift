import Models

enum AccountSessionStatus: Hashable, Sendable {
    case active(sessionsEndBefore: UnixTime?, keptSession: SessionID? = nil, providerSessionsEndBefore: UnixTime? = nil)
    case disabled
    case erased

    init(_ change: AccountChange?) {
        switch change {
        case nil: self = .erased
        case .some(let change):
            // Also for a status that only a later version knows: it must not let a user sign in.
            self =
                change.status == .active
                ? .active(
                    sessionsEndBefore: change.sessionsEndBefore, keptSession: change.keptSession,
                    providerSessionsEndBefore: change.providerSessionsEndBefore)
                : .disabled
        }
    }

    /// Nil if the session may live. All times are on identity's clock. The same rule refuses a session that is about to begin,
    /// so the order of the feed and the sign-in does not matter.
    func ends(_ session: SessionRecord) -> SessionEnd.Reason? {
        let signedInAt = session.signedInAt
        return switch self {
        case .erased: .accountErased
        case .disabled: .accountDisabled
        case .active(let end?, let kept, _) where signedInAt <= end && session.id != kept: .accountSignedOut
        case .active(_, _, let end?) where session.signInMethod == .issuer && signedInAt <= end: .signedOut
        case .active: nil
        }
    }
}
