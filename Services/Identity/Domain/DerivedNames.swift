// The rule that ids and addresses derived from Apple users belong together.

import AppleAccounts
import Models

/// The rule that ids and addresses that are derived from Apple users belong together.
///
/// The derivation is public. Without the rule anybody could register the address of an Apple user under an id of their
/// own, and the account of that user could not be made.
struct DerivedNames: Sendable {
    /// The domain of the derived addresses.
    let domain: String

    /// Whether an account with this id may have these names, all of them together. A nil id is a random one, which is
    /// never a derived one.
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
    /// Whether a message may bring the person a new password.
    ///
    /// Derived addresses reach nobody, and an account that a provider has vouched for is never opened by a password
    /// again.
    var mayResetPassword: Bool { verifiedAt == nil && mayHaveLetterbox }

    /// Whether its address may reach somebody: a derived one does not.
    var mayHaveLetterbox: Bool { !AppleAccount.isReserved(id: account) }
}
