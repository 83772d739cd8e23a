package import Crypto
import Foundation

/// Encrypts with AES-GCM (NIST SP 800-38D). Each result is bound to a text, for example the id of its row.
package struct BoundSeal: Sendable {
    private let key: SymmetricKey

    package init(key: SymmetricKey) { self.key = key }

    package func seal(_ bytes: [UInt8], boundTo text: String) throws -> [UInt8] {
        let box = try AES.GCM.seal(Data(bytes), using: key, authenticating: Data(text.utf8))
        // `combined` is nil only if the nonce has an unusual length. This nonce has the usual 12 bytes.
        guard let combined = box.combined else { throw CryptoKitError.incorrectParameterSize }
        return Array(combined)
    }

    /// Decrypts; nil if the bytes were sealed with another key, bound to another text, or altered.
    package func open(_ sealed: [UInt8], boundTo text: String) -> [UInt8]? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let bytes = try? AES.GCM.open(box, using: key, authenticating: Data(text.utf8))
        else { return nil }
        return Array(bytes)
    }
}

extension SymmetricKey {
    /// Derives the key for one purpose from an installation's secret, at least 32 random bytes (HKDF, RFC 5869).
    package init(for purpose: String, from secret: [UInt8]) {
        self = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: secret), info: Data(purpose.utf8), outputByteCount: 32)
    }
}
