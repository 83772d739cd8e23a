// The ways in which people sign in.

/// A way in: who vouches for the person, and so what may be kept about a sign-in.
public enum SignInMethod: String, Codable, Sendable, CaseIterable {
    /// A user name, an e-mail address or a phone number, with a password.
    case password
    /// The Appwrite account API with a password, as an app uses it whose people are known by nothing but a derived id.
    case appwrite
    /// Nobody in particular: an account without a name or a password, which lives as long as its session.
    case anonymous
    /// A verified identity token of Apple.
    case apple
    /// A verified token of an identity provider that the operator trusts (OpenID Connect).
    case issuer
    /// A passkey, whose public key the account has.
    case passkey
    /// A code that was sent to an e-mail address which the person has confirmed.
    case emailCode

    /// Whether its sessions are those of the Appwrite account API, and count there alone.
    public var isOfAppwrite: Bool { self == .appwrite || self == .anonymous }

    /// Whether device, place and address of sign-ins are kept. Where not, they are shown as "".
    public var keepsClientInfo: Bool {
        switch self {
        case .password, .issuer, .passkey, .emailCode: true
        case .appwrite, .anonymous, .apple: false
        }
    }
}
