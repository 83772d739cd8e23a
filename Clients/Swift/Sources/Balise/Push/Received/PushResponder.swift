// What an app does about notifications: how they are shown while it is open, what a tap opens, the number on its icon.

import BaliseAPI

/// What the system does for notifications on the app's behalf: `SystemPushCentre` on Apple's systems, a script in tests.
public protocol PushCentre: Sendable {
    /// Sets the number on the app's icon; 0 takes it off.
    func setBadge(_ count: Int) async throws
    /// Says which buttons there are, in place of what was said before.
    func setCategories(_ categories: [PushCategory]) async
}

/// Answers the system's questions about notifications, and gives the app what people did with them.
///
/// The app has one of these from its start on. A tap that starts the app is kept until somebody reads ``responses()``, so
/// a screen that comes later, or only after signing in, does not miss it.
@MainActor
public final class PushResponder {
    /// How a notification is shown that arrives while the app is open.
    public var presentation: @MainActor (ReceivedPush) -> PushPresentation = { _ in .all }
    /// Whether the entry of what was opened is marked as read.
    public var marksAsRead = true
    /// Why the number on the icon, or that something was read, could not be brought to its place; nil when it could.
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
        self.inbox = inbox
        self.centre = centre
        self.reporting = reporting
        self.time = time
    }

    /// What people do with notifications from now on, and what they did before while nobody read: taps on them and on
    /// their buttons. What is put away is not among them.
    public nonisolated func responses() -> AsyncStream<PushResponse> { relay.elements() }

    /// Says which buttons there are, in place of what was said before. Call it at each start of the app.
    public func use(_ categories: [PushCategory]) async { await centre.setCategories(categories) }

    /// Takes what a person did with a notification: gives it to the app, reports it, and marks the entry as read. It
    /// returns when the system may stop the app.
    public func take(_ response: PushResponse) async {
        if response.act != .dismissed { relay.give(response) }
        guard let id = response.push.id else { return }
        await reporting?.report(PushInteraction(id, response.act, link: response.link, at: time.now))
        guard marksAsRead, response.act != .dismissed else { return }
        await show { [inbox] () async throws(BaliseError) in try await inbox.markRead(id) }
    }

    /// Has the number on the icon say how many entries of the inbox the person has not read. Call it when the app comes to
    /// the front.
    public func refreshBadge() async {
        await show { [inbox] () async throws(BaliseError) in try await inbox.unreadCount() }
    }

    /// Has the number on the icon say how many entries are unread, where that is known already, as by ``BaliseInboxModel``.
    public func showUnread(_ count: Int) async { await show { () async throws(BaliseError) in count } }

    /// Takes the number off the icon, as when the person has signed out. Nothing is marked as read.
    public func clearBadge() async { await show { () async throws(BaliseError) in 0 } }

    private func show(_ count: () async throws(BaliseError) -> Int) async {
        do throws(BaliseError) {
            let unread = try await count()
            do { try await centre.setBadge(unread) } catch { throw .system("the badge: \(error)") }
            problem = nil
        } catch {
            problem = error
        }
    }
}

extension BaliseClient {
    /// What the app does about notifications. The app makes one and keeps it.
    ///
    /// - Parameters:
    ///   - centre: What shows them: `SystemPushCentre` on Apple's systems.
    ///   - reporting: What tells the server what people did with them, such as an ``InteractionOutbox``; nil to tell it
    ///     nothing.
    @MainActor
    public func pushResponder(
        _ centre: any PushCentre, reporting: (any NotificationInteractionReporting)? = nil
    ) -> PushResponder {
        PushResponder(inbox: inbox, centre: centre, reporting: reporting, time: configuration.time)
    }
}
