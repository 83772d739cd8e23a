// The token with which a person who forgot their password sets a new one.

import Crypto
import Models

/// A token for a new password: good once, for an hour (with an invitation a week), while no later one was made. It cannot be printed.
struct ResetToken: Sendable {
    /// What stands in the link: `pr_` and 43 characters of base64url (RFC 4648 section 5).
    let text: SecretText

    static let randomLength = 32
    static let lifetimeSeconds: Int64 = 3600
    /// Of one that comes with an invitation, which nobody waits for.
    static let invitationSeconds: Int64 = 7 * 24 * 3600

    /// A new token.
    ///
    /// - Parameter random: 32 fresh random bytes.
    init(random: [UInt8]) {
        text = SecretText("pr_" + base64URL(random))
    }

    /// A token that somebody shows; nil when it cannot be one.
    init?(shown text: SecretText) {
        guard text.value.utf8.count == 46, text.value.hasPrefix("pr_") else { return nil }
        self.text = text
    }

    /// What is stored of it. Nobody guesses 256 random bits, so a fast hash will do.
    var hash: [UInt8] { Array(SHA256.hash(data: Array(text.value.utf8))) }
}
