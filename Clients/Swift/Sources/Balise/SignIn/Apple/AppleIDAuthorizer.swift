public import BaliseAPI

/// Apple's part of Sign in with Apple: shows the sheet, and knows whether an earlier sign-in is still valid. Use
/// `SystemAppleIDAuthorizer` on Apple's systems, a script in tests and previews.
public protocol AppleIDAuthorizer: Sendable {
    /// Shows the sheet, without asking for a name or an address.
    /// - Parameter hashedNonce: ``AppleNonce/hashed``, which Apple puts into the identity token.
    /// - Returns: The result; nil when the user has cancelled.
    func authorize(hashedNonce: String) async throws(BaliseError) -> AppleIDAuthorization?

    /// Returns whether an Apple user's sign-in is still valid at Apple.
    /// - Parameter user: ``AppleIDAuthorization/user``.
    func credentialState(of user: String) async throws(BaliseError) -> AppleCredentialState

    /// Returns an element each time the system reports that a credential was revoked, from now on.
    func revocations() -> AsyncStream<Void>
}

/// The system's result of a sign-in with Apple.
public struct AppleIDAuthorization: Hashable, Sendable {
    /// The Apple user's id, the same on all devices and for all apps of one team.
    public var user: String
    /// The identity token, a JWT that the server verifies.
    public var identityToken: SecretText
    /// A code that the server exchanges at Apple, so that it can revoke the user's consent when the account is erased.
    public var authorizationCode: SecretText?

    public init(user: String, identityToken: SecretText, authorizationCode: SecretText? = nil) {
        (self.user, self.identityToken, self.authorizationCode) = (user, identityToken, authorizationCode)
    }
}

/// The state of an Apple user's sign-in at Apple.
public enum AppleCredentialState: Hashable, Sendable {
    /// The sign-in is valid.
    case authorized
    /// The user has revoked the app's access in the settings of their Apple Account.
    case revoked
    /// The sign-in is unknown: the Apple Account of this device has never signed in to the app.
    case notFound
    /// The app moved to another team. A sign-in within 60 days keeps a prepared account (`apple.transferTeam`).
    case transferred

    /// Whether this state ends the session on this device.
    var endsSession: Bool {
        switch self {
        case .revoked, .notFound: true
        case .authorized, .transferred: false
        }
    }
}
