import Foundation
import Logging
import MessageBus
import Models
import ServiceRuntime
import ServiceSettings
import Storage

/// The working part of the push service: the audience in memory, the feeds and the workers. Starts from the database's
/// state.
struct ActivePush: Sendable {
    private let environment: ServiceEnvironment
    private let database: ServiceDatabase
    private let lease: DatabaseLease?
    private let store: PushStore
    private let audience: AudienceProjection
    private let feeds: FeedSubscriptions
    private let service: PushContext
    private let begins: BeginLoop
    private let queue: DeliveryLoop
    private let health: PushHealth
    private let housekeeping: HousekeepingLoop
    private let webhooks: WebhookLoop
    private let rotation: CredentialRotation?
    private let pause: @Sendable (Duration) async throws -> Void

    /// Makes the parts.
    /// - Parameter lease: The lease of the database; nil if there are no other processes.
    /// - Parameter countError: Returns the error of the next answer to a dry run; nil for random errors.
    init(
        _ environment: ServiceEnvironment, on database: ServiceDatabase, lease: DatabaseLease?,
        gateway: any PushGateway, rotation: CredentialRotation?, countError: (@Sendable () -> Int)?,
        pause: @escaping @Sendable (Duration) async throws -> Void
    ) async throws {
        (self.environment, self.database, self.lease) = (environment, database, lease)
        (self.rotation, self.pause) = (rotation, pause)
        let (settings, clock, logger) = (environment.settings, environment.clock, environment.logger)
        let (rules, texts) = (AudienceRules(settings), StandardTexts(settings.push))
        let (publishing, rates) = (PublishingRules(settings.notifications), PublishingRates())
        let routes = APNsRoutes(settings.push.apns)

        // Audience
        let audience = try AudienceProjection(rules)
        store = PushStore(
            database: database, audienceChanged: { audience.apply($0) }, caps: PushCaps(settings.notifications),
            openTopics: settings.notifications.openTopics)
        self.audience = audience
        feeds = try await FeedSubscriptions(environment, into: store)

        // Queue and providers
        health = PushHealth(routes, since: clock.now())
        queue = DeliveryLoop(
            store: store, gateway: gateway, rules: rules, texts: texts, settings: settings.push,
            metrics: PushMetrics(environment.metrics), health: health, clock: clock, logger: logger,
            mayWork: { lease?.isHeld ?? true }, pause: pause)

        // Publishing
        begins = BeginLoop(
            store: store, audience: AudienceResolver(store: store, audience: audience, feeds: feeds, clock: clock),
            queue: queue, check: BeginCheck(publishing: publishing, rates: rates), clock: clock, logger: logger)
        let random = environment.random
        let webhooks = WebhookLoop(store: store, clock: clock, logger: logger, pause: pause)
        self.webhooks = webhooks
        service = PushContext(
            store: store, people: store, deliveries: store, audience: audience, feeds: feeds, begins: begins,
            queue: queue, announcements: AnnouncementRules(categories: settings.preferences.categories),
            texts: texts, publishing: publishing, rates: rates, clock: clock, random: random,
            countError: countError ?? { CountNoise.error(random(CountNoise.bytes)) },
            appTopic: routes.commonTopic, broadcasts: { gateway.broadcasts },
            postTest: { await webhooks.test($0, to: $1) })
        housekeeping = HousekeepingLoop(store: store, clock: environment.deletionClock, logger: logger) {
            try await pause(.seconds(60))
        }
        environment.metrics.add { [store] in await PushMetrics.queue(store, at: clock.now()) }
        environment.metrics.add { APNsCertificateEnds(await rotation?.settings.apns ?? settings.push.apns).samples }
        environment.readiness.add("push-queue") { [queue] in
            let notes = queue.notes
            guard notes.isEmpty else { return .warning(notes.joined(separator: "; ")) }
            let hasCredential = await !CredentialTrial.all(of: rotation?.settings ?? settings.push).isEmpty
            return hasCredential
                ? .ok("pushes are sent")
                : .unknown("there is no credential for pushes", "set push.apns or push.fcm in the settings")
        }
        environment.readiness.add("time-zones") { ZoneDatabase.system.finding(at: clock.now()) }
        feeds.add(to: environment.readiness)
        for trial in CredentialTrial.all(of: settings.push) {
            environment.readiness.add("push-credential", of: trial.name, .remote) { await trial.run(over: gateway) }
        }
    }

    /// Runs until the graceful shutdown. Then it finishes requests, records outcomes, and closes lease and database.
    func run() async throws {
        await queue.recover()
        // From here on, the audience receives all changes.
        try await audience.load(from: store)
        var handlers = HandlerTable()
        service.serve(in: &handlers)
        handlers.on(GetPushHealth.self) { [queue, health] _, _ in
            health.reply(queue.notes)
        }
        try await environment.run(
            handlers, of: PushService.self, on: database, missingAccounts: feeds.accounts.missing,
            beside: [
                feeds.run, begins.run, { await queue.run(beside: begins) }, housekeeping.run,
                rotateCredentials, webhooks.run,
            ], drained: { await releaseLease() })
    }

    private func rotateCredentials() async {
        guard let rotation else { return }
        await rotation.run(pause: { try await pause(.seconds(60)) }, changed: { queue.takeOtherCredentials() })
    }

    /// Releases the lease. Nothing is sent or written after this. If this fails, other processes wait for its end.
    private func releaseLease() async {
        do { try await lease?.release() } catch {
            environment.logger.warning(
                "the lease could not be released; another process starts to work when it expires",
                metadata: ["cause": "\((error as? StorageError)?.description ?? "\(type(of: error))")"])
        }
    }
}
