import Crypto
import Foundation
import Models

/// Seals refresh tokens of Apple with AES-GCM (NIST SP 800-38D), each bound to its account.
struct AppleTokenSeal: Sendable {
    let key: SymmetricKey

    struct Failure: Error, CustomStringConvertible {
        let description = "a token of Apple was sealed with another secret, or has been altered"
    }

    func sealed(_ token: SecretText, of account: AccountID) throws(Failure) -> [UInt8] {
        let box = try? AES.GCM.seal(Data(token.value.utf8), using: key, authenticating: Data(account.text.utf8))
        guard let combined = box?.combined else { throw Failure() }
        return Array(combined)
    }

    func open(_ sealed: [UInt8], of account: AccountID) throws(Failure) -> SecretText {
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let token = try? AES.GCM.open(box, using: key, authenticating: Data(account.text.utf8))
        else { throw Failure() }
        return SecretText(String(decoding: token, as: UTF8.self))
    }
}
