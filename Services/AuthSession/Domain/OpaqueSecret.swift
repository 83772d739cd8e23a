// Random secrets that carry no data: those of opaque sessions and of API keys.

import Crypto
import Foundation
import Models

/// The kinds of secrets that are looked up by their hash.
enum OpaqueSecret: String, Sendable, CaseIterable {
    /// What an opaque session shows.
    case session = "bs_"
    /// What an API key shows.
    case apiKey = "bk_"

    /// How many random bytes it has.
    static let length = 32
    private static let digits = 43

    /// The secret made of 32 random bytes.
    func text(_ random: [UInt8]) -> SecretText { SecretText(rawValue + base64URL(random)) }

    /// What is stored of a secret; nil for a text that cannot be one.
    ///
    /// A plain hash will do, since nobody guesses 256 random bits.
    func hash(_ text: SecretText) -> [UInt8]? {
        guard text.value.hasPrefix(rawValue), text.value.utf8.count == rawValue.utf8.count + OpaqueSecret.digits else {
            return nil
        }
        return Array(SHA256.hash(data: Data(text.value.utf8)))
    }
}
