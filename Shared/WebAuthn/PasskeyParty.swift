import Crypto
import Foundation

/// The relying party: the domain of passkeys, and where they may be used.
package protocol PasskeyParty: Sendable {
    /// A domain.
    var id: String { get }
    /// The pages and apps that may use them.
    var origins: Set<String> { get }
    /// Whether an authenticator must verify a PIN, a finger or a face.
    var requiresVerification: Bool { get }
}

extension PasskeyParty {
    /// The domain in an authenticator's data.
    var idHash: [UInt8] { Array(SHA256.hash(data: Data(id.utf8))) }
}
