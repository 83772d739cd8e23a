import Crypto
import Models

struct AskedErasure: Hashable, Sendable {
    let id: ErasureID
    /// The hash of the secret for the erasure's receipt; nil if only operators may read it.
    let secretHash: [UInt8]?
    let at: UnixTime
}

extension AskedErasure {
    init(_ request: ErasureRequest, at now: UnixTime) {
        self.init(id: request.id, secretHash: request.secret.map(ErasureSecret.hash), at: now)
    }
}

struct BegunErasure: Hashable, Sendable {
    let askedAt: UnixTime
    /// The time at which the account will be erased; nil if it is erased already.
    let dueAt: UnixTime?
}

/// Names an erased account in a receipt by a salted hash. A reader who knows the account's id can verify the receipt.
/// Without the id it reveals nothing, and two receipts do not show whether they have the same account.
enum ErasureSubject {
    /// Returns the SHA-256 of both ids with a line feed between them, in base64url (RFC 4648, section 5).
    static func text(of account: AccountID, in erasure: ErasureID) -> String {
        base64URL(SHA256.hash(data: Array("\(erasure.text)\n\(account.text)".utf8)))
    }
}

enum ErasureSecret {
    /// Returns the stored form of a secret. The secret has 256 random bits, so a fast hash is enough.
    static func hash(_ secret: SecretText) -> [UInt8] { Array(SHA256.hash(data: Array(secret.value.utf8))) }
}

/// How long records of erasures are kept, in seconds.
enum ErasureRetention {
    /// The time after the last service has confirmed, in which the user can read the receipt.
    static let complete: Int64 = 90 * 86_400
    /// The time after the request, if a service never confirms.
    static let pending: Int64 = 400 * 86_400
}
