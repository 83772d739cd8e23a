// What the person was told, for views of SwiftUI to follow.

public import BaliseAPI
import Foundation
public import Observation

/// What the person who is signed in was told: what the screen of an inbox shows.
///
/// It needs iOS 17. On iOS 16 an `ObservableObject` of the app reads ``InboxAPI/pages(unreadOnly:pageSize:)`` in the same way;
/// on iOS 15 the SDK does not run.
@available(iOS 17, tvOS 17, watchOS 10, *)
@MainActor
@Observable
public final class BaliseInboxModel: AttemptingModel {
    /// What was read of the inbox, the latest first.
    public private(set) var entries: [BaliseInboxEntry] = []
    /// How many entries of the whole inbox are unread; nil until it was read.
    public private(set) var unreadCount: Int?
    /// Whether there are earlier entries than ``entries``.
    public private(set) var hasMore = false
    /// Why the last thing that was asked for did not succeed; nil when it did.
    public internal(set) var problem: BaliseError?
    /// Whether something is under way, so that a button can wait.
    public internal(set) var isBusy = false

    @ObservationIgnored private let api: InboxAPI
    @ObservationIgnored private let time: any BaliseClock
    @ObservationIgnored private let unreadOnly: Bool
    @ObservationIgnored private let pageSize: Int
    @ObservationIgnored private var pages: InboxPages.Iterator?
    /// Counts how often the list began anew: what was asked for before that comes too late.
    @ObservationIgnored private var beginning = 0

    /// A model of a client's inbox.
    ///
    /// - Parameters:
    ///   - client: Who asks.
    ///   - unreadOnly: Whether entries that were read are left out.
    ///   - pageSize: How many entries one call asks for, 1 to 100.
    public init(_ client: BaliseClient, unreadOnly: Bool = false, pageSize: Int = 20) {
        api = client.inbox
        time = client.configuration.time
        self.unreadOnly = unreadOnly
        self.pageSize = pageSize
    }

    /// Reads the latest entries. What is shown stays until they are there.
    public func load() async {
        beginning += 1
        await read(api.pages(unreadOnly: unreadOnly, pageSize: pageSize).makeAsyncIterator(), after: [])
    }

    /// Reads the entries before those that are shown; does nothing where there are none, and while something is under way,
    /// so that a list may ask for them each time its end is seen.
    public func loadMore() async {
        guard hasMore, !isBusy, let pages else { return }
        await read(pages, after: entries)
    }

    /// Marks an entry as read.
    public func markRead(_ id: String) async {
        let began = beginning
        let count = await attempt { () async throws(BaliseError) in try await api.markRead(id) }
        guard let count, began == beginning else { return }
        unreadCount = count
        setRead { $0.id == id }
    }

    /// Marks every entry as read.
    public func markAllRead() async {
        let began = beginning
        let count = await attempt { () async throws(BaliseError) in try await api.markAllRead() }
        guard let count, began == beginning else { return }
        unreadCount = count
        setRead { _ in true }
    }

    /// Forgets what was read, as when the person has signed out.
    public func clear() {
        beginning += 1
        (entries, unreadCount, hasMore, pages, problem) = ([], nil, false, nil, nil)
    }

    /// Reads a page, and goes on behind it from then on.
    private func read(_ iterator: InboxPages.Iterator, after shown: [BaliseInboxEntry]) async {
        var next = iterator
        let began = beginning
        let page = await attempt { () async throws(BaliseError) -> BaliseInboxPage? in
            do { return try await next.next() } catch {
                throw error as? BaliseError ?? .unreadable("\(error)")
            }
        }
        // The inbox of one person is not shown to the next, nor a page behind another list.
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
