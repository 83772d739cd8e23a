// The entries of an inbox, one after the other.

public import BaliseAPI

/// The entries of an inbox, the latest first. Each page is read when its first entry is wanted; what arrives meanwhile
/// is not among them.
public struct InboxEntries: AsyncSequence, Sendable {
    /// An entry.
    public typealias Element = BaliseInboxEntry

    let pages: InboxPages

    /// Goes through the entries.
    public struct Iterator: AsyncIteratorProtocol {
        private var pages: InboxPages.Iterator
        private var rest: ArraySlice<BaliseInboxEntry> = []

        init(_ pages: InboxPages.Iterator) { self.pages = pages }

        /// The next entry; nil behind the last.
        ///
        /// - Throws: A `BaliseError`, when the next page cannot be read. The same page is asked for again then.
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
