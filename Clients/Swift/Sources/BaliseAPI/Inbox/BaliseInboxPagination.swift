// Where a page of an inbox stands, as part of the page.

public import BaliseJSON

/// Where a page of an inbox stands.
public struct BaliseInboxPagination: JSONConvertible, Hashable {
    /// How many entries there are in all, or, where only those were asked for, how many that are unread.
    public var total: Int
    /// How many were passed over before the first of the page.
    public var offset: Int
    /// How many the page has at most.
    public var limit: Int
    /// Whether there are earlier ones.
    public var hasMore: Bool
    /// What asks for the next page; nil on the last.
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
