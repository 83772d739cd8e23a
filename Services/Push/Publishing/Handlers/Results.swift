import Models

extension PushContext {
    func summarizeResults(
        _ request: SummarizeResults, _ context: MessageContext
    ) async throws -> SummarizeResults.Reply {
        let kept = try await notification(request.id.text, of: request.publisher, among: .others)
        let shown = kept.record.shown(isOperator: false, openTopics: publishing.openTopics)
        guard shown.fewerThan == nil, shown.counts.sent > 0 else { return SummarizeResults.Reply(groups: []) }
        return SummarizeResults.Reply(
            groups: ResultRules.disclosed(try await store.sentGroups(of: kept.number), of: shown.counts.sent))
    }

    func listResults(_ request: ListResults, _ context: MessageContext) async throws -> ListResults.Reply {
        let kept = try await notification(request.id.text, of: nil, among: .others)
        return try await store.results(
            of: kept, after: request.after ?? 0, askedBy: request.askedBy ?? "the operator", at: clock.now())
    }

    /// Succeeds even if none of the interactions is counted.
    func recordInteractions(_ request: RecordInteractions, _ context: MessageContext) async throws -> Done {
        let limits = RecordInteractions.limits
        guard limits.contains(request.interactions.count) else {
            throw ServiceError.invalid("tell of \(limits.lowerBound) to \(limits.upperBound) interactions at a time")
        }
        try await store.record(request.interactions, of: request.account, at: clock.now())
        return Done()
    }
}
