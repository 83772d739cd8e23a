public import AppleDerivation
public import Models

/// An account's names, derived one-way from the user id that Apple gives to an app. Whoever knows that id can derive
/// the password too, so an account has none after a sign-in with a verified token.
public struct AppleAccount: Hashable, Sendable {
    /// The account's id: `apple_` and 30 hexadecimal digits of the SHA-256 of the Apple user id, 36 characters.
    public let id: AccountID
    /// The account's address, `<id>@<domain>`. No message reaches it.
    public let email: Personal<String>

    public static let domain = AppleDerivation.domain
    public static let displayName = AppleDerivation.displayName

    /// Derives the names; nil for an empty user id (`ASAuthorizationAppleIDCredential.user` or the claim `sub`).
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

    /// Takes a derived id; nil if the id is not derived.
    public init?(id: AccountID, domain: String = AppleAccount.domain) {
        guard AppleDerivation.isAccountID(id.text) else { return nil }
        self.init(derived: id, domain)
    }

    /// Whether an address looks derived: only the account with the id before its @ may have it.
    public static func isDerived(email: String, domain: String = AppleAccount.domain) -> Bool {
        email.lowercased().hasSuffix("@" + domain.lowercased())
    }

    /// Whether an id looks derived. Such an id must really be derived.
    public static func isReserved(id: AccountID) -> Bool { id.text.lowercased().hasPrefix(AppleDerivation.prefix) }

    /// The password of an app without verified sign-in: 32 hex digits of the SHA-256 of the Apple user id and a salt.
    public static func password(appleUserID: String, salt: String = AppleDerivation.salt) -> SecretText {
        SecretText(AppleDerivation.password(appleUserID: appleUserID, salt: salt))
    }
}
