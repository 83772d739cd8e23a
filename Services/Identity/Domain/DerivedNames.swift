import AppleAccounts
import Models

/// Keeps together the ids and addresses that are derived from Apple users.
///
/// The derivation is public. Without this rule, a stranger could register the address of an Apple user under another
/// id, which would block that user's account.
struct DerivedNames: Sendable {
    /// The domain of the derived addresses.
    let domain: String

    /// Returns whether an account with this id may have these names together. A nil id is random, and never a derived one.
    func allow(_ names: AccountNames, for id: AccountID?) -> Bool {
        if let id, AppleAccount.isReserved(id: id) {
            return AppleAccount(id: id, domain: domain).map { AccountNames(email: $0.email) } == names
        }
        return !(names.email.map(isDerived) ?? false)
    }

    private func isDerived(_ email: Personal<String>) -> Bool {
        AppleAccount.isDerived(email: email.value, domain: domain)
    }
}

extension AccountProfile {
    /// Whether the user can get a new password by mail.
    ///
    /// Derived addresses have no mailbox. An account that was identified by a provider is never opened by a password again.
    var mayResetPassword: Bool { verifiedAt == nil && mayHaveLetterbox }

    /// Whether mail to its address can arrive; not for a derived one.
    var mayHaveLetterbox: Bool { !AppleAccount.isReserved(id: account) }
}
