// Answers GetKinds: of which kinds of notifications does a person hear?

import Models

/// Answers `GetKinds`: one look at the database.
struct GetKindsHandler: Sendable {
    let service: PreferenceContext

    func handle(_ request: GetKinds, _ context: MessageContext) async throws -> KindSwitches {
        service.switches(try await service.store.getPreferences(request.account))
    }
}
