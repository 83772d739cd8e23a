// Answers CountInstallations: which versions of the app and of the system are in use?

import Models

/// Answers `CountInstallations`: a look through all sessions, or what the last one found where these are many.
struct CountInstallationsHandler: Sendable {
    let service: SessionContext

    func handle(
        _ request: CountInstallations, _ context: MessageContext
    ) async throws -> CountInstallations.Reply {
        let now = service.clock.now()
        if let kept = service.installationCounts.kept(at: now) { return kept }
        let counts = try await service.store.countInstallations(activeSince: request.activeSince)
        service.installationCounts.record(counts, at: now)
        return counts
    }
}
