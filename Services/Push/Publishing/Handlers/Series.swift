import Models

extension PushContext {
    /// Each notification of the series is checked again when it begins.
    func setSeries(_ request: SetSeries, _ context: MessageContext) async throws -> SeriesRecord {
        let now = clock.now()
        let isOperator = request.isOperator == true
        guard AudienceExpression.isName(request.name) else {
            throw ServiceError.invalid("the name of a series has 1 to 64 characters of A-Z a-z 0-9 . _ : -")
        }
        let next = try publishing.next(of: request.series, by: request.limits, isOperator: isOperator, after: now)
        try NotificationRules.check(request.series.content, mayInterrupt: request.mayInterrupt == true)
        guard next != nil else {
            throw ServiceError.invalid("rule has no further date; choose a later end or another start")
        }
        return try await store.setSeries(
            request.name, of: request.publisher, to: request.series,
            NotificationPlan(apiKey: request.apiKey, limits: request.limits, isOperator: isOperator), next: next,
            at: now)
    }

    func getSeries(_ request: GetSeries, _ context: MessageContext) async throws -> SeriesRecord {
        guard let found = try await store.series(request.name, of: request.publisher) else {
            throw Refusal.unknownSeries.answer
        }
        return found
    }

    func listSeries(_ request: ListSeries, _ context: MessageContext) async throws -> ListSeries.Reply {
        try ListSeries.limits.check(limit: request.limit)
        // One extra row shows whether another page exists.
        var found: [SeriesRecord]
        if let publisher = request.publisher {
            found = try await store.allSeries(of: publisher, after: request.after, limit: request.limit + 1)
        } else {
            let last = request.afterPublisher.map { (publisher: $0, name: request.after ?? "") }
            found = try await store.allSeries(after: last, limit: request.limit + 1)
        }
        let hasMore = found.count > request.limit
        if hasMore { found.removeLast() }
        return ListSeries.Reply(series: found, hasMore: hasMore)
    }

    func endSeries(_ request: EndSeries, _ context: MessageContext) async throws -> Done {
        guard try await store.endSeries(request.name, of: request.publisher) else {
            throw Refusal.unknownSeries.answer
        }
        return Done()
    }
}

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
