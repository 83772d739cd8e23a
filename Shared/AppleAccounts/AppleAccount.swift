public import AppleDerivation
public import Models

/// An account's id and address, derived one-way from the user id that Apple gives to an app. The password can be
/// derived from that user id, too, so the account loses its password at the first sign-in with a verified token.
public struct AppleAccount: Hashable, Sendable {
    /// The account's id: `apple_` and 30 hexadecimal digits of the SHA-256 of the Apple user id, 36 characters.
    public let id: AccountID
    /// The account's address, `<id>@<domain>`. No message reaches it.
    public let email: Personal<String>

    public static let domain = AppleDerivation.domain
    public static let displayName = AppleDerivation.displayName

    /// Derives id and address; nil for an empty user id (`ASAuthorizationAppleIDCredential.user` or the claim `sub`).
    public init?(appleUserID: String, domain: String = AppleAccount.domain) {
        guard !appleUserID.isEmpty, let id = AccountID(AppleDerivation.accountID(appleUserID: appleUserID)) else {
            return nil
        }
        self.init(derived: id, domain)
    }

    private init(derived id: AccountID, _ domain: String) {
        self.id = id
        email = Personal(AppleDerivation.email(accountID: id.text, domain: domain))
    }

    /// Creates the account of a derived id; nil if the id does not have the form of a derived id.
    public init?(id: AccountID, domain: String = AppleAccount.domain) {
        guard AppleDerivation.isAccountID(id.text) else { return nil }
        self.init(derived: id, domain)
    }

    /// Whether an address looks derived. Only the account with the id before the @ may have such an address.
    public static func isDerived(email: String, domain: String = AppleAccount.domain) -> Bool {
        email.lowercased().hasSuffix("@" + domain.lowercased())
    }

    /// Whether an id looks derived. The server refuses such an id unless it is really derived.
    public static func isReserved(id: AccountID) -> Bool { id.text.lowercased().hasPrefix(AppleDerivation.prefix) }

    /// Returns the derived password: 32 hexadecimal digits of the SHA-256 of the Apple user id and the salt.
    public static func password(appleUserID: String, salt: String = AppleDerivation.salt) -> SecretText {
        SecretText(AppleDerivation.password(appleUserID: appleUserID, salt: salt))
    }
}
