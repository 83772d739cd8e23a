// Whether somebody is signed in, as an app wants to follow it.

/// Whether somebody is signed in.
public enum BaliseSessionState: Hashable, Sendable {
    /// Somebody is. The account's id is nil where only the server knows it, as with the token of an identity provider.
    case signedIn(account: String?)
    /// The identity provider's token is over and the host app has brought no other yet; the session itself goes on.
    case tokenNeeded
    /// Nobody is.
    case signedOut(SignOutReason)
}

/// Why nobody is signed in.
public enum SignOutReason: Hashable, Sendable {
    /// Nobody was, or what was kept of it is gone.
    case notSignedIn
    /// The person signed out.
    case signedOut
    /// The server ended the session: it was ended from another device, was unused for too long, or its account is gone.
    case ended
    /// The person has withdrawn from the app what Sign in with Apple had given it, or another Apple Account is in use on
    /// this device.
    case appleCredentialGone
}
