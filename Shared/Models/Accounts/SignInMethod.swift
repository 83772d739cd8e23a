/// How a user signs in. This decides which facts about a sign-in may be stored.
public enum SignInMethod: String, Codable, Sendable, CaseIterable {
    case password
    /// The Appwrite account API with a password, used by an app that knows its users only by a derived id.
    case appwrite
    /// An anonymous account, without a name or a password. It lives as long as its session.
    case anonymous
    case apple
    /// A verified token of an identity provider that the operator trusts (OpenID Connect).
    case issuer
    case passkey
    case emailCode

    /// Whether sessions of this method are valid only in the Appwrite account API.
    public var isOfAppwrite: Bool { self == .appwrite || self == .anonymous }

    /// Whether the device, place and address of sign-ins are stored. If not, users see empty texts.
    public var keepsClientInfo: Bool {
        switch self {
        case .password, .issuer, .passkey, .emailCode: true
        case .appwrite, .anonymous, .apple: false
        }
    }
}
