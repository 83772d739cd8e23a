// How the secrets of authenticator apps are encrypted in the database.

import Crypto
import Foundation
import Models

/// Seals the secrets of authenticator apps with AES-GCM (NIST SP 800-38D), each bound to its account. The secret of the
/// service opens them, which is in the folder of keys and not in the database.
struct TOTPSeal: Sendable {
    private let key: SymmetricKey

    /// - Parameter secret: at least 32 random bytes.
    init(_ secret: [UInt8]) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: secret), info: Data("totp secrets".utf8), outputByteCount: 32)
    }

    func seal(_ totp: TOTP, of account: AccountID) throws -> [UInt8] {
        let box = try AES.GCM.seal(Data(totp.secret), using: key, authenticating: Data(account.text.utf8))
        guard let combined = box.combined else { throw ServiceError(.internalFailure, "nothing was sealed") }
        return Array(combined)
    }

    /// Nil for what was sealed with another secret, or for another account.
    func open(_ sealed: [UInt8], of account: AccountID) -> TOTP? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let secret = try? AES.GCM.open(box, using: key, authenticating: Data(account.text.utf8))
        else { return nil }
        return TOTP(secret: Array(secret))
    }
}
