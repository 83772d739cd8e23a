// Notifications in an app: registering for them, showing them, opening them, the badge, and the inbox.
//
// The slices of this file are in the article of the same name, so that its code compiles; `.ci/check-articles --write`
// copies them. These functions take the system's part as a parameter, so that tests can replace it. An app passes
// `SystemPushCentre`.

import Balise
import BaliseJSON
import Foundation

// snippet.registrar
final class PushRegistration: Sendable {
    private let registrar: PushRegistrar

    init(_ client: BaliseClient, deviceID: String?) {
        registrar = client.push.registrar(for: PushDevice(deviceID: deviceID))
    }

    /// Keeps the app registered, for as long as it runs. On iOS, `BaliseRemoteNotifications` supplies the tokens.
    func run(_ source: any PushDeviceTokenSource) async {
        async let taking: Void = registrar.use(from: source)
        await registrar.run()
        await taking
    }
}
// snippet.end

// snippet.responder
@MainActor
final class NotificationScreen {
    private let responder: PushResponder
    private var openThread: String?

    init(_ client: BaliseClient, _ centre: any PushCentre) {
        responder = client.pushResponder(centre)
        // A push of the open conversation needs no banner.
        responder.presentation = { [weak self] push in
            push.thread != nil && push.thread == self?.openThread ? .quiet : .all
        }
    }

    /// Opens tapped notifications for as long as the app runs, also the notification that started the app.
    func run() async {
        await responder.use([
            PushCategory("ORDER", [.init(id: "track", title: "Track"), .init(id: "cancel", title: "Cancel")])
        ])
        for await response in responder.responses() {
            switch response.target {
            case .link(let address): print("open \(address)")
            case .page(.offer(let id)), .page(.event(let id)): print("open offers/\(id)")
            case .page(.professional(let id)): print("open professionals/\(id)")
            case .page(.page(let screen, let entity)): print("open \(screen)/\(entity)")
            case .data(let data): print("open the app's own data: \(data.text)")
            case .inboxEntry(let id): print("open the inbox at \(id)")
            case .app: print("nothing more to open")
            case nil: print("a button of the app's own: \(response.act), \(response.text ?? "")")
            }
        }
    }

    /// Updates the badge. Call this whenever the app comes to the front.
    func becameActive() async { await responder.refreshBadge() }

    /// Removes the badge. Call this after a sign-out.
    func signedOut() async { await responder.clearBadge() }
}
// snippet.end

// snippet.reporting
/// Stores interactions in a file until the server has them. Call `run()` of the outbox in a task of its own, for as
/// long as the app runs.
@MainActor
func reportingResponder(
    _ client: BaliseClient, _ centre: any PushCentre, _ file: URL
) throws -> (responder: PushResponder, outbox: InteractionOutbox) {
    let outbox = try client.inbox.interactionOutbox(at: file)
    return (client.pushResponder(centre, reporting: outbox), outbox)
}
// snippet.end

// snippet.preparation
/// The `preparation` of the app's notification service extension.
func preparation(opening: @escaping @Sendable (String) throws -> String) -> PushPreparation {
    struct Opener: PushDecrypting {
        let opening: @Sendable (String) throws -> String

        func decrypt(_ push: ReceivedPush) async throws -> DecryptedPush? {
            guard let sealed = push.data?.value?.member("sealed")?.string else { return nil }
            return DecryptedPush(body: try opening(sealed))
        }
    }
    var preparation = PushPreparation(decrypting: Opener(opening: opening))
    preparation.maximumImageBytes = 1_000_000
    preparation.timeLimit = 15
    return preparation
}
// snippet.end

// snippet.activities
/// Follows the activities, for as long as the app runs. On iOS `followStarts(of:)` and `follow(_:as:)` take
/// ActivityKit's types themselves.
func followMatch(_ client: BaliseClient, starts: AsyncStream<Data>, match: String, updates: AsyncStream<Data>) async {
    let registrar = client.push.liveActivityRegistrar(for: PushDevice())
    async let running: Void = registrar.run()
    async let starting: Void = registrar.followStarts(of: "MatchAttributes", starts)
    await registrar.follow(match, type: "MatchAttributes", updates)
    await starting
    await running
}
// snippet.end

// snippet.topics
func followNews(_ client: BaliseClient) async throws -> [String] {
    let topics = try await client.topics.subscribe(to: "news-sport")
    for token in try await client.push.tokens() { try await client.push.setTags(["beta"], token: token.id) }
    return topics.filter(\.subscribed).map(\.name)
}
// snippet.end

// snippet.preferences
func muteEvents(_ client: BaliseClient) async throws {
    let editor = try await client.preferences.editor()
    await editor.change { $0.notifyLocalEvents = false }
    await editor.change { $0.notificationRadius = 25 }
    // The editor saves both changes in one call, 300 ms after the last change. A screen that closes saves at once.
    try await editor.save()
}
// snippet.end

// snippet.inbox
@available(iOS 17, tvOS 17, watchOS 10, *)
@MainActor
func readInbox(_ model: BaliseInboxModel, _ responder: PushResponder) async {
    await model.load()
    if let first = model.entries.first { await model.markRead(first.id) }
    if let unread = model.unreadCount { await responder.showUnread(unread) }
    // Load more entries when the user reaches the end of the list.
    await model.loadMore()
}

/// Reads titles without a model, as on iOS 16.
func titles(_ client: BaliseClient) async throws -> [String] {
    var titles: [String] = []
    for try await page in client.inbox.pages(unreadOnly: true) { titles += page.entries.map(\.title) }
    return titles
}
// snippet.end
