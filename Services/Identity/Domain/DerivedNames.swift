import AppleAccounts
import Models

/// Keeps together the ids and addresses derived from Apple users. Their derivation is public: a stranger could otherwise
/// register the address of an Apple user under another id, and block that user's account.
struct DerivedNames: Sendable {
    let domain: String

    /// A nil id is random, and never a derived one.
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
    /// Derived addresses have no mailbox. A password never again opens an account that was identified by a provider.
    var mayResetPassword: Bool { vouchedAt == nil && mayHaveLetterbox }

    var mayHaveLetterbox: Bool { !AppleAccount.isReserved(id: account) }
}
