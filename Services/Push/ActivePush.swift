import Foundation
import Logging
import MessageBus
import Models
import ServiceRuntime
import ServiceSettings
import Storage

/// The working part of the push service: the audience in memory, the feeds and the workers. It starts from the current
/// state of the database.
struct ActivePush: Sendable {
    private let environment: ServiceEnvironment
    private let database: ServiceDatabase
    private let lease: DatabaseLease?
    private let store: PushStore
    private let audience: AudienceProjection
    private let subscriptions: FeedSubscriptions
    private let service: PushContext
    private let resolver: AudienceResolver
    private let delivery: DeliveryLoop
    private let health: PushHealth
    private let housekeeping: HousekeepingLoop
    private let webhooks: WebhookLoop
    private let rotation: CredentialRotation?
    private let pause: @Sendable (Duration) async throws -> Void

    /// - Parameters:
    ///   - lease: The lease of this process; nil without other processes.
    ///   - gateway: The gateway to the providers.
    ///   - rotation: Replaces the gateway's credentials; nil if they are fixed.
    ///   - countError: Returns the error of the next answer to a dry run; nil for random ones.
    ///   - pause: Returns after the given time.
    init(
        _ environment: ServiceEnvironment, on database: ServiceDatabase, lease: DatabaseLease?,
        gateway: any PushGateway, rotation: CredentialRotation?, countError: (@Sendable () -> Int)?,
        pause: @escaping @Sendable (Duration) async throws -> Void
    ) async throws {
        (self.environment, self.database, self.lease) = (environment, database, lease)
        (self.rotation, self.pause) = (rotation, pause)
        let (settings, clock, logger) = (environment.settings, environment.clock, environment.logger)
        let rules = AudienceRules(
            categories: settings.preferences.categories,
            maximumAge: settings.push.maximumPositionAge.components.seconds, kinds: settings.notifications.kinds)
        let audience = try AudienceProjection(rules)
        let store = PushStore(
            database: database, audienceChanged: { audience.apply($0) }, caps: PushCaps(settings.notifications),
            openTopics: settings.notifications.openTopics)
        let subscriptions = try await FeedSubscriptions(environment, into: store)
        let texts = StandardTexts(settings.push)
        let health = PushHealth(APNsRoutes(settings.push.apns), since: clock.now())
        let delivery = DeliveryLoop(
            store: store, gateway: gateway, rules: rules, texts: texts, settings: settings.push,
            metrics: PushMetrics(environment.metrics), health: health, clock: clock, logger: logger,
            mayWork: { lease?.isHeld ?? true }, pause: pause)
        environment.metrics.add { await PushMetrics.queue(store, at: clock.now()) }
        let apns = settings.push.apns
        environment.metrics.add { APNsCertificateEnds(await rotation?.present.apns ?? apns).samples }
        environment.readiness.addNote { delivery.note(at: clock.now()) }
        environment.readiness.addNote { ZoneDatabase.system.note(at: clock.now()) }
        let (publishing, rates) = (PublishingRules(settings.notifications), PublishingRates())
        let resolver = AudienceResolver(
            store: store, audience: audience, begin: BeginCheck(publishing: publishing, rates: rates), clock: clock,
            logger: logger
        ) {
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
            announcements: AnnouncementRules(categories: settings.preferences.categories), texts: texts,
            publishing: publishing, rates: rates, clock: clock, random: random,
            countError: countError ?? { CountNoise.error(random(CountNoise.bytes)) },
            catchUp: { () async throws(ServiceError) in try await subscriptions.catchUp() },
            resolveAudience: { resolver.resolve($0, from: $1) }, deliver: { delivery.signal() },
            appTopic: APNsRoutes(settings.push.apns).commonTopic, broadcasts: gateway.broadcasts)
        housekeeping = HousekeepingLoop(
            store: store, clock: environment.deletionClock, logger: logger, retention: Retention()
        ) {
            try await pause(.seconds(60))
        }
        webhooks = WebhookLoop(store: store, clock: clock, logger: logger, pause: pause)
        (self.store, self.audience, self.subscriptions) = (store, audience, subscriptions)
        (self.resolver, self.delivery, self.health) = (resolver, delivery, health)
    }

    private var handlers: HandlerTable {
        var handlers = HandlerTable()
        handlers.on(service.registerPushToken)
        handlers.on(service.listPushTokens)
        handlers.on(service.findPushDevices)
        handlers.on(service.mutePushToken)
        handlers.on(service.removePushTokens)
        handlers.on(service.explainRecipient)
        handlers.onPool(FindAnnouncements.self, service.findAnnouncements)
        handlers.onPool(PreviewNotification.self, service.previewNotification)
        handlers.on(service.createBroadcastChannel)
        handlers.on(service.deleteBroadcastChannel)
        handlers.on(service.listBroadcastChannels)
        handlers.on(service.sendBroadcast)
        handlers.on(service.sendTestPush)
        handlers.onPool(ListInbox.self, service.listInbox)
        handlers.on(service.countUnread)
        handlers.on(service.markRead)
        handlers.on(service.listInquiries)
        handlers.onPool(CountPushLanguages.self, service.countPushLanguages)
        handlers.onPool(OpenAnnouncement.self, service.openAnnouncement)
        // A dry run examines all users, and an audience may contain them.
        handlers.onPool(SendNotification.self, service.sendNotification)
        handlers.on(service.getNotification)
        handlers.onPool(SummarizeResults.self, service.summarizeResults)
        handlers.onPool(ListResults.self, service.listResults)
        handlers.onPool(ListNotifications.self, service.listNotifications)
        handlers.on(service.changeNotification)
        handlers.on(service.cancelNotification)
        handlers.on(service.setSeries)
        handlers.on(service.getSeries)
        handlers.onPool(ListSeries.self, service.listSeries)
        handlers.on(service.endSeries)
        handlers.on(service.setWebhook)
        handlers.on(service.getWebhook)
        handlers.on(service.removeWebhook)
        handlers.on(service.retryWebhook)
        handlers.on(GetPushHealth.self) { [clock = environment.clock, delivery, health] _, _ in
            health.reply(delivery.notes(at: clock.now()))
        }
        handlers.on(service.recordInteractions)
        handlers.on(service.setDeviceTags)
        handlers.on(service.tellOfSignIn)
        PushSchema.export.serve(of: database, in: &handlers)
        ServiceBackups(environment, of: PushService.self, database).serve(in: &handlers)
        return handlers
    }

    /// Runs until the graceful shutdown. Then it finishes open requests, records the outcomes, releases the lease and
    /// closes the database.
    func run() async throws {
        await delivery.recover()
        // The audience receives all changes from now on.
        try await audience.load(from: store)
        try await environment.run(
            handlers, on: database, missingAccounts: subscriptions.accounts.missing,
            beside: [
                subscriptions.run, resolver.run, { await delivery.run { resolver.signal() } }, housekeeping.run,
                rotateCredentials, webhooks.run,
            ], drained: { await releaseLease() })
    }

    private func rotateCredentials() async {
        guard let rotation else { return }
        await rotation.run {
            try await pause(.seconds(60))
        } changed: {
            delivery.takeOtherCredentials()
        }
    }

    /// Called when nothing more is sent or written. If it fails, other processes wait until the lease expires.
    private func releaseLease() async {
        do { try await lease?.release() } catch {
            environment.logger.warning(
                "the lease could not be given back; another process works once it has run out",
                metadata: ["cause": "\((error as? StorageError)?.description ?? "\(type(of: error))")"])
        }
    }
}

extension PublishingRules {
    init(_ settings: NotificationSettings) {
        self.init(kinds: settings.kinds, openTopics: settings.openTopics, deviceTags: settings.deviceTags)
    }
}

extension PushCaps {
    init(_ settings: NotificationSettings) {
        self.init(
            kinds: settings.kinds, general: settings.caps.general, window: settings.caps.window.components.seconds)
    }
}

extension StandardTexts {
    init(_ settings: PushSettings) {
        func pair(_ texts: PushSettings.Texts) -> Pair { Pair(title: texts.title, body: texts.body) }
        self.init(
            languages: settings.texts.mapValues { texts in
                Kinds(offer: pair(texts.offer), event: pair(texts.event), professional: pair(texts.professional))
            }, fallback: settings.textLanguage,
            digests: settings.digests.mapValues { texts in
                DigestTexts(
                    title: texts.title, body: texts.body, kindNames: texts.kindNames, link: settings.digestLink)
            })
    }
}
