public import BaliseAPI

/// The entries of an inbox, the latest first. Pages are requested on demand; later entries are not included.
public struct InboxEntries: AsyncSequence, Sendable {
    /// An inbox entry.
    public typealias Element = BaliseInboxEntry

    let pages: InboxPages

    /// Goes through the entries.
    public struct Iterator: AsyncIteratorProtocol {
        private var pages: InboxPages.Iterator
        private var rest: ArraySlice<BaliseInboxEntry> = []

        init(_ pages: InboxPages.Iterator) { self.pages = pages }

        /// The next entry; nil after the last.
        /// - Throws: A `BaliseError` if the next page cannot be read. The next call asks for the same page again.
        public mutating func next() async throws -> BaliseInboxEntry? {
            while rest.isEmpty {
                guard let page = try await pages.next() else { return nil }
                rest = page.entries[...]
            }
            return rest.popFirst()
        }
    }

    /// Begins with the latest entry.
    public func makeAsyncIterator() -> Iterator { Iterator(pages.makeAsyncIterator()) }
}
