import Models

struct ResolvedAudience: Sendable {
    /// Nearest first.
    var recipients: [ResolvedRecipient]
    /// The latest withdrawal of a position that the recipients account for.
    var withdrawals: Int64
    var at: UnixTime
}

struct AudienceResolver: ResolvesAudiences {
    let store: any AudienceStore
    let audience: AudienceProjection
    let feeds: any AppliedFeeds
    let clock: any WallClock

    func resolve(_ query: AudienceQuery, from marks: FeedMarks?) async throws -> ResolvedAudience {
        // The request has already waited for the feeds; a second wait is needed only if they restarted.
        if marks.map({ feeds.haveReached($0) }) != true { _ = try await feeds.catchUp() }
        let numbers = try await store.numbers(of: query.expression.accounts)
        // Later changes are not included.
        let now = clock.now()
        let (recipients, withdrawals) = audience.resolve(query, naming: numbers, at: now)
        return ResolvedAudience(recipients: recipients, withdrawals: withdrawals, at: now)
    }
}
