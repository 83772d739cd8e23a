import Models

struct SessionRecord: Hashable, Sendable {
    let id: SessionID
    let account: AccountID
    let signInMethod: SignInMethod
    let kind: SessionKind
    let isRemembered: Bool
    /// When the user signed in, on the identity service's clock.
    let signedInAt: UnixTime
    let createdAt: UnixTime
    var lastActivityAt: UnixTime
    /// The state of the tokens; nil for a session whose tokens do not rotate.
    var rotation: Rotation?
    var end: SessionEnd?

    /// Whether an access token may renew the session. It may for password sign-ins, because some of their apps have no
    /// refresh token. In all other sessions, a stolen access token must not be renewable.
    var refreshesByAccessToken: Bool { signInMethod == .password && kind == .rotating }

    func summary(_ client: SessionClient, _ limits: SessionLimits) -> SessionSummary {
        SessionSummary(
            session: id, account: account, signInMethod: signInMethod, kind: kind, createdAt: createdAt,
            lastActivityAt: lastActivityAt, expiresAt: limits.expiry(of: self), isRemembered: isRemembered,
            client: client)
    }
}

struct SessionEnd: Hashable, Sendable {
    let reason: Reason
    let at: UnixTime

    /// Why a session ended. The raw value is stored and logged.
    enum Reason: String, Sendable, CaseIterable {
        /// The user signed out, here or from another device, or removed the provider link that began the session.
        case signedOut = "signed-out"
        case limit
        case reuse
        case expired
        case accountDisabled = "account-disabled"
        case accountErased = "account-erased"
        /// All sessions of the account ended, for example after a new password.
        case accountSignedOut = "account-signed-out"
        case providerSignedOut = "provider-signed-out"
        /// The operator no longer trusts the session's identity provider.
        case issuerRemoved = "issuer-removed"

        var refusal: ErrorCode {
            switch self {
            case .expired: .tokenExpired
            case .accountDisabled, .accountErased: .accountGone
            case .signedOut, .limit, .reuse, .accountSignedOut, .providerSignedOut, .issuerRemoved: .invalidToken
            }
        }

        /// Whether the end concerns all sessions of the account, including sessions that are unknown here.
        var isOfAccount: Bool {
            switch self {
            case .accountDisabled, .accountErased, .accountSignedOut: true
            case .signedOut, .limit, .reuse, .expired, .providerSignedOut, .issuerRemoved: false
            }
        }
    }
}

struct EndedSession: Hashable, Sendable {
    let session: SessionID
    let account: AccountID
    let reason: SessionEnd.Reason
}

enum AccountSessionStatus: Hashable, Sendable {
    case active(sessionsEndBefore: UnixTime?, keptSession: SessionID? = nil, providerSessionsEndBefore: UnixTime? = nil)
    case disabled
    case erased

    init(_ change: AccountChange?) {
        switch change {
        case nil: self = .erased
        case .some(let change):
            // This includes a status that only a later version knows: it must not let a user sign in.
            self =
                change.status == .active
                ? .active(
                    sessionsEndBefore: change.sessionsEndBefore, keptSession: change.keptSession,
                    providerSessionsEndBefore: change.providerSessionsEndBefore)
                : .disabled
        }
    }

    /// Returns the reason why a session must end; nil if it may continue. All times are on the identity service's
    /// clock. The same rule refuses a session that is about to begin, so the order of the feed and the sign-in does not
    /// matter.
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

/// The limits of sessions. Times are in seconds.
struct SessionLimits: Sendable {
    /// How long a session without "remember me" may be unused, in seconds.
    var idle: Int64 = 30 * 86_400
    var rememberedIdle: Int64 = 365 * 86_400
    var absolute: Int64 = 3650 * 86_400
    var maximum = 10
    /// How long an unused answer to a refresh is repeated, in seconds: the lifetime of its access token.
    var answerLife: Int64 = 86_400

    /// How long an ended session's id is kept, in seconds, so that its tokens are still recognised.
    static let keptAfterEnd: Int64 = 30 * 86_400

    /// How long an erasure is remembered, in seconds: longer than most backups, so that a restored account is noticed.
    static let erasedKnownFor: Int64 = 400 * 86_400

    func expiry(of session: SessionRecord) -> UnixTime {
        let isLong = session.isRemembered || session.kind != .rotating
        let unused = session.lastActivityAt.adding(seconds: isLong ? rememberedIdle : idle)
        return min(unused, session.createdAt.adding(seconds: absolute))
    }

    /// Returns the sessions to end: expired sessions, then the least recently active sessions until a new session fits.
    func sessionsToEnd(
        among living: [SessionRecord], at now: UnixTime
    ) -> [(session: SessionRecord, reason: SessionEnd.Reason)] {
        let isOver = { expiry(of: $0) <= now }
        let over = living.filter(isOver).map { (session: $0, reason: SessionEnd.Reason.expired) }
        let rest = living.filter { !isOver($0) }.sorted { $0.lastActivityAt < $1.lastActivityAt }
        let surplus = rest.prefix(max(0, rest.count - (maximum - 1)))
        return over + surplus.map { (session: $0, reason: .limit) }
    }
}
