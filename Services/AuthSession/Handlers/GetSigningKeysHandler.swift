import Crypto
import Foundation
import Models

struct GetSigningKeysHandler: Sendable {
    let service: SessionContext

    func handle(_ request: GetSigningKeys, _ context: MessageContext) throws -> GetSigningKeys.Reply {
        let keys = service.ring.published(at: service.clock.now())
        return GetSigningKeys.Reply(
            keys: keys.map { GetSigningKeys.Key(id: $0.id, publicKey: Array($0.publicKey.rawRepresentation)) })
    }
}
