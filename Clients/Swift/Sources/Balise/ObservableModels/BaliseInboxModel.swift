public import BaliseAPI
import Foundation
public import Observation

/// The signed-in user's inbox, for the screen that shows it. The model needs iOS 17. On iOS 16, write an
/// `ObservableObject` that reads ``InboxAPI/pages(unreadOnly:pageSize:)`` in the same way.
@available(iOS 17, tvOS 17, watchOS 10, *)
@MainActor
@Observable
public final class BaliseInboxModel: AttemptingModel {
    /// The entries that have been read from the server so far, the latest first.
    public private(set) var entries: [BaliseInboxEntry] = []
    /// The number of unread entries in the whole inbox; nil before the first `load()`.
    public private(set) var unreadCount: Int?
    /// Whether the inbox has earlier entries than ``entries``.
    public private(set) var hasMore = false
    /// The last failure; nil after a success.
    public internal(set) var problem: BaliseError?
    /// Whether a call is running, for example to disable buttons.
    public internal(set) var isBusy = false

    @ObservationIgnored private let api: InboxAPI
    @ObservationIgnored private let time: any BaliseClock
    @ObservationIgnored private let unreadOnly: Bool
    @ObservationIgnored private let pageSize: Int
    @ObservationIgnored private var pages: InboxPages.Iterator?
    /// Counts restarts of the list. An answer to a call from before the last restart is ignored.
    @ObservationIgnored private var beginning = 0

    /// Creates a model of a client's inbox.
    /// - Parameter unreadOnly: Whether to leave out entries that have been read.
    /// - Parameter pageSize: The number of entries that one call asks for, 1 to 100.
    public init(_ client: BaliseClient, unreadOnly: Bool = false, pageSize: Int = 20) {
        api = client.inbox
        time = client.configuration.time
        self.unreadOnly = unreadOnly
        self.pageSize = pageSize
    }

    /// Reads the latest entries. The screen shows the earlier entries until the answer arrives.
    public func load() async {
        beginning += 1
        await read(api.pages(unreadOnly: unreadOnly, pageSize: pageSize).makeAsyncIterator(), after: [])
    }

    /// Reads the next page of earlier entries. Does nothing if the list is complete or a call is running.
    public func loadMore() async {
        guard hasMore, !isBusy, let pages else { return }
        await read(pages, after: entries)
    }

    /// Marks an entry as read, and updates ``unreadCount``.
    public func markRead(_ id: String) async {
        let began = beginning
        let count = await attempt { () async throws(BaliseError) in try await api.markRead(id) }
        guard let count, began == beginning else { return }
        unreadCount = count
        setRead { $0.id == id }
    }

    /// Marks every entry as read, and updates ``unreadCount``.
    public func markAllRead() async {
        let began = beginning
        let count = await attempt { () async throws(BaliseError) in try await api.markAllRead() }
        guard let count, began == beginning else { return }
        unreadCount = count
        setRead { _ in true }
    }

    /// Forgets the entries, for example after a sign-out.
    public func clear() {
        beginning += 1
        (entries, unreadCount, hasMore, pages, problem) = ([], nil, false, nil, nil)
    }

    private func read(_ iterator: InboxPages.Iterator, after shown: [BaliseInboxEntry]) async {
        var next = iterator
        let began = beginning
        let page = await attempt { () async throws(BaliseError) in try await next.nextPage() }
        // An answer that arrives after a restart belongs to another user or another list.
        guard began == beginning, let page = page ?? nil else { return }
        pages = next
        let known = Set(shown.map(\.id))
        entries = shown + page.entries.filter { !known.contains($0.id) }
        unreadCount = page.unreadCount
        hasMore = page.pagination.nextCursor != nil
    }

    private func setRead(_ isMeant: (BaliseInboxEntry) -> Bool) {
        if unreadOnly {
            entries.removeAll(where: isMeant)
        } else {
            for index in entries.indices where isMeant(entries[index]) && !entries[index].isRead {
                entries[index].readAt = time.now
            }
        }
    }
}
