import Models
import WebAuthn

/// A user's proof after a successful check. The transaction of the request checks it again.
enum CheckedProof: Sendable {
    case password(AccountPassword)
    /// A passkey, by its credential id, with the challenge for this request.
    case passkey(ShownPasskey, credential: [UInt8], AnsweredChallenge)
    case emailCode(TriedEmailCode)
}
