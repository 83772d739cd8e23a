// Answers ListPasskeys: a person looks at their passkeys.

import Models

/// Answers `ListPasskeys`.
struct ListPasskeysHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: ListPasskeys, _ context: MessageContext) async throws -> [Passkey] {
        try await service.metrics.measure(ListPasskeys.self) {
            try await service.store.listPasskeys(request.account)
        }
    }
}
