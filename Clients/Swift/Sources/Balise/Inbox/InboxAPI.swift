// The calls about what the person who is signed in was told.

public import BaliseAPI

extension BaliseClient {
    /// What the person who is signed in was told.
    public var inbox: InboxAPI { InboxAPI(caller: caller, configuration: configuration) }
}

/// Reads what the person who is signed in was told, and marks it as read. Every call may throw any `BaliseError`.
///
/// From the first of these calls on, the badge of a push is the true number of unread entries.
public struct InboxAPI: Sendable {
    /// The most entries of one page.
    public static let largestPage = 100

    let caller: APICaller
    let configuration: BaliseConfiguration

    /// A page of entries, the latest first.
    ///
    /// - Parameters:
    ///   - cursor: The `nextCursor` of the page before; nil for the first page.
    ///   - limit: How many entries at most, 1 to 100.
    ///   - unreadOnly: Whether entries that were read are left out.
    public func page(
        after cursor: String? = nil, limit: Int = 20, unreadOnly: Bool = false
    ) async throws(BaliseError) -> BaliseInboxPage {
        guard (1...Self.largestPage).contains(limit) else {
            throw .invalid("a page of the inbox has 1 to \(Self.largestPage) entries, not \(limit)")
        }
        var query = [("limit", String(limit))]
        if let cursor { query.append(("cursor", cursor)) }
        if unreadOnly { query.append(("unreadOnly", "true")) }
        return try await caller.call(AppCalls.listInbox, query: query)
    }

    /// All entries, the latest first, read page by page as far as somebody wants them.
    ///
    /// - Parameter unreadOnly: Whether entries that were read are left out.
    /// - Parameter pageSize: How many entries one call asks for, 1 to 100.
    public func entries(unreadOnly: Bool = false, pageSize: Int = 20) -> InboxEntries {
        InboxEntries(pages: pages(unreadOnly: unreadOnly, pageSize: pageSize))
    }

    /// All pages, the latest entries first, read as far as somebody wants them.
    ///
    /// - Parameter unreadOnly: Whether entries that were read are left out.
    /// - Parameter pageSize: How many entries one call asks for, 1 to 100.
    public func pages(unreadOnly: Bool = false, pageSize: Int = 20) -> InboxPages {
        InboxPages(inbox: self, unreadOnly: unreadOnly, pageSize: pageSize)
    }

    /// How many entries the person has not read.
    public func unreadCount() async throws(BaliseError) -> Int {
        let answer = try await caller.call(AppCalls.countUnread)
        return answer.count
    }

    /// Who has asked why the person was or was not told of something, the latest first.
    public func inquiries() async throws(BaliseError) -> [InquiryList.Inquiry] {
        let answer = try await caller.call(AppCalls.listInquiries)
        return answer.data.inquiries
    }

    /// Marks an entry as read. One that there is not is passed over.
    ///
    /// - Returns: How many entries are unread now.
    @discardableResult
    public func markRead(_ id: String) async throws(BaliseError) -> Int {
        let answer = try await caller.call(AppCalls.markRead, at: id)
        return answer.unreadCount
    }

    /// Marks every entry as read.
    ///
    /// - Returns: How many entries are unread now: those that came meanwhile.
    @discardableResult
    public func markAllRead() async throws(BaliseError) -> Int {
        let answer = try await caller.call(AppCalls.markAllRead)
        return answer.unreadCount
    }
}
