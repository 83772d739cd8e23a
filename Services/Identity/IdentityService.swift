import Foundation
import Logging
import MessageBus
public import Models
public import ServiceRuntime
import ServiceSettings
public import Storage

/// Stores users' accounts, names, passwords and profiles. Answers the messages of Models/Accounts.
public struct IdentityService: PersistentService {
    public static let name = ServiceName.identity
    public static let store: any Store.Type = IdentityStore.self
    public static let export = IdentitySchema.export

    private let environment: ServiceEnvironment
    private let database: ServiceDatabase
    private let threads: HashingThreads
    private let messages: MessageQueue
    private let sender: any MessageSender
    private let service: IdentityContext
    private let housekeeping: HousekeepingLoop
    private let dueErasures: DueErasures
    private let messagePause: @Sendable () async throws -> Void
    private let feed: FeedSource
    private let phoneSecret: SecretFile

    /// Opens `identity.sqlite` in the data folder. The description of an error contains the remedy.
    public init(_ environment: ServiceEnvironment) async throws { try await self.init(environment, Parts()) }

    struct Parts {
        var scrypt: ScryptParameters?
        /// The threads for hashing; nil for a thread per processor and the limit of the settings.
        var hashing: HashingThreads?
        /// The sender of messages; nil for the sender in the settings.
        var sender: (any MessageSender)?
        var housekeepingPause: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(3600)) }
        var erasurePause: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(30)) }
        var messagePause: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(5)) }
    }

    init(_ environment: ServiceEnvironment, _ parts: Parts) async throws {
        self.environment = environment
        let settings = environment.settings
        let folder = settings.dataDirectory
        database = try environment.openDatabase(of: IdentityService.self)
        let store = IdentityStore(database)
        feed = FeedSource(of: IdentitySchema.feed, in: store)
        let log = LogMessageSender(
            file: folder.appendingPathComponent("messages.log"), clock: environment.clock, logger: environment.logger)
        sender = try parts.sender ?? makeMessageSender(settings.messages, log, clock: environment.clock)
        threads = parts.hashing ?? HashingThreads(maximumWaiting: settings.identity.hashesWaiting)
        let random = environment.random
        let hasher = PasswordHasher(
            parameters: parts.scrypt ?? ScryptParameters(settings.identity), threads: threads,
            metrics: environment.metrics, random: random)
        phoneSecret = .phoneCodes(in: folder)
        let phoneBytes = try phoneSecret.load(
            isNeeded: try await IdentityService.needsSecret(database, phoneSecret), random: random)
        let seal = MessageSeal(phoneBytes)
        let templates = try MessageTemplates(
            folder: folder.appendingPathComponent("messages"), defaultLanguage: settings.messages.defaultLanguage)
        if !templates.missing.isEmpty {
            environment.logger.warning(
                """
                texts of messages are missing in the folder messages; those of messages.defaultLanguage, or the built-in \
                English ones, are sent instead
                """, metadata: ["files": "\(templates.missing.joined(separator: ", "))"])
        }
        messages = MessageQueue(
            store: store, sender: sender,
            composer: MessageComposer(
                seal: seal, templates: templates, resetLink: settings.messages.resetLink,
                accountLink: settings.messages.accountLink, codeLink: settings.messages.codeLink,
                ownCodePage: settings.messages.ownCodePage),
            metrics: environment.metrics, clock: environment.clock, logger: environment.logger)
        messagePause = parts.messagePause
        let networks = KnownNetworks(phoneBytes, lifetime: settings.identity.knownNetworkLifetime)
        let securityEvents = SecurityEvents(in: database, clock: environment.clock, logger: environment.logger) {
            try $1.accounts.find($0) == nil
        }
        service = IdentityContext(
            store: store, hasher: hasher, messages: messages, messageLog: log, messageSeal: seal,
            metrics: IdentityMetrics(environment.metrics), derivedNames: DerivedNames(domain: settings.apple.domain),
            registrationRules: RegistrationRules(
                isOpen: settings.identity.registration == .open, domains: Set(settings.identity.emailDomains)),
            codeSecret: CodeSecret(phoneBytes), knownNetworks: networks,
            erasureGrace: settings.identity.erasureGrace?.components.seconds,
            relyingParty: RelyingParty(settings.passkeys, secret: phoneBytes), totpSeal: TOTPSeal(phoneBytes),
            installationName: settings.passkeys.relyingPartyName ?? settings.passkeys.relyingParty ?? "Balise",
            securityEvents: securityEvents, clock: environment.clock, logger: environment.logger, random: random)
        housekeeping = HousekeepingLoop(
            store: store, securityEvents: securityEvents, networks: networks, messages: log,
            messageLifetime: settings.messages.logLifetime,
            clock: environment.deletionClock, logger: environment.logger, pause: parts.housekeepingPause)
        dueErasures = DueErasures(service: service, clock: environment.deletionClock, pause: parts.erasurePause)
    }

    private var handlers: HandlerTable {
        var handlers = HandlerTable()
        func on<R: Request>(_ answer: @escaping RequestHandling<R>) {
            handlers.on(R.self) { [metrics = service.metrics] request, context in
                try await metrics.measure(R.self) { try await answer(request, context) }
            }
        }
        on(service.createAccount)
        on(service.verifyPassword)
        on(service.recogniseAppleUser)
        on(service.recogniseIssuedUser)
        on(service.linkIssuedUser)
        on(service.listProviderLinks)
        on(service.removeProviderLink)
        on(service.getProfile)
        on(service.updateProfile)
        on(service.readDocument)
        on(service.writeDocument)
        on(service.changePassword)
        on(service.requestPasswordReset)
        on(service.checkPasswordReset)
        on(service.resetPassword)
        on(service.requestPhoneCode)
        on(service.confirmPhone)
        on(service.removePhone)
        on(service.requestEmailCode)
        on(service.confirmEmail)
        on(service.requestEmailSignIn)
        on(service.verifyEmailCode)
        on(service.beginPasskeyRegistration)
        on(service.registerPasskey)
        on(service.beginPasskeySignIn)
        on(service.verifyPasskey)
        on(service.listPasskeys)
        on(service.renamePasskey)
        on(service.removePasskey)
        on(service.beginPasskeyProof)
        on(service.beginTOTP)
        on(service.confirmTOTP)
        on(service.getSecondStep)
        on(service.removeTOTP)
        on(service.renewRecoveryCodes)
        on(service.verifySecondStep)
        on(service.setAccountStatus)
        on(service.eraseAccount)
        on(service.eraseUnreachableAccount)
        on(service.confirmErasures)
        on(service.findErasure)
        on(service.beginExport)
        on(service.reportSignIn)
        on(service.reportForwarder)
        on(service.findAccount)
        on(service.inviteAccount)
        on(service.editAccount)
        on(service.sendPasswordLink)
        on(service.beginAccountImport)
        on(service.importAccounts)
        on(service.previewAccountImport)
        on(service.endAccountImport)
        on(service.listAccounts)
        service.securityEvents.serve(in: &handlers)
        feed.serve(in: &handlers, to: [.authSession, .location, .preferences, .push])
        return handlers
    }

    /// Returns whether another process already uses a secret that this process must share.
    private static func needsSecret(_ database: ServiceDatabase, _ file: SecretFile) async throws -> Bool {
        guard database.mayBeShared, !FileManager.default.fileExists(atPath: SecretFile.replaced(file.url).path) else {
            return false
        }
        return try await SecretCheck.read(database) != nil
    }

    /// Records the secret. Processes with the same database need the same secret, because codes hashed with another
    /// secret would be refused. If no other process can be running, a new secret may replace a lost one.
    private func recordPhoneSecret() async throws {
        guard database.mayBeShared else { return }
        let replaced = SecretFile.replaced(phoneSecret.url)
        let mayReplace = FileManager.default.fileExists(atPath: replaced.path)
        guard try await SecretCheck.record(service.codeSecret.check, replacing: mayReplace, in: database) else {
            throw SecretFile.Failure.another(path: phoneSecret.url.path, advice: phoneSecret.advice)
        }
        try SmallFile.remove(replaced)
    }

    /// Serves until the graceful shutdown, then finishes running requests, sends the messages in progress if that is
    /// quick, and closes the database.
    public func run() async throws {
        try await recordPhoneSecret()
        let (messages, isAlone) = (messages, !database.mayBeShared)
        environment.readiness.add("messages") { await messages.finding() }
        if sender.canBeTried {
            environment.readiness.add("mail-login", .remote) { [sender] in await sender.tryLogin() }
        }
        let sending = Task { await messages.run(isAlone: isAlone) }
        // The sending ends even if the service fails to start.
        defer { sending.cancel() }
        let pause = messagePause
        try await environment.run(
            handlers, of: IdentityService.self, on: database,
            beside: [
                housekeeping.run, dueErasures.run, service.securityEvents.run,
                { await repeatUntilCancelled(pausing: pause) { messages.signal() } },
            ],
            drained: {
                await service.securityEvents.flush()
                messages.finish()
                let timeout = Task {
                    try await Task.sleep(for: .seconds(2))
                    sending.cancel()
                }
                await sending.value
                timeout.cancel()
                await sender.close()
                threads.stop()
            })
    }
}

extension SecretFile {
    fileprivate static func phoneCodes(in folder: URL) -> SecretFile {
        let url = folder.appendingPathComponent("keys/phone-codes.secret")
        return SecretFile(
            url, name: "the secret of the phone codes",
            ifLost: """
                If it is lost for good, stop all processes of this service and make the file \
                \(replaced(url).path): the secret that is there takes its place. Codes that were sent become invalid, \
                waiting messages are given up, known networks are forgotten, and passkey sign-ins begin again. \
                Codes of apps are no longer valid as a second step: users need a recovery code, or an operator \
                removes the second step.
                """)
    }
}

extension ScryptParameters {
    init(_ settings: IdentitySettings) {
        self = .standard
        rounds = 1 << settings.passwordCost
    }
}

private func makeMessageSender(
    _ settings: MessageSettings, _ log: LogMessageSender, clock: any WallClock
) throws -> any MessageSender {
    let webhook = WebhookMessageSender(settings)
    switch settings.sender {
    case .log: return log
    case .webhook: return webhook ?? log
    case .smtp:
        guard let mails = try SMTPMessageSender(settings, clock: clock) else { return log }
        return RoutedMessageSender(mails: mails, phones: webhook ?? log)
    }
}

extension WebhookMessageSender {
    fileprivate convenience init?(_ settings: MessageSettings) {
        guard let url = settings.webhook, let secret = settings.webhookSecret else { return nil }
        self.init(url: url, secret: secret.value)
    }
}
