// What follows from an Apple user id, in the domain's types: what the services know of it.

public import AppleDerivation
public import Models

/// The account of an Apple user, derived from the user id that Apple gives to an app.
///
/// The id and the address are one-way: they lead back to no Apple user. The password is not a secret from anybody who
/// knows the Apple user id, which is why an account that was signed in to with a verified token has none.
public struct AppleAccount: Hashable, Sendable {
    /// `apple_` and the first 30 hexadecimal digits of SHA-256 of the Apple user id: 36 characters.
    public let id: AccountID
    /// `<id>@<domain>`. No message reaches it.
    public let email: Personal<String>

    /// What the domain of the derived addresses is unless it is configured.
    public static let domain = AppleDerivation.domain
    /// The name that every such account has.
    public static let displayName = AppleDerivation.displayName

    /// The account of an Apple user; nil for an empty user id.
    ///
    /// - Parameter appleUserID: As `ASAuthorizationAppleIDCredential.user` or the claim `sub` has it.
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

    /// The account that has this id; nil when the id is no derived one.
    public init?(id: AccountID, domain: String = AppleAccount.domain) {
        guard AppleDerivation.isAccountID(id.text) else { return nil }
        self.init(derived: id, domain)
    }

    /// Whether an address is one of those that are derived: only the account with the id before its @ may have it.
    public static func isDerived(email: String, domain: String = AppleAccount.domain) -> Bool {
        email.lowercased().hasSuffix("@" + domain.lowercased())
    }

    /// Whether an id looks like a derived one: only a derived id may.
    public static func isReserved(id: AccountID) -> Bool { id.text.lowercased().hasPrefix(AppleDerivation.prefix) }

    /// The password that an app derives which has no verified sign-in: the first 32 hexadecimal digits of SHA-256 of
    /// the Apple user id and a salt.
    public static func password(appleUserID: String, salt: String = AppleDerivation.salt) -> SecretText {
        SecretText(AppleDerivation.password(appleUserID: appleUserID, salt: salt))
    }
}
