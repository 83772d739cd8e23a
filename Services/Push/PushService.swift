// The push service: how devices are reached, who is told what, and what became of it.

import Foundation
import Logging
import MessageBus
public import Models
public import ServiceRuntime
import ServiceSettings
public import Storage

/// Knows how devices are reached, resolves who is told of an announcement, and delivers it. Answers the messages of
/// Models/PushTokens, Models/Announcements and Models/Inbox, and follows the feeds of the other services.
public struct PushService: PersistentService {
    public static let name = ServiceName.push
    public static let store: any Store.Type = PushStore.self

    private let environment: ServiceEnvironment
    private let database: ServiceDatabase
    private let store: PushStore
    private let audience: AudienceProjection
    private let subscriptions: FeedSubscriptions
    private let service: PushContext
    private let resolver: AudienceResolver
    private let delivery: DeliveryLoop
    private let housekeeping: HousekeepingLoop

    /// Opens the database `push.sqlite` in the data folder.
    ///
    /// Throws when it cannot be used, or a credential of a provider cannot be read; the description says what to do.
    public init(_ environment: ServiceEnvironment) throws {
        let gateway = try PushGateways(
            environment.settings.push,
            secretsIn: environment.settings.dataDirectory.appendingPathComponent("keys"), clock: environment.clock,
            logger: environment.logger)
        try self.init(environment, gateway: gateway)
    }

    /// - Parameters:
    ///   - gateway: the way to the providers.
    ///   - countError: gives the error of the next answer to a dry run; nil for random ones.
    ///   - pause: returns after the given time.
    init(
        _ environment: ServiceEnvironment, gateway: any PushGateway,
        countError: (@Sendable () -> Int)? = nil,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) throws {
        self.environment = environment
        let (settings, clock, logger) = (environment.settings, environment.clock, environment.logger)
        let rules = AudienceRules(
            categories: settings.preferences.categories,
            maximumAge: settings.push.maximumPositionAge.components.seconds)
        let audience = try AudienceProjection(rules)
        database = try environment.openDatabase(of: PushService.self)
        let store = PushStore(database: database) { audience.apply($0) }
        let subscriptions = try FeedSubscriptions(environment, into: store)
        let texts = StandardTexts(settings.push)
        let delivery = DeliveryLoop(
            store: store, gateway: gateway, rules: rules, texts: texts, settings: settings.push,
            metrics: PushMetrics(environment.metrics), clock: clock, logger: logger, pause: pause)
        environment.readiness.addNote { delivery.note(at: clock.now()) }
        let resolver = AudienceResolver(store: store, audience: audience, clock: clock, logger: logger) {
            () async throws(ServiceError) in
            try await subscriptions.catchUp()
        } haveReached: {
            subscriptions.haveReached($0)
        } queued: {
            delivery.signal(isMoreToCome: $0)
        }
        let random = environment.random
        service = PushContext(
            store: store, audience: audience,
            announcements: AnnouncementRules(categories: settings.preferences.categories), texts: texts, clock: clock,
            logger: logger, random: random,
            countError: countError ?? { CountNoise.error(random(CountNoise.bytes)) },
            catchUp: { () async throws(ServiceError) in try await subscriptions.catchUp() },
            resolveAudience: { resolver.resolve($0, from: $1) }, deliver: { delivery.signal() })
        housekeeping = HousekeepingLoop(store: store, clock: clock, logger: logger, retention: Retention()) {
            try await pause(.seconds(60))
        }
        (self.store, self.audience, self.subscriptions) = (store, audience, subscriptions)
        (self.resolver, self.delivery) = (resolver, delivery)
    }

    private var handlers: HandlerTable {
        var handlers = HandlerTable()
        handlers.on(RegisterPushToken.self, service.answering(RegisterPushTokenHandler(service: service).handle))
        handlers.inline(ListPushTokens.self, service.answering(ListPushTokensHandler(service: service).handle))
        handlers.on(MutePushToken.self, service.answering(MutePushTokenHandler(service: service).handle))
        handlers.on(RemovePushTokens.self, service.answering(RemovePushTokensHandler(service: service).handle))
        handlers.on(Announce.self, service.answering(AnnounceHandler(service: service).handle))
        handlers.inline(GetAnnouncement.self, service.answering(GetAnnouncementHandler(service: service).handle))
        handlers.onPool(ListAnnouncements.self, service.answering(ListAnnouncementsHandler(service: service).handle))
        handlers.on(CancelAnnouncement.self, service.answering(CancelAnnouncementHandler(service: service).handle))
        handlers.on(ExplainRecipient.self, service.answering(ExplainRecipientHandler(service: service).handle))
        handlers.onPool(FindAnnouncements.self, service.answering(FindAnnouncementsHandler(service: service).handle))
        handlers.on(SendTestPush.self, service.answering(SendTestPushHandler(service: service).handle))
        handlers.onPool(ListInbox.self, service.answering(ListInboxHandler(service: service).handle))
        handlers.inline(CountUnread.self, service.answering(CountUnreadHandler(service: service).handle))
        handlers.on(MarkRead.self, service.answering(MarkReadHandler(service: service).handle))
        handlers.inline(ListInquiries.self, service.answering(ListInquiriesHandler(service: service).handle))
        handlers.onPool(OpenAnnouncement.self, service.answering(OpenAnnouncementHandler(service: service).handle))
        return handlers
    }

    /// Serves until the graceful shutdown, then finishes what it handles, writes down what was sent and closes the
    /// database.
    public func run() async throws {
        await delivery.recover()
        // Whatever changes from now on is told to the audience.
        try audience.load(from: store)
        try await environment.run(
            handlers, on: database, missingAccounts: subscriptions.accounts.missing,
            beside: [
                subscriptions.run, resolver.run, { await delivery.run { resolver.signal() } }, housekeeping.run,
            ])
    }
}

extension StandardTexts {
    init(_ settings: PushSettings) {
        func pair(_ texts: PushSettings.Texts) -> Pair { Pair(title: texts.title, body: texts.body) }
        self.init(
            languages: settings.texts.mapValues { texts in
                Kinds(offer: pair(texts.offer), event: pair(texts.event), professional: pair(texts.professional))
            }, fallback: settings.textLanguage)
    }
}
