import Models

struct GetSeriesHandler: Sendable {
    let service: PushContext

    func handle(_ request: GetSeries, _ context: MessageContext) async throws -> SeriesRecord {
        guard let found = try await service.store.series(request.name, of: request.publisher) else {
            throw Refusal.unknownSeries.answer
        }
        return found
    }

    func handle(_ request: ListSeries, _ context: MessageContext) async throws -> ListSeries.Reply {
        let limits = ListSeries.limits
        guard limits.contains(request.limit) else {
            throw ServiceError(
                .invalidRequest, "limit must be a whole number from \(limits.lowerBound) to \(limits.upperBound)")
        }
        // One extra row shows whether another page exists.
        var found: [SeriesRecord]
        if let publisher = request.publisher {
            found = try await service.store.allSeries(of: publisher, after: request.after, limit: request.limit + 1)
        } else {
            let last = request.afterPublisher.map { (publisher: $0, name: request.after ?? "") }
            found = try await service.store.allSeries(after: last, limit: request.limit + 1)
        }
        let hasMore = found.count > request.limit
        if hasMore { found.removeLast() }
        return ListSeries.Reply(series: found, hasMore: hasMore)
    }
}

struct EndSeriesHandler: Sendable {
    let service: PushContext

    func handle(_ request: EndSeries, _ context: MessageContext) async throws -> Done {
        guard try await service.store.endSeries(request.name, of: request.publisher) else {
            throw Refusal.unknownSeries.answer
        }
        return Done()
    }
}
