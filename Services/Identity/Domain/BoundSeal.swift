// How identity encrypts what it keeps in the database and nobody may read there.

import Crypto
import Foundation

/// Seals bytes with AES-GCM (NIST SP 800-38D), each bound to a text, such as the id of their row: what was sealed for one
/// is not opened for another. The key is derived (HKDF, RFC 5869) from the secret in the folder of keys, which is not in the
/// database.
struct BoundSeal: Sendable {
    private let key: SymmetricKey

    /// - Parameters:
    ///   - secret: At least 32 random bytes.
    ///   - purpose: What is sealed, so that each kind has a key of its own.
    init(_ secret: [UInt8], for purpose: String) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: secret), info: Data(purpose.utf8), outputByteCount: 32)
    }

    /// The nonce, the encrypted bytes and the tag.
    func seal(_ bytes: [UInt8], boundTo text: String) throws -> [UInt8] {
        let box = try AES.GCM.seal(Data(bytes), using: key, authenticating: Data(text.utf8))
        // Nil for nonces of another length alone, and this one has the usual 12 bytes.
        guard let combined = box.combined else { throw CryptoKitError.incorrectParameterSize }
        return Array(combined)
    }

    /// Nil for what was sealed with another secret, for another purpose or text, or has been altered.
    func open(_ sealed: [UInt8], boundTo text: String) -> [UInt8]? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let bytes = try? AES.GCM.open(box, using: key, authenticating: Data(text.utf8))
        else { return nil }
        return Array(bytes)
    }
}
