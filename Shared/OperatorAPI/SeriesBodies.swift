public import BaliseAPI
public import BaliseJSON

/// A page of the series of all publishers: the answer of GET /series.
public struct OperatorSeriesList: JSONConvertible, Hashable {
    /// The series, sorted by publisher and name.
    public var series: [OperatorSeries]
    /// The value of `cursor` for the next page; nil on the last page.
    public var nextCursor: String?

    public init(series: [OperatorSeries], nextCursor: String? = nil) {
        (self.series, self.nextCursor) = (series, nextCursor)
    }

    public enum Parameter: String, CaseIterable, Sendable {
        /// The page size, which must be in `ListSeries.limits`.
        case limit
        case cursor
    }
}

/// A series of any publisher as operators see it: an item in the answer of GET /series.
public struct OperatorSeries: JSONConvertible, Hashable {
    /// The publisher; `operator` for a series of the operators.
    public var publisher: String
    @Flattened public var series: PublishedSeries
    /// The content of each occurrence; nil for a key that only views, if the audience names users.
    public var content: JSONDetails?

    public init(publisher: String, series: PublishedSeries, content: JSONDetails? = nil) {
        self.publisher = publisher
        self.series = series
        self.content = content
    }
}
