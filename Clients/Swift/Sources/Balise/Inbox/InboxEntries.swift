// The entries of an inbox, one after the other.

public import BaliseAPI

/// The entries of an inbox, the latest first. Each page is read when its first entry is wanted; what arrives meanwhile
/// is not among them.
public struct InboxEntries: AsyncSequence, Sendable {
    /// An entry.
    public typealias Element = BaliseInboxEntry

    let inbox: InboxAPI
    let unreadOnly: Bool
    let pageSize: Int

    /// Goes through the entries.
    public struct Iterator: AsyncIteratorProtocol {
        private let entries: InboxEntries
        private var rest: ArraySlice<BaliseInboxEntry> = []
        private var cursor: String?
        private var hasMore = true

        init(_ entries: InboxEntries) { self.entries = entries }

        /// The next entry; nil behind the last.
        ///
        /// - Throws: A `BaliseError`, when the next page cannot be read. The same page is asked for again then.
        public mutating func next() async throws -> BaliseInboxEntry? {
            while rest.isEmpty, hasMore {
                let page = try await entries.inbox.page(
                    after: cursor, limit: entries.pageSize, unreadOnly: entries.unreadOnly)
                let next = page.pagination.nextCursor
                guard next == nil || next != cursor else {
                    throw BaliseError.unreadable("pagination.nextCursor asks for the same page again")
                }
                rest = page.entries[...]
                cursor = next
                hasMore = next != nil
            }
            return rest.popFirst()
        }
    }

    /// Begins with the latest entry.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }
}
