import Models

struct AwaitAccountChangesHandler: Sendable {
    let service: SessionContext

    func handle(_ request: AwaitAccountChanges, _ context: MessageContext) async throws -> Done {
        try await service.accounts.catchUp()
        return Done()
    }
}
