// What is known of a session.

import Models

/// A session as the store knows it, without its client.
struct SessionRecord: Hashable, Sendable {
    let id: SessionID
    let account: AccountID
    let signInMethod: SignInMethod
    let kind: SessionKind
    let isRemembered: Bool
    /// When its person was recognised, by the clock of identity.
    let authenticatedAt: UnixTime
    let createdAt: UnixTime
    var lastActivityAt: UnixTime
    /// Where its tokens stand; nil for a session of another kind than rotating.
    var rotation: Rotation?
    /// Nil while it lives.
    var end: SessionEnd?

    /// Whether an access token that is still valid gets the next one. Only some apps that sign in by password may have
    /// nothing else. Every other app has a refresh token, and whoever finds an access token must not be able to go on
    /// with it.
    var refreshesByAccessToken: Bool { signInMethod == .password && kind == .rotating }

    /// What its person sees of it.
    func summary(_ client: SessionClient, _ limits: SessionLimits) -> SessionSummary {
        SessionSummary(
            session: id, account: account, signInMethod: signInMethod, kind: kind, createdAt: createdAt,
            lastActivityAt: lastActivityAt, expiresAt: limits.expiry(of: self), isRemembered: isRemembered,
            client: client)
    }
}

/// That a session has ended.
struct SessionEnd: Hashable, Sendable {
    let reason: Reason
    let at: UnixTime

    /// Why a session has ended. The raw value is stored, and is what the log says.
    enum Reason: String, Sendable, CaseIterable {
        /// Its person signed out, here or from another device, or removed the link by which it began.
        case signedOut = "signed-out"
        /// The account had too many.
        case limit
        /// A token was used that had its successor.
        case reuse
        /// It was not used for too long, or is too old.
        case expired
        /// The account was closed by an operator.
        case accountDisabled = "account-disabled"
        /// The account was erased.
        case accountErased = "account-erased"
        /// All sessions of the account ended, as a new password makes them.
        case accountSignedOut = "account-signed-out"
        /// Its person signed out at their identity provider.
        case providerSignedOut = "provider-signed-out"
        /// The operator does not trust its identity provider any more.
        case issuerRemoved = "issuer-removed"

        /// What whoever shows a token of the session is told.
        var refusal: ErrorCode {
            switch self {
            case .expired: .tokenExpired
            case .accountDisabled, .accountErased: .accountGone
            case .signedOut, .limit, .reuse, .accountSignedOut, .providerSignedOut, .issuerRemoved: .invalidToken
            }
        }

        /// Whether it ends everything of its account, sessions too that are not known here.
        var isOfAccount: Bool {
            switch self {
            case .accountDisabled, .accountErased, .accountSignedOut: true
            case .signedOut, .limit, .reuse, .expired, .providerSignedOut, .issuerRemoved: false
            }
        }
    }
}

/// A session that was ended just now, for the log.
struct EndedSession: Hashable, Sendable {
    let session: SessionID
    let account: AccountID
    let reason: SessionEnd.Reason
}
