public import BaliseAPI

extension BaliseClient {
    /// Calls about the inbox of the signed-in user.
    public var inbox: InboxAPI { InboxAPI(caller: caller, configuration: configuration) }
}

/// Reads the notifications of the signed-in user, and marks them as read. Every call may throw any `BaliseError`. Once
/// the app has made one of these calls, the badge of each push is the exact number of unread entries.
public struct InboxAPI: Sendable {
    /// The largest number of entries on one page.
    public static let largestPage = 100

    let caller: APICaller
    let configuration: BaliseConfiguration

    /// Returns a page of entries, at most `limit` (1 to 100), the latest first.
    /// - Parameter cursor: The `nextCursor` of the previous page; nil for the first page.
    /// - Parameter unreadOnly: Whether to leave out entries that have been read.
    public func page(
        after cursor: String? = nil, limit: Int = 20, unreadOnly: Bool = false
    ) async throws(BaliseError) -> BaliseInboxPage {
        guard (1...Self.largestPage).contains(limit) else {
            throw .invalid("a page of the inbox has 1 to \(Self.largestPage) entries, not \(limit)")
        }
        let query: [(String, String?)] = [
            ("limit", String(limit)), ("cursor", cursor), ("unreadOnly", unreadOnly ? "true" : nil),
        ]
        return try await caller.call(AppCalls.listInbox, query: query)
    }

    /// Returns all entries, the latest first. A page is requested when your loop reaches it.
    /// - Parameter unreadOnly: Whether to leave out entries that have been read.
    /// - Parameter pageSize: The number of entries that one call asks for, 1 to 100.
    public func entries(unreadOnly: Bool = false, pageSize: Int = 20) -> InboxEntries {
        InboxEntries(pages: pages(unreadOnly: unreadOnly, pageSize: pageSize))
    }

    /// Returns all pages, the latest entries first. Each page is requested when your loop reaches it.
    /// - Parameter unreadOnly: Whether to leave out entries that have been read.
    /// - Parameter pageSize: The number of entries that one call asks for, 1 to 100.
    public func pages(unreadOnly: Bool = false, pageSize: Int = 20) -> InboxPages {
        InboxPages(inbox: self, unreadOnly: unreadOnly, pageSize: pageSize)
    }

    /// Returns the number of unread entries.
    public func unreadCount() async throws(BaliseError) -> Int { try await caller.call(AppCalls.countUnread).count }

    /// Returns the questions of publishers about why the user was or was not notified, the latest first.
    public func inquiries() async throws(BaliseError) -> [InquiryList.Inquiry] {
        try await caller.call(AppCalls.listInquiries).data.inquiries
    }

    /// Marks an entry as read. An unknown id is ignored.
    /// - Returns: The number of entries that are still unread.
    @discardableResult
    public func markRead(_ id: String) async throws(BaliseError) -> Int {
        try await caller.call(AppCalls.markRead, at: id).unreadCount
    }

    /// Marks every entry as read.
    /// - Returns: The number of unread entries: those that arrived during the call.
    @discardableResult
    public func markAllRead() async throws(BaliseError) -> Int {
        try await caller.call(AppCalls.markAllRead).unreadCount
    }
}
