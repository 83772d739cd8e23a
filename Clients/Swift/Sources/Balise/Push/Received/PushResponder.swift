import BaliseAPI

/// The system's functions for notifications: `SystemPushCentre` on Apple's systems, a script in tests.
public protocol PushCentre: Sendable {
    /// Sets the number on the app's icon; 0 removes it.
    func setBadge(_ count: Int) async throws
    /// Replaces all categories and their buttons.
    func setCategories(_ categories: [PushCategory]) async
}

/// Answers the system's questions about notifications, and passes the users' actions on them to the app.
///
/// Create one responder when the app starts. A tap that starts the app waits until the app reads ``responses()``, so a
/// screen that appears later, for example after the sign-in, does not miss the tap.
@MainActor
public final class PushResponder {
    /// Decides how a notification is shown while the app is open.
    public var presentation: @MainActor (ReceivedPush) -> PushPresentation = { _ in .all }
    /// Whether an opened notification is marked as read.
    public var marksAsRead = true
    /// The failure of the last change of the badge or of a read mark; nil after a success.
    public private(set) var problem: BaliseError?

    private let inbox: InboxAPI
    private let centre: any PushCentre
    private let reporting: (any NotificationInteractionReporting)?
    private let time: any BaliseClock
    private let relay = PendingRelay<PushResponse>()

    init(
        inbox: InboxAPI, centre: any PushCentre, reporting: (any NotificationInteractionReporting)?,
        time: any BaliseClock
    ) {
        (self.inbox, self.centre, self.reporting, self.time) = (inbox, centre, reporting, time)
    }

    /// Returns the user's taps on notifications and buttons, also taps before the first reader, but no dismissals.
    public nonisolated func responses() -> AsyncStream<PushResponse> { relay.elements() }

    /// Replaces all categories and their buttons. Call this at each start of the app.
    public func use(_ categories: [PushCategory]) async { await centre.setCategories(categories) }

    /// Passes a response to the app, reports it, and marks the entry as read. On return the system may stop the app.
    public func take(_ response: PushResponse) async {
        if response.act != .dismissed { relay.give(response) }
        guard let id = response.push.id else { return }
        await reporting?.report(PushInteraction(id, response.act, link: response.link, at: time.now))
        guard marksAsRead, response.act != .dismissed else { return }
        await show { [inbox] () async throws(BaliseError) in try await inbox.markRead(id) }
    }

    /// Shows the server's number of unread entries as the badge. Call this when the app comes to the front.
    public func refreshBadge() async {
        await show { [inbox] () async throws(BaliseError) in try await inbox.unreadCount() }
    }

    /// Sets the badge to a known number of unread entries, for example from ``BaliseInboxModel``.
    public func showUnread(_ count: Int) async { await show { () async throws(BaliseError) in count } }

    /// Removes the badge, for example after a sign-out. No entry is marked as read.
    public func clearBadge() async { await show { () async throws(BaliseError) in 0 } }

    private func show(_ count: () async throws(BaliseError) -> Int) async {
        do throws(BaliseError) {
            let unread = try await count()
            do { try await centre.setBadge(unread) } catch {
                throw error is CancellationError ? BaliseError.cancelled : .system("the badge: \(error)")
            }
            problem = nil
        } catch {
            if error != .cancelled { problem = error }
        }
    }
}

extension BaliseClient {
    /// Creates the app's responder. Create only one responder and keep it.
    /// - Parameter centre: Shows the notifications: `SystemPushCentre` on Apple's systems.
    /// - Parameter reporting: Reports interactions to the server, such as an ``InteractionOutbox``; nil to report
    ///   nothing.
    @MainActor
    public func pushResponder(
        _ centre: any PushCentre, reporting: (any NotificationInteractionReporting)? = nil
    ) -> PushResponder {
        PushResponder(inbox: inbox, centre: centre, reporting: reporting, time: configuration.time)
    }
}

/// Passes each element to all readers. Elements that arrive while there is no reader wait for the next reader.
@MainActor
final class PendingRelay<Element: Sendable> {
    /// The largest number of waiting elements. When it is exceeded, the oldest element is dropped.
    private static var maximumPending: Int { 16 }

    private var pending: [Element] = []
    private var readers = StreamListeners<Element>()

    nonisolated init() {}

    /// Returns the elements, until the reader's task is cancelled.
    nonisolated func elements() -> AsyncStream<Element> {
        AsyncStream { reader in Task { @MainActor in self.add(reader) } }
    }

    func give(_ element: Element) {
        readers.send(element)
        guard readers.isEmpty else { return }
        pending.append(element)
        if pending.count > Self.maximumPending { pending.removeFirst() }
    }

    private func add(_ reader: AsyncStream<Element>.Continuation) {
        while let element = pending.first {
            if case .terminated = reader.yield(element) { return }
            pending.removeFirst()
        }
        readers.add(reader)
    }
}
