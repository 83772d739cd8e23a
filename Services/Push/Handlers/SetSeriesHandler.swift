import Models

/// Answers `SetSeries`. Each of its notifications is checked again when it begins.
struct SetSeriesHandler: Sendable {
    let service: PushContext

    func handle(_ request: SetSeries, _ context: MessageContext) async throws -> SeriesRecord {
        let now = service.clock.now()
        let isOperator = request.isOperator == true
        guard AudienceExpression.isName(request.name) else {
            throw ServiceError(.invalidRequest, "the name of a series has 1 to 64 characters of A-Z a-z 0-9 . _ : -")
        }
        let next = try service.publishing.next(
            of: request.series, by: request.limits, isOperator: isOperator, after: now)
        try NotificationRules.check(request.series.content, mayInterrupt: request.mayInterrupt == true)
        guard next != nil else {
            throw ServiceError(.invalidRequest, "rule has no further date; choose a later end or another start")
        }
        return try await service.store.setSeries(
            request.name, of: request.publisher, to: request.series,
            NotificationPlan(apiKey: request.apiKey, limits: request.limits, isOperator: isOperator), next: next,
            at: now)
    }
}
