import Models

struct SetPositionHandler: Sendable {
    let service: LocationContext

    func handle(_ request: SetPosition, _ context: MessageContext) async throws -> SetPosition.Reply {
        let now = service.now
        try PositionRules.check(request.position, at: now)
        let position = PositionRules.dated(request.position, at: now)
        let isKept = try await service.ask(for: SetPosition.self, showing: [], context) {
            store, now throws(LocationStoreError) in
            try await store.setPosition(position, of: request.account, at: now)
        }
        return SetPosition.Reply(isKept: isKept)
    }
}
