// For whom passkeys are made.

import Crypto
import Foundation

/// For whom passkeys are made (the relying party), and where they may be shown.
package protocol PasskeyParty: Sendable {
    /// A domain.
    var id: String { get }
    /// Of the pages and apps that may show them.
    var origins: Set<String> { get }
    /// Whether an authenticator has to ask for a PIN, a finger or a face.
    var requiresVerification: Bool { get }
}

extension PasskeyParty {
    /// What authenticators name the domain by.
    var idHash: [UInt8] { Array(SHA256.hash(data: Data(id.utf8))) }
}
