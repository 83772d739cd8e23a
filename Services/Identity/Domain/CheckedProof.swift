// What a person has shown once more, as it was found to be right.

import Models
import WebAuthn

/// What a person has shown once more, as it was found to be right. It is judged again in the transaction that does what
/// they ask for.
enum CheckedProof: Sendable {
    case password(AccountPassword)
    /// A passkey, by its credential id, with which a challenge was answered that was for this.
    case passkey(ShownPasskey, credential: [UInt8], AnsweredChallenge)
    /// A code that was sent to the account's address as a proof, whose try was counted.
    case emailCode(TriedEmailCode)
}
