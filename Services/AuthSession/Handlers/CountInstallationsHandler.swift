import Models

/// Counts all sessions, or returns the last count if there are many.
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
