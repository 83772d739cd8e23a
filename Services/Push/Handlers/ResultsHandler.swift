import Models

struct SummarizeResultsHandler: Sendable {
    let service: PushContext

    func handle(
        _ request: SummarizeResults, _ context: MessageContext
    ) async throws -> SummarizeResults.Reply {
        let kept = try await service.notification(request.id, of: request.publisher)
        let shown = kept.record.shown(isOperator: false, openTopics: service.publishing.openTopics)
        guard shown.fewerThan == nil, shown.counts.sent > 0 else { return SummarizeResults.Reply(groups: []) }
        return SummarizeResults.Reply(
            groups: ResultRules.told(
                try await service.store.sentGroups(of: kept.number), of: shown.counts.sent))
    }
}

struct ListResultsHandler: Sendable {
    let service: PushContext

    func handle(_ request: ListResults, _ context: MessageContext) async throws -> ListResults.Reply {
        let kept = try await service.notification(request.id, of: nil)
        return try await service.store.results(
            of: kept, after: request.after ?? 0, askedBy: request.askedBy ?? "the operator", at: service.clock.now())
    }
}
