import Foundation
import Models

/// The cost of scrypt for a password (RFC 7914 section 2).
struct ScryptParameters: Hashable, Sendable {
    /// N, a power of two. Together with the block size it determines the memory.
    var rounds: Int
    /// The block size r, in blocks of 128 bytes.
    var blockSize: Int
    /// p, the number of repetitions.
    var parallelism: Int

    /// The cost of new hashes: 16 MiB and about 200 ms.
    static let standard = ScryptParameters(rounds: 1 << 14, blockSize: 8, parallelism: 5)

    /// The cost of one guess for an attacker, in blocks.
    var work: Int { rounds * blockSize * parallelism }
}

struct StoredPassword: Hashable, Sendable {
    let salt: [UInt8]
    let hash: [UInt8]
    let parameters: ScryptParameters
    /// The hash of another system. If it is set, `salt` and `hash` are empty.
    var imported: ImportedHash?

    /// Makes the password of an import. Balise's own hash replaces the imported hash at the next sign-in.
    static func imported(_ hash: ImportedHash) -> StoredPassword {
        StoredPassword(salt: [], hash: [], parameters: .standard, imported: hash)
    }

    static let saltLength = 16
    static let hashLength = 32

    func isWeaker(than wanted: ScryptParameters) -> Bool { imported != nil || parameters.work < wanted.work }
}

/// A user's password, in the form that is hashed. It cannot be printed.
struct Password: Sendable {
    /// The longest password in characters, as `length` counts them.
    static let maximumLength = 1024
    /// The shortest password that was ever accepted, in bytes of UTF-8; `PasswordRules` apply to new passwords.
    private static let minimumBytes = 6

    private let text: SecretText

    /// Reads a password; nil for a text that cannot be any account's password.
    init?(shown text: SecretText) {
        guard text.value.utf8.count >= Password.minimumBytes, text.value.length <= Password.maximumLength else {
            return nil
        }
        self.text = text
    }

    /// The bytes as the user typed them, which other systems hash.
    var typedBytes: [UInt8] { Array(text.value.utf8) }

    /// The bytes to hash. Another system may send the same letters as other code points, so the letters are composed
    /// first (RFC 8265 section 4.2.2).
    var bytes: [UInt8] { Array(text.value.precomposedStringWithCanonicalMapping.utf8) }
}
