// The push service: how handsets are reached, who is told what, and what became of it.

import Foundation
import Logging
import MessageBus
public import Models
import ServiceLifecycle
public import ServiceRuntime
import Storage

/// Knows how handsets are reached, decides who is told of an announcement, and delivers it. Answers the messages of
/// Models/PushTokens, Models/Announcements and Models/Inbox, and follows the feeds of the other services.
public struct PushService: HostedService {
    public static let name = ServiceName.push

    private let environment: ServiceEnvironment
    private let database: ServiceDatabase
    private let desk: PushDesk

    /// Opens the database `push.sqlite` in the data folder.
    ///
    /// Throws when it cannot be used; the description says what to do.
    public init(_ environment: ServiceEnvironment) throws {
        self.environment = environment
        let folder = environment.settings.dataDirectory
        database = try SQLitePushStore.openDatabase(at: folder.appendingPathComponent("push.sqlite"))
        let store = SQLitePushStore(database: database)
        desk = PushDesk(store: store, clock: environment.clock, logger: environment.logger) { count in
            (0..<count).map { _ in UInt8.random(in: 0...255) }
        }
    }

    private var handlers: HandlerTable {
        var handlers = HandlerTable()
        handlers.on(RegisterPushToken.self, RegisterPushTokenHandler(desk: desk).handle)
        handlers.inline(ListPushTokens.self, ListPushTokensHandler(desk: desk).handle)
        handlers.on(MutePushToken.self, MutePushTokenHandler(desk: desk).handle)
        handlers.on(RemovePushTokens.self, RemovePushTokensHandler(desk: desk).handle)
        return handlers
    }

    private static let permissions: [ServiceName: [any Request.Type]] = [
        .edge: [
            RegisterPushToken.self, ListPushTokens.self, MutePushToken.self, RemovePushTokens.self, Announce.self,
            GetAnnouncement.self, ListAnnouncements.self, CancelAnnouncement.self, ExplainRecipient.self,
            FindAnnouncements.self, SendTestPush.self, ListInbox.self, CountUnread.self, MarkRead.self,
        ]
    ]

    /// Serves until the graceful shutdown, then finishes what it handles and closes the database.
    public func run() async throws {
        let server = try environment.serve(.push, permissions: PushService.permissions, handlers: handlers)
        environment.readiness.markReady()
        // Cancelled or told to stop: both mean the same here.
        try? await gracefulShutdown()
        await server.close(drain: .seconds(3))
        try database.close()
    }
}
