public import BaliseAPI

/// The pages of an inbox, the latest entries first, requested on demand. Entries that arrive later are left out.
public struct InboxPages: AsyncSequence, Sendable {
    /// A page of entries.
    public typealias Element = BaliseInboxPage

    let inbox: InboxAPI
    let unreadOnly: Bool
    let pageSize: Int

    /// Goes through the pages in order.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        private let pages: InboxPages
        private var cursor: String?
        private var hasMore = true

        init(_ pages: InboxPages) { self.pages = pages }

        /// Returns the next page; nil after the last.
        /// - Throws: A `BaliseError` if the page cannot be read. The next call asks for the same page again.
        ///   `CancellationError` when the task is cancelled.
        public mutating func next() async throws -> BaliseInboxPage? {
            do throws(BaliseError) { return try await nextPage() } catch { throw error.thrown }
        }

        mutating func nextPage() async throws(BaliseError) -> BaliseInboxPage? {
            guard hasMore else { return nil }
            let page = try await pages.inbox.page(after: cursor, limit: pages.pageSize, unreadOnly: pages.unreadOnly)
            let next = page.pagination.nextCursor
            guard next == nil || next != cursor else {
                throw .unreadable("pagination.nextCursor asks for the same page again")
            }
            cursor = next
            hasMore = next != nil
            return page
        }
    }

    /// The iterator begins with the page of the latest entries.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }
}

/// The entries of an inbox, the latest first. Pages are requested on demand. Entries that arrive later are left out.
public struct InboxEntries: AsyncSequence, Sendable {
    /// An inbox entry.
    public typealias Element = BaliseInboxEntry

    let pages: InboxPages

    /// Goes through the entries in order.
    public struct Iterator: AsyncIteratorProtocol {
        private var pages: InboxPages.Iterator
        private var rest: ArraySlice<BaliseInboxEntry> = []

        init(_ pages: InboxPages.Iterator) { self.pages = pages }

        /// Returns the next entry; nil after the last.
        /// - Throws: A `BaliseError` if the next page cannot be read. The next call asks for the same page again.
        ///   `CancellationError` when the task is cancelled.
        public mutating func next() async throws -> BaliseInboxEntry? {
            while rest.isEmpty {
                guard let page = try await pages.next() else { return nil }
                rest = page.entries[...]
            }
            return rest.popFirst()
        }
    }

    /// The iterator begins with the latest entry.
    public func makeAsyncIterator() -> Iterator { Iterator(pages.makeAsyncIterator()) }
}
