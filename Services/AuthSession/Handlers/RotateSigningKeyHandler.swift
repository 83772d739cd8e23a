// Answers RotateSigningKey: an operator replaces the key that signs access tokens.

import Models

/// Answers `RotateSigningKey`.
struct RotateSigningKeyHandler: Sendable {
    let desk: SessionDesk

    func handle(_ request: RotateSigningKey, _ context: MessageContext) async throws -> RotateSigningKey.Reply {
        let now = desk.clock.now()
        let key = try await desk.answering(context) { try await desk.ring.rotate(at: now) }
        desk.log.madeSigningKey(key.id, signsFrom: key.activeFrom, context)
        return RotateSigningKey.Reply(id: key.id)
    }
}
