import Crypto
import CryptoExtras
import Foundation
import Models

/// The passwords of share links, hashed with scrypt (RFC 7914): 16 MiB, about 40 ms.
enum LinkPassword {
    static func stored(_ password: SecretText, salt: [UInt8]) throws -> StoredDeviceKey {
        StoredDeviceKey(salt: salt, hash: try derive(password, salt).withUnsafeBytes { Array($0) })
    }

    /// Compares in constant time.
    static func matches(_ shown: SecretText, _ stored: StoredDeviceKey) throws -> Bool {
        try derive(shown, stored.salt) == SymmetricKey(data: stored.hash)
    }

    /// Keyboards send the same letters as different code points, so they are composed first (RFC 8265 section 4.2.2).
    private static func derive(_ password: SecretText, _ salt: [UInt8]) throws -> SymmetricKey {
        try KDF.Scrypt.deriveKey(
            from: Array(password.value.precomposedStringWithCanonicalMapping.utf8), salt: salt, outputByteCount: 32,
            rounds: 1 << 14, blockSize: 8, parallelism: 1)
    }
}
