// Passwords: which are taken, and what is kept of them.

import Foundation
import Models

/// How much work scrypt does for one password (RFC 7914 section 2).
struct ScryptParameters: Hashable, Sendable {
    /// N, a power of two: with the block size it makes the memory.
    var rounds: Int
    /// r, in blocks of 128 bytes.
    var blockSize: Int
    /// p: how often the whole is done.
    var parallelism: Int

    /// 16 MiB and some 200 ms.
    static let standard = ScryptParameters(rounds: 1 << 14, blockSize: 8, parallelism: 5)

    /// What an attacker pays for one guess, in blocks.
    var work: Int { rounds * blockSize * parallelism }
}

/// What is kept of a password.
struct StoredPassword: Hashable, Sendable {
    /// Random, of this password alone.
    let salt: [UInt8]
    /// What scrypt makes of password and salt.
    let hash: [UInt8]
    /// With what it was made.
    let parameters: ScryptParameters

    static let saltLength = 16
    static let hashLength = 32

    /// Whether it should be made anew with `wanted`, which takes more work.
    func isWeaker(than wanted: ScryptParameters) -> Bool { parameters.work < wanted.work }
}

/// A password as a person gave it, in the form in which it is hashed. It cannot be printed.
struct Password: Sendable {
    /// How long a password may be, in characters (`length`).
    static let maximumLength = 1024
    /// The shortest that were ever taken, in bytes of UTF-8; `PasswordRules` say what new ones are.
    private static let minimumBytes = 6

    private let text: SecretText

    /// A password that somebody shows; nil when no account can have it.
    init?(shown text: SecretText) {
        guard text.value.utf8.count >= Password.minimumBytes, text.value.length <= Password.maximumLength else {
            return nil
        }
        self.text = text
    }

    /// What is hashed. The same letters typed on another system may come in other code points, so they are composed
    /// first (RFC 8265 section 4.2.2).
    var bytes: [UInt8] { Array(text.value.precomposedStringWithCanonicalMapping.utf8) }
}
