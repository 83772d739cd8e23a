import Models

extension EmailAddress {
    /// The form that is compared with other names.
    var key: LoginKey { LoginKey(self) }
}

extension AccountProfile {
    /// The address for the account's codes and links. Nil without a usable one: a stored address may be older than the
    /// rules for addresses.
    var emailAddress: EmailAddress? {
        // A derived address is only a name to sign in with, without a mailbox.
        guard mayHaveLetterbox, let email = names.email else { return nil }
        return try? EmailAddress(email.value)
    }

    /// Whether a code to its address may sign the user in. The address must be proven, and the account must be active
    /// or waiting for its erasure, which the user can cancel by signing in.
    var mayBeOpenedByEmail: Bool { emailVerifiedAt != nil && (status == .active || erasesAt != nil) }
}
