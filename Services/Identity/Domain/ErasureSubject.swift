import Crypto
import Models

/// Identifies an erased account in a receipt: by a hash of its id, salted with the id of the erasure.
///
/// With the account's id one can verify that a receipt is about that account. Without it the receipt reveals nothing,
/// and two receipts do not show whether they are about the same id.
enum ErasureSubject {
    /// Returns the SHA-256 of both ids with a line feed between them, in base64url (RFC 4648, section 5).
    static func text(of account: AccountID, in erasure: ErasureID) -> String {
        base64URL(SHA256.hash(data: Array("\(erasure.text)\n\(account.text)".utf8)))
    }
}

/// The secret that, with the id of its erasure, opens a receipt.
enum ErasureSecret {
    /// Returns its stored form. The secret has 256 random bits, so a fast hash is enough.
    static func hash(_ secret: SecretText) -> [UInt8] { Array(SHA256.hash(data: Array(secret.value.utf8))) }
}
