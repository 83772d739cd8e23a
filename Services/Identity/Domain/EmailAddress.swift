// E-mail addresses that codes are sent to.

import Models

/// An e-mail address, and how it is compared.
struct EmailAddress: Hashable, Sendable {
    /// As it is kept (`NameRules.email`).
    let text: Personal<String>
    let key: LoginKey

    /// - Throws: `invalidRequest` for what is none.
    init(_ typed: String) throws(ServiceError) {
        let text = try NameRules.email(typed)
        guard let key = LoginKey(text) else {
            throw ServiceError(.invalidRequest, "that is not an e-mail address")
        }
        (self.text, self.key) = (Personal(text), key)
    }
}

extension AccountProfile {
    /// The address that codes for the account go to; nil when it has none that reaches anybody.
    var emailAddress: EmailAddress? {
        // A derived address is a name to sign in with, which no letterbox has.
        guard mayHaveLetterbox, let email = names.email else { return nil }
        return try? EmailAddress(email.value)
    }

    /// Whether a code that is sent to its address may sign somebody in: the person has shown that it is theirs, and the
    /// account is open, or to be erased, which its person may take back by that.
    var mayBeOpenedByEmail: Bool { emailVerifiedAt != nil && (status == .active || erasesAt != nil) }
}
