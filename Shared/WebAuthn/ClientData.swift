import Crypto
import Foundation
import Models

/// The client data: the challenge and the page. The authenticator signs their hash.
package struct ClientData {
    package enum Kind: String {
        case registration = "webauthn.create"
        case signIn = "webauthn.get"
    }

    /// The longest client data, in bytes.
    package static let maximumLength = 8 << 10

    package let challenge: [UInt8]
    package let hash: [UInt8]

    /// Reads and checks client data (section 7.1, steps 5 to 9, and 7.2, steps 9 to 13; Level 3 adds `topOrigin`).
    package init(_ json: [UInt8], of kind: Kind, for party: some PasskeyParty) throws(PasskeyRefusal) {
        guard json.count <= ClientData.maximumLength,
            let collected = try? JSONDecoder().decode(Collected.self, from: Data(json)),
            let challenge = base64URLDecoded(collected.challenge.utf8)
        else { throw .malformed }
        guard collected.type == kind.rawValue else { throw .type }
        guard party.origins.contains(collected.origin) else { throw .origin }
        guard collected.crossOrigin != true, collected.topOrigin == nil else { throw .crossOrigin }
        self.challenge = challenge
        hash = Array(SHA256.hash(data: Data(json)))
    }

    private struct Collected: Decodable {
        let type: String
        let challenge: String
        let origin: String
        let crossOrigin: Bool?
        let topOrigin: String?
    }
}

/// The relying party: the domain of the passkeys, and the pages where they may be used.
package protocol PasskeyParty: Sendable {
    /// The domain of the passkeys.
    var id: String { get }
    var origins: Set<String> { get }
    var requiresVerification: Bool { get }
}

extension PasskeyParty {
    var idHash: [UInt8] { Array(SHA256.hash(data: Data(id.utf8))) }
}
