// Whose account was erased, as the receipt says it.

import Crypto
import Models

/// What a receipt names an erased account by: a hash of its id, salted with the id of the erasure.
///
/// Whoever knows the id of the account finds out with the receipt whether it was that one. Nobody else learns it from the
/// receipt, and two receipts do not show that they are about accounts with the same id.
enum ErasureSubject {
    /// The SHA-256 of both ids with a line feed between them, in base64url (RFC 4648, section 5).
    static func text(of account: AccountID, in erasure: ErasureID) -> String {
        base64URL(SHA256.hash(data: Array("\(erasure.text)\n\(account.text)".utf8)))
    }
}

/// What opens a receipt beside the id of its erasure.
enum ErasureSecret {
    /// What is stored of it. It is made of 256 random bits, so a fast hash will do.
    static func hash(_ secret: SecretText) -> [UInt8] { Array(SHA256.hash(data: Array(secret.value.utf8))) }
}
