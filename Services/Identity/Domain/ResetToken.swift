import Crypto
import Models

/// A token for a new password: valid once, for an hour (with an invitation a week), until a later one replaces it. It cannot be
/// printed.
struct ResetToken: Sendable {
    /// The text in the link: `pr_` and 43 characters of base64url (RFC 4648 section 5).
    let text: SecretText

    static let randomLength = 32
    static let lifetimeSeconds: Int64 = 3600
    /// For invitations, which their receivers do not expect.
    static let invitationSeconds: Int64 = 7 * 24 * 3600

    init(random: [UInt8]) {
        text = SecretText("pr_" + base64URL(random))
    }

    init?(shown text: SecretText) {
        guard text.value.utf8.count == 46, text.value.hasPrefix("pr_") else { return nil }
        self.text = text
    }

    /// The stored form. The token has 256 random bits, so a fast hash is enough.
    var hash: [UInt8] { Array(SHA256.hash(data: Array(text.value.utf8))) }
}
