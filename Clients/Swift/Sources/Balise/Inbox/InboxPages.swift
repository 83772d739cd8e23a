public import BaliseAPI

/// The pages of an inbox, the latest entries first, requested on demand. Later entries are not included.
public struct InboxPages: AsyncSequence, Sendable {
    /// A page of entries.
    public typealias Element = BaliseInboxPage

    let inbox: InboxAPI
    let unreadOnly: Bool
    let pageSize: Int

    /// Goes through the pages.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        private let pages: InboxPages
        private var cursor: String?
        private var hasMore = true

        init(_ pages: InboxPages) { self.pages = pages }

        /// The next page; nil after the last.
        /// - Throws: A `BaliseError` if the page cannot be read. The next call asks for the same page again.
        public mutating func next() async throws -> BaliseInboxPage? {
            guard hasMore else { return nil }
            let page = try await pages.inbox.page(after: cursor, limit: pages.pageSize, unreadOnly: pages.unreadOnly)
            let next = page.pagination.nextCursor
            guard next == nil || next != cursor else {
                throw BaliseError.unreadable("pagination.nextCursor asks for the same page again")
            }
            cursor = next
            hasMore = next != nil
            return page
        }
    }

    /// Begins with the latest page.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }
}
