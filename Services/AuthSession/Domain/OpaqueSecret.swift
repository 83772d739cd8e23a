import Crypto
import Foundation
import Models

/// Random secrets without content, found by their hash.
enum OpaqueSecret: String, Sendable, CaseIterable {
    case session = "bs_"
    case apiKey = "bk_"

    static let length = 32
    private static let digits = 43

    /// The secret from 32 random bytes.
    func text(_ random: [UInt8]) -> SecretText { SecretText(rawValue + base64URL(random)) }

    /// The stored hash of a secret; nil for an impossible text.
    ///
    /// A plain hash is enough, because 256 random bits cannot be guessed.
    func hash(_ text: SecretText) -> [UInt8]? {
        guard text.value.hasPrefix(rawValue), text.value.utf8.count == rawValue.utf8.count + OpaqueSecret.digits else {
            return nil
        }
        return Array(SHA256.hash(data: Data(text.value.utf8)))
    }
}
