import Models

struct RotateSigningKeyHandler: Sendable {
    let service: SessionContext
    /// Returns after the given time.
    let pause: @Sendable (Duration) async throws -> Void

    func handle(_ request: RotateSigningKey, _ context: MessageContext) async throws -> RotateSigningKey.Reply {
        let now = service.clock.now()
        let key = try await service.ring.rotate(at: now)
        service.log.madeSigningKey(key.id, signsFrom: key.activeFrom, context)
        // The answer waits until the new key signs.
        if service.ring.announcement > 0 { try await pause(.seconds(service.ring.announcement)) }
        return RotateSigningKey.Reply(id: key.id)
    }
}
