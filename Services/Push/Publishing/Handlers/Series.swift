import Models

extension PushContext {
    /// Sets a series. Each of its notifications is checked again when it begins.
    func setSeries(_ request: SetSeries, _ context: MessageContext) async throws -> SeriesRecord {
        let now = clock.now()
        let isOperator = request.isOperator == true
        guard AudienceExpression.isName(request.name) else {
            throw ServiceError.invalid("the name of a series has 1 to 64 characters of A-Z a-z 0-9 . _ : -")
        }
        var wrong = WrongMembers()
        let found = try wrong.check { () throws(ServiceError) in
            try publishing.next(of: request.series, by: request.limits, isOperator: isOperator, after: now)
        }
        try wrong.check { () throws(ServiceError) in
            try NotificationRules.check(request.series.content, mayInterrupt: request.mayInterrupt == true)
        }
        try wrong.finish()
        guard case let next?? = found else {
            throw ServiceError.invalid("rule has no further date; choose a later end or another start", field: "rule")
        }
        return try await store.setSeries(
            request.name, of: request.publisher, to: request.series,
            NotificationPlan(apiKey: request.apiKey, limits: request.limits, isOperator: isOperator), next: next,
            at: now)
    }

    func getSeries(_ request: GetSeries, _ context: MessageContext) async throws -> SeriesRecord {
        guard let found = try await store.series(request.name, of: request.publisher) else {
            throw Refusal.unknownSeries
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
        guard try await store.endSeries(request.name, of: request.publisher) else { throw Refusal.unknownSeries }
        return Done()
    }
}
