// Answers RotateSigningKey: an operator replaces the key that signs access tokens.

import Models

/// Answers `RotateSigningKey`.
struct RotateSigningKeyHandler: Sendable {
    let service: SessionContext

    func handle(_ request: RotateSigningKey, _ context: MessageContext) async throws -> RotateSigningKey.Reply {
        let now = service.clock.now()
        let key = try await service.ring.rotate(at: now)
        service.log.madeSigningKey(key.id, signsFrom: key.activeFrom, context)
        return RotateSigningKey.Reply(id: key.id)
    }
}
