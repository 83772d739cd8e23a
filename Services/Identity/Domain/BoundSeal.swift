import Crypto
import Foundation

/// Encrypts with AES-GCM (NIST SP 800-38D). Each result is bound to a text, such as the id of its row. The key is derived
/// (HKDF, RFC 5869) from the secret in the key folder, which is not in the database.
struct BoundSeal: Sendable {
    private let key: SymmetricKey

    /// `secret` has at least 32 random bytes. Each kind of data (`purpose`) has its own key.
    init(_ secret: [UInt8], for purpose: String) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: secret), info: Data(purpose.utf8), outputByteCount: 32)
    }

    func seal(_ bytes: [UInt8], boundTo text: String) throws -> [UInt8] {
        let box = try AES.GCM.seal(Data(bytes), using: key, authenticating: Data(text.utf8))
        // Only nil for nonces of another length; this one has the usual 12 bytes.
        guard let combined = box.combined else { throw CryptoKitError.incorrectParameterSize }
        return Array(combined)
    }

    func open(_ sealed: [UInt8], boundTo text: String) -> [UInt8]? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let bytes = try? AES.GCM.open(box, using: key, authenticating: Data(text.utf8))
        else { return nil }
        return Array(bytes)
    }
}
