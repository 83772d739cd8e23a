public import BaliseAPI

extension NotificationsAPI {
    /// Creates or changes a series: a notification that repeats by a rule. A change applies to every occurrence that
    /// has not begun. Each occurrence is a notification of its own, which names its series.
    /// - Parameter name: Your name for it: 1 to 64 characters of `A-Z a-z 0-9 . _ : -`.
    @discardableResult
    public func set(_ name: String, to series: SetSeriesRequest) async throws(BaliseError) -> PublishedSeries {
        try await caller.call(AppCalls.setSeries, at: name, body: series).data
    }

    /// A series and the time of its next occurrence.
    public func series(_ name: String) async throws(BaliseError) -> PublishedSeries {
        try await caller.call(AppCalls.getSeries, at: name).data
    }

    /// A page of series, at most `limit` (1 to 20), sorted by name.
    /// - Parameter name: The name of the last one on the previous page; nil for the first page.
    public func seriesPage(after name: String? = nil, limit: Int = 20) async throws(BaliseError) -> SeriesPage {
        guard (1...Self.largestPage).contains(limit) else {
            throw .invalid("a page has 1 to \(Self.largestPage) series, not \(limit)")
        }
        var query = [("limit", String(limit))]
        if let name { query.append(("after", name)) }
        return try await caller.call(AppCalls.listSeries, query: query).data
    }

    /// Ends a series. An occurrence that has begun continues; cancel it by its id.
    public func endSeries(_ name: String) async throws(BaliseError) {
        try await caller.send(AppCalls.endSeries, at: name)
    }
}
