// The calls of a publisher for what it tells again and again.

public import BaliseAPI

extension NotificationsAPI {
    /// Has something told again and again, or changes that: what has not begun comes by the new rule. Each time is a
    /// notification of its own, which names its series.
    ///
    /// - Parameter name: What you call it: 1 to 64 characters of `A-Z a-z 0-9 . _ : -`.
    @discardableResult
    public func set(_ name: String, to series: SetSeriesRequest) async throws(BaliseError) -> PublishedSeries {
        try await caller.call(AppCalls.setSeries, at: name, body: series).data
    }

    /// What is told again and again, and when the next time is.
    public func series(_ name: String) async throws(BaliseError) -> PublishedSeries {
        try await caller.call(AppCalls.getSeries, at: name).data
    }

    /// A page of what is told again and again, by the names.
    ///
    /// - Parameters:
    ///   - name: The name of the last one of the page before; nil for the first page.
    ///   - limit: How many at most, 1 to 20.
    public func seriesPage(after name: String? = nil, limit: Int = 20) async throws(BaliseError) -> SeriesPage {
        guard (1...Self.largestPage).contains(limit) else {
            throw .invalid("a page has 1 to \(Self.largestPage) series, not \(limit)")
        }
        var query = [("limit", String(limit))]
        if let name { query.append(("after", name)) }
        return try await caller.call(AppCalls.listSeries, query: query).data
    }

    /// Has something told no more. What has begun goes on; take it back by its id.
    public func endSeries(_ name: String) async throws(BaliseError) {
        try await caller.send(AppCalls.endSeries, at: name)
    }
}
