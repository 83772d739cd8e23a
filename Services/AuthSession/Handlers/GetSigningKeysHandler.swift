// Answers GetSigningKeys: the keys that verify access tokens.

import Crypto
import Foundation
import Models

/// Answers `GetSigningKeys`.
struct GetSigningKeysHandler: Sendable {
    let desk: SessionDesk

    func handle(_ request: GetSigningKeys, _ context: MessageContext) throws -> GetSigningKeys.Reply {
        let keys = desk.ring.published(at: desk.clock.now())
        return GetSigningKeys.Reply(
            keys: keys.map { GetSigningKeys.Key(id: $0.id, publicKey: Array($0.publicKey.rawRepresentation)) })
    }
}
