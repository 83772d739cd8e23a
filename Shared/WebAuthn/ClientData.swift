// What a browser or a system says of the ceremony (W3C Web Authentication, section 5.8.1).

import Crypto
import Foundation
import Models

/// What the client says of the ceremony: on which page it was, and which challenge it answered. The authenticator signs its
/// hash.
package struct ClientData {
    /// Which ceremony it was.
    package enum Kind: String {
        case registration = "webauthn.create"
        case signIn = "webauthn.get"
    }

    /// The most bytes that it may have.
    package static let maximumLength = 8 << 10

    package let challenge: [UInt8]
    package let hash: [UInt8]

    /// Reads the bytes that were signed, and checks type and origin (section 7.1, steps 5 to 9, and 7.2, steps 9 to 13;
    /// Level 3 adds `topOrigin`).
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
