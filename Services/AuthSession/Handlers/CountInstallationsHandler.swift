// Answers CountInstallations: which versions of the app and of the system are in use?

import Models

/// Answers `CountInstallations`: a look through all sessions.
struct CountInstallationsHandler: Sendable {
    let service: SessionContext

    nonisolated(nonsending) func handle(
        _ request: CountInstallations, _ context: MessageContext
    ) async throws -> CountInstallations.Reply {
        try await service.store.countInstallations(activeSince: request.activeSince)
    }
}
