import Models

struct GetKindsHandler: Sendable {
    let service: PreferenceContext

    func handle(_ request: GetKinds, _ context: MessageContext) async throws -> KindSwitches {
        service.switches(try await service.store.getPreferences(request.account))
    }
}
