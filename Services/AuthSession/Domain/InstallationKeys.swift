import Crypto
import Foundation
import Models
import Sealing

/// The keys derived from the file `keys/auth-session.secret` by HKDF (RFC 5869), each for one purpose.
struct InstallationKeys: Sendable {
    let seal: SymmetricKey
    let appleSeal: SymmetricKey
    /// Encrypts the state of a sign-in while the user is away at an identity provider.
    let signInSeal: SymmetricKey
    let refreshTokens: RefreshTokens
    let issuedNaming: IssuedNaming
    let knownClients: SymmetricKey
    /// A code that identifies the secret without revealing it.
    let check: [UInt8]

    /// Derives the keys.
    /// - Parameter secret: At least 32 random bytes, the same for the life of the database.
    init(secret: [UInt8]) {
        let key = { (purpose: String) in SymmetricKey(for: purpose, from: secret) }
        seal = key("signing key seal")
        appleSeal = key("Apple token seal")
        signInSeal = key("provider sign-in seal")
        knownClients = key("known clients")
        check = key("secret check").withUnsafeBytes { Array($0) }
        issuedNaming = IssuedNaming(key: key("names of issued tokens"))
        refreshTokens = RefreshTokens(tagKey: key("refresh token tag"), successorKey: key("refresh token successor"))
    }
}

/// Random secrets without content, which are found by their hash.
enum OpaqueSecret: String, Sendable, CaseIterable {
    case session = "bs_"
    case apiKey = "bk_"

    static let length = 32
    private static let digits = 43

    func text(_ random: [UInt8]) -> SecretText { SecretText(rawValue + base64URL(random)) }

    /// Returns the hash; nil for an impossible text. A plain hash is enough, because 256 random bits cannot be guessed.
    func hash(_ text: SecretText) -> [UInt8]? {
        guard text.value.hasPrefix(rawValue), text.value.utf8.count == rawValue.utf8.count + OpaqueSecret.digits else {
            return nil
        }
        return Array(SHA256.hash(data: Data(text.value.utf8)))
    }
}
