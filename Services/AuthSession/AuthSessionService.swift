import Foundation
import Logging
import MessageBus
public import Models
public import ServiceRuntime
import ServiceSettings
public import Storage

/// Manages sessions, tokens, signing keys and API keys: answers the messages of Models/Sessions and Models/APIKeys,
/// writes the credentials feed and follows the accounts feed.
public struct AuthSessionService: PersistentService {
    public static let name = ServiceName.authSession
    public static let store: any Store.Type = SessionStore.self
    public static let export = SessionSchema.export
    public static let secrets = ["auth-session.secret"]

    private let environment: ServiceEnvironment
    private let database: ServiceDatabase
    private let service: SessionContext
    private let feed: FeedSource
    private let accounts: AccountsFollower
    private let missingAccounts: MissingAccounts
    private let acts: BegunActs
    private let housekeeping: HousekeepingLoop
    private let providers: ProviderClient
    /// The preparation of moves to another Apple team; nil unless apps move.
    private let transfers: AppleTransfers?
    private let pause: @Sendable (Duration) async throws -> Void

    /// Opens `auth-session.sqlite` in the data folder, and `keys/auth-session.secret` beside it.
    public init(_ environment: ServiceEnvironment) async throws {
        try await self.init(environment) { try await Task.sleep(for: .seconds(15)) }
    }

    /// Makes the service. `feedTimeout` is a handler's wait for the latest page of the accounts feed. Each pause
    /// returns when the next round of work is due.
    init(
        _ environment: ServiceEnvironment, feedTimeout: Duration = .seconds(2),
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        purgePause: @escaping @Sendable () async throws -> Void
    ) async throws {
        (self.environment, self.pause) = (environment, pause)
        let settings = environment.settings.sessions
        let random = environment.random
        let limits = SessionLimits(settings)
        database = try environment.openDatabase(of: AuthSessionService.self)
        let keys: InstallationKeys
        let store: SessionStore
        let ring: KeyRing
        do {
            let secret = SecretFile(
                environment.settings.dataDirectory.appendingPathComponent("keys/auth-session.secret"),
                name: "the secret of the sessions", ifLost: AuthSessionService.advice(on: database))
            keys = try await AuthSessionService.installationKeys(secret, of: database, random: random)
            store = SessionStore(
                database: database, limits: limits, tokens: keys.refreshTokens,
                knownClients: settings.signInNotices ? KnownClients(key: keys.knownClients) : nil)
            ring = try await KeyRing(
                store: store, schedule: KeySchedule(settings), seal: keys.seal, secretPath: secret.url.path,
                random: random)
        } catch {
            // The database is closed, so that the service can be opened again at once with the right secret.
            try? database.close()
            throw error
        }
        let providers = ProviderClient()
        let log = SecurityLog(
            logger: environment.logger,
            kept: SecurityEvents(in: database, clock: environment.clock, logger: environment.logger) {
                try $1.accounts.status(of: $0) == .erased
            })
        let metrics = SessionMetrics(environment.metrics)
        let appleSettings = environment.settings.apple
        let services = try AppleServices(appleSettings, through: providers, clock: environment.clock)
        let revoker = services.map {
            AppleTokenRevoker(
                $0, store: store, seal: AppleTokenSeal(key: keys.appleSeal), clock: environment.clock,
                logger: environment.logger, metrics: environment.metrics)
        }
        transfers = services.flatMap {
            AppleTransfers(
                $0, store: store, seal: AppleTokenSeal(key: keys.appleSeal), logger: environment.logger,
                metrics: environment.metrics)
        }
        self.providers = providers
        let issuerSettings = environment.settings.issuers
        environment.metrics.add { ClientSecretEnds(issuerSettings).samples }
        let issuers = TrustedIssuers(environment, through: providers, metrics: metrics)
        service = SessionContext(
            store: store, limits: limits, ring: ring,
            accessTokens: AccessTokens(
                ring: ring, issuer: settings.issuer, lifetime: settings.accessTokenLifetime.components.seconds),
            refreshTokens: keys.refreshTokens, clock: environment.clock,
            log: log, metrics: metrics, installations: InstallationMetrics(environment.metrics),
            accounts: AccountsFeedSync(timeout: feedTimeout),
            apple: TrustedIssuer(appleSettings).map {
                TokenVerifier($0, keys: .set(appleSettings.keysURL), through: providers, environment, metrics: metrics)
            }, appleTokens: revoker,
            issuers: issuers,
            providers: SignInProviders(environment, through: providers, sharing: issuers, apple: services),
            signInSeal: SignInSeal(key: keys.signInSeal),
            issuedNaming: keys.issuedNaming, operators: OperatorSecrets(environment.settings),
            people: RecognisedPeople(),
            exchange: ExchangeRules(issuer: settings.issuer, environment.settings.oauth),
            backupsKept: environment.settings.backups.keptFor?.components.seconds,
            notices: settings.signInNotices
                ? SignInNotices(
                    store: store, client: environment.client, clock: environment.clock, logger: environment.logger)
                : nil,
            client: environment.client, random: random)
        let endedKeys = EndedAPIKeys(
            store: store, client: environment.client, clock: environment.clock, logger: environment.logger)
        let source = FeedSource(of: CredentialChange.feed) {
            // A reader that has reached the end of the feed must know of every expired key. A failed write is repeated
            // later and must not block the reader: ended sessions must still be announced.
            try? await endedKeys.tellFollowers()
            return try await store.credentials(epoch: $0, after: $1, limit: $2)
        }
        database.onCommit(changing: CredentialChange.feed) { source.changed(CredentialChange.feed) }
        feed = source
        let readiness = environment.readiness
        if let services, let client = appleSettings.audiences.first {
            readiness.add("apple-key", .remote) { await services.tryKey(of: client) }
        }
        missingAccounts = MissingAccounts(in: database, readiness: readiness, logger: environment.logger)
        accounts = try await AccountsFollower(
            service, missing: missingAccounts,
            returned: ReturnedAccounts(service.store, readiness: readiness, logger: environment.logger),
            readiness: readiness
        ) { readiness.markReady() }
        acts = BegunActs(
            store: service.store, own: AuthSessionService.ownActs(service, missingAccounts, pause),
            client: environment.client, clock: environment.clock, logger: environment.logger)
        housekeeping = HousekeepingLoop(
            service: service, endedKeys: endedKeys, acts: acts, clock: environment.deletionClock, pause: purgePause)
    }

    /// Reads the secret, or makes it for a database without keys, and checks that secret and database belong together.
    private static func installationKeys(
        _ file: SecretFile, of database: ServiceDatabase, random: @escaping @Sendable (Int) -> [UInt8]
    ) async throws -> InstallationKeys {
        let isNeeded = try await SessionStore.holdsKeys(database)
        // The bus key may be in a file of the same name, so a longer secret is refused.
        let keys = InstallationKeys(secret: try file.load(isNeeded: isNeeded, mayBeLonger: false, random: random))
        // Two processes may start at once, each with its own secret; only one may continue.
        if database.mayBeShared, try await !SecretCheck.record(keys.check, replacing: false, in: database) {
            throw SecretFile.Failure.another(path: file.url.path, advice: file.advice)
        }
        return keys
    }

    private static func advice(on database: ServiceDatabase) -> String {
        let emptying =
            database.mayBeShared
            ? "drop and create the schema auth_session of the PostgreSQL" : "move auth-session.sqlite away"
        return """
            If it is lost for good, stop all processes of this service, \(emptying) and give the command \
            `new-database auth-session`. All users then sign in again, and you make the API keys again.
            """
    }

    /// Sets the handlers of operators' acts. Except for the ends of sessions, no act arrives as a message of its own.
    private static func ownActs(
        _ service: SessionContext, _ missing: MissingAccounts,
        _ pause: @escaping @Sendable (Duration) async throws -> Void
    ) -> OwnActs {
        var acts = OwnActs()
        acts.on { (request: RotateSigningKey, context: MessageContext) in
            try await service.rotateSigningKey(request, pause: pause, context)
        }
        acts.on(service.createAPIKey)
        acts.on(service.revokeAPIKey)
        acts.on(service.addAPIKeyPasskey)
        acts.on(service.removeAPIKeyPasskey)
        acts.on(service.endSession)
        acts.on(service.endOtherSessions)
        acts.on { (request: DecideMissingAccounts, _: MessageContext) in try await missing.decide(request.decision) }
        return acts
    }

    private var handlers: HandlerTable {
        var handlers = HandlerTable()
        func onProven<Act: ProvenAct>(_: Act.Type, refusal: SecurityLog.Event) {
            handlers.on(Proven<Act>.self) { [service] request, context in
                try await service.perform(request, refusal: refusal, context)
            }
        }
        handlers.on(service.register)
        handlers.on(service.signIn)
        handlers.on(service.signInWithApple)
        handlers.on(service.signInWithPasskey)
        handlers.on(service.signInWithEmailCode)
        handlers.on(service.signInAnonymously)
        handlers.on(service.takeSecondStep)
        handlers.on(service.beginProviderSignIn)
        handlers.on(service.finishProviderSignIn)
        handlers.on(service.redeemSignInCode)
        handlers.on(service.takeAppleNotification)
        handlers.on(service.takeLogoutToken)
        handlers.on(service.authenticate)
        handlers.on(service.exchangeToken)
        handlers.on(service.introspectToken)
        handlers.on(service.revokeToken)
        handlers.on(service.issueSessionToken)
        handlers.inline(GetSigningKeys.self, service.getSigningKeys)
        handlers.direct(service.refreshSession)
        handlers.on(service.checkSession)
        handlers.on(service.listSessions)
        handlers.on(service.extendSession)
        handlers.on(service.endSession)
        handlers.on(service.endOtherSessions)
        handlers.on(service.recordActivity)
        handlers.onPool(CountInstallations.self, service.countInstallations)
        handlers.onPool(ListInstalledAccounts.self, service.listInstalledAccounts)
        handlers.on(service.awaitAccountChanges)
        handlers.on(service.eraseAccount)
        handlers.on(service.getErasure)
        handlers.on(service.eraseOwnAccount)
        onProven(BeginExport.self, refusal: .exportRefused)
        onProven(RenewRecoveryCodes.self, refusal: .secondStepChangeRefused)
        onProven(RemoveTOTP.self, refusal: .secondStepChangeRefused)
        onProven(RequestEmailCode.self, refusal: .emailChangeRefused)
        handlers.on(service.listAPIKeys)
        handlers.on(service.judgeAPIKey)
        handlers.on(service.listAPIKeyPasskeys)
        handlers.on(service.verifyAPIKeyPasskey)
        handlers.on(ActForOperator.self) { [service, acts] request, context in
            try await service.actForOperator(request, through: acts, context)
        }
        handlers.on(service.appendAuditEntry)
        handlers.on(service.listAuditEntries)
        handlers.on(service.verifyAuditLog)
        service.log.kept.serve(in: &handlers)
        feed.serve(in: &handlers, to: [.edge, .push])
        return handlers
    }

    /// Ends the sessions of issuers that the operator removed: their users can neither continue nor end these sessions.
    private func endSessionsOfRemovedIssuers() async throws {
        let issuers = service.issuers?.names ?? []
        let portion = 200
        while !Task.isCancelled {
            let ended = try await service.store.endSessions(
                ofIssuersBut: issuers, at: environment.clock.now(), limit: portion)
            service.notify(ended, nil)
            if ended.count < portion { return }
        }
    }

    /// Serves until the graceful shutdown, then finishes the current requests and closes the database.
    public func run() async throws {
        if let key = try await service.ring.keepUp(at: environment.clock.now()) {
            service.log.madeSigningKey(key.id, signsFrom: key.activeFrom, nil)
        }
        try await endSessionsOfRemovedIssuers()
        var loops: [ServiceEnvironment.Loop] = [accounts.run, housekeeping.run, service.log.kept.run]
        if let tokens = service.appleTokens { loops.append(tokens.run) }
        if let transfers { loops.append(transfers.run) }
        if let notices = service.notices { loops.append(notices.run) }
        // Without the identity service, no user can sign in. After its first answer, the rest works without it.
        try await environment.run(
            handlers, of: AuthSessionService.self, on: database, missingAccounts: missingAccounts, beside: loops,
            serving: { $0.markNotReady("identity has not answered yet") },
            drained: {
                await service.log.kept.flush()
                await providers.close()
            })
    }
}

extension SessionLimits {
    init(_ settings: SessionSettings) {
        idle = settings.idleLimit.components.seconds
        rememberedIdle = settings.rememberedIdleLimit.components.seconds
        absolute = settings.absoluteLimit.components.seconds
        maximum = settings.maximumPerAccount
        answerLife = settings.accessTokenLifetime.components.seconds
    }
}

extension ExchangeRules {
    init(issuer: String, _ settings: OAuthSettings) {
        self.issuer = issuer
        audiences = Set(settings.audiences)
        lifetime = settings.exchangedTokenLifetime.components.seconds
    }
}

extension KeySchedule {
    init(_ settings: SessionSettings) {
        lifetime = settings.signingKeyLifetime.components.seconds
        tokenLifetime = settings.accessTokenLifetime.components.seconds
        sessionLifetime = settings.absoluteLimit.components.seconds
    }
}
