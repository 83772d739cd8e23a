/// Whether a user is signed in on this device.
public enum BaliseSessionState: Hashable, Sendable {
    /// A user is signed in. The id is nil if only the server knows it, for example for a token of an identity provider.
    case signedIn(account: String?)
    /// The identity provider's token has expired, and the host has given no other yet. The session continues.
    case tokenNeeded
    /// No user is signed in.
    case signedOut(SignOutReason)
}

/// The reason why no user is signed in.
public enum SignOutReason: Hashable, Sendable {
    /// No session is stored.
    case notSignedIn
    /// The user signed out.
    case signedOut
    /// The server ended the session: from another device, after too long without use, or because the account is gone.
    case ended
    /// The user has withdrawn the consent of Sign in with Apple, or the device now uses another Apple Account.
    case appleCredentialGone
}
