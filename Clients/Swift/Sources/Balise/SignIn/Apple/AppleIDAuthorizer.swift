// What Apple's systems do for Sign in with Apple, as the SDK asks it of them.

public import BaliseAPI

/// Asks the system to let the person sign in with Apple, and whether an earlier sign-in still counts at Apple:
/// `SystemAppleIDAuthorizer` on Apple's systems, a script in tests and previews.
public protocol AppleIDAuthorizer: Sendable {
    /// Has the person confirm that they sign in, without asking for their name or address.
    ///
    /// - Parameter hashedNonce: What Apple puts into the identity token, ``AppleNonce/hashed``.
    /// - Returns: Nil when the person has cancelled.
    func authorize(hashedNonce: String) async throws(BaliseError) -> AppleIDAuthorization?

    /// Whether the sign-in of an Apple user still counts at Apple.
    ///
    /// - Parameter user: ``AppleIDAuthorization/user``.
    func credentialState(of user: String) async throws(BaliseError) -> AppleCredentialState

    /// An element each time that the system says that some credential was revoked, from now on.
    func revocations() -> AsyncStream<Void>
}

/// What the system gives when a person has signed in with Apple.
public struct AppleIDAuthorization: Hashable, Sendable {
    /// The Apple user, the same on all devices of a person, for the apps of one team.
    public var user: String
    /// The JWT that the server verifies.
    public var identityToken: SecretString
    /// What the server exchanges at Apple, so that it can revoke the consent when the account is erased.
    public var authorizationCode: SecretString?

    /// What the system gave.
    public init(user: String, identityToken: SecretString, authorizationCode: SecretString? = nil) {
        self.user = user
        self.identityToken = identityToken
        self.authorizationCode = authorizationCode
    }
}

/// Whether the sign-in of an Apple user still counts at Apple.
public enum AppleCredentialState: Hashable, Sendable {
    /// It does.
    case authorized
    /// The person has withdrawn their consent in the settings of their Apple Account.
    case revoked
    /// The system knows of none: the person has never signed in to the app with the Apple Account that this device has.
    case notFound
    /// The app went to another team; its server has to ask Apple for the user's new id.
    case transferred

    /// Whether the session that was begun by the sign-in ends.
    var endsSession: Bool {
        switch self {
        case .revoked, .notFound: true
        case .authorized, .transferred: false
        }
    }
}
