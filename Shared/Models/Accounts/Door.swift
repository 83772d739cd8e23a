// The ways in which people sign in.

/// A way in: who vouches for the person, and so what may be kept about a sign-in.
public enum Door: String, Codable, Sendable, CaseIterable {
    /// A user name, an e-mail address or a phone number, with a password.
    case password

    /// Whether device, place and address of sign-ins are kept. Where not, they are shown as "".
    public var keepsClientInfo: Bool {
        switch self {
        case .password: true
        }
    }
}
