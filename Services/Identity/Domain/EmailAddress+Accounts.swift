// The e-mail addresses of accounts.

import Models

extension EmailAddress {
    /// How it is compared with other names.
    var key: LoginKey { LoginKey(self) }
}

extension AccountProfile {
    /// The address that codes and links for the account go to; nil when it has none that reaches anybody, as one that was
    /// kept before there was a rule for addresses may be.
    var emailAddress: EmailAddress? {
        // A derived address is a name to sign in with, which no letterbox has.
        guard mayHaveLetterbox, let email = names.email else { return nil }
        return try? EmailAddress(email.value)
    }

    /// Whether a code that is sent to its address may sign somebody in: the person has shown that it is theirs, and the
    /// account is open, or to be erased, which its person may take back by that.
    var mayBeOpenedByEmail: Bool { emailVerifiedAt != nil && (status == .active || erasesAt != nil) }
}
