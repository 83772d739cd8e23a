public import BaliseJSON

/// The position of a page in an inbox.
public struct BaliseInboxPagination: JSONConvertible, Hashable {
    /// The number of entries in the whole inbox, or of unread ones if only these were requested.
    public var total: Int
    /// The number of entries before the page.
    public var offset: Int
    /// The most entries of the page.
    public var limit: Int
    /// Whether there are earlier entries.
    public var hasMore: Bool
    /// The cursor of the next page; nil on the last.
    @Nullable public var nextCursor: String?

    /// Makes a body of these members; nil is said as `null`.
    public init(total: Int, offset: Int, limit: Int, hasMore: Bool, nextCursor: String? = nil) {
        self.total = total
        self.offset = offset
        self.limit = limit
        self.hasMore = hasMore
        self.nextCursor = nextCursor
    }
}
