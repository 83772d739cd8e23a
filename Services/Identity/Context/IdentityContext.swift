import Logging
import Models
import ServiceRuntime
import Storage
import Synchronization

/// The state that all handlers share.
final class IdentityContext: Sendable {
    let store: IdentityStore
    let hasher: PasswordHasher
    let messages: MessageQueue
    /// The file of messages. Also used beside a webhook, since it may still have earlier messages.
    let messageLog: LogMessageSender
    let messageSeal: MessageSeal
    let metrics: IdentityMetrics
    let derivedNames: DerivedNames
    let registrationRules: RegistrationRules
    let codeSecret: CodeSecret
    let knownNetworks: KnownNetworks
    /// The time in which users can cancel the erasure of their account, in seconds; nil to erase at once.
    let erasureGrace: Int64?
    /// Nil without configured passkeys.
    let relyingParty: RelyingParty?
    let totpSeal: TOTPSeal
    /// The issuer of codes in authenticator apps.
    let installationName: String
    let delays = Mutex(FailureDelays())
    /// Returns the given number of random bytes.
    let random: @Sendable (Int) -> [UInt8]
    /// The part of the security log that is also stored.
    let securityEvents: SecurityEvents
    private let clock: any WallClock
    private let logger: Logger
    private let resets = Mutex(ResetLimiter())

    init(
        store: IdentityStore, hasher: PasswordHasher, messages: MessageQueue,
        messageLog: LogMessageSender, messageSeal: MessageSeal, metrics: IdentityMetrics, derivedNames: DerivedNames,
        registrationRules: RegistrationRules, codeSecret: CodeSecret, knownNetworks: KnownNetworks,
        erasureGrace: Int64?, relyingParty: RelyingParty?, totpSeal: TOTPSeal, installationName: String,
        securityEvents: SecurityEvents, clock: any WallClock, logger: Logger,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.store = store
        self.hasher = hasher
        self.messages = messages
        self.messageLog = messageLog
        self.messageSeal = messageSeal
        self.metrics = metrics
        self.derivedNames = derivedNames
        self.registrationRules = registrationRules
        self.codeSecret = codeSecret
        self.knownNetworks = knownNetworks
        self.erasureGrace = erasureGrace
        self.relyingParty = relyingParty
        self.totpSeal = totpSeal
        self.installationName = installationName
        self.securityEvents = securityEvents
        self.clock = clock
        self.logger = logger
        self.random = random
    }

    /// Counts a request for a new password, or returns the seconds until the next one for this address.
    func countReset(of address: EmailAddress) -> Int? {
        resets.withLock { $0.acquire(address, at: clock.now()) }
    }

    /// Returns a message for the store to queue with its change.
    ///
    /// - Parameter locale: The language of the request, if it comes from the user; for an account without a language.
    func draft(
        _ kind: MessageKind, token: SecretText = SecretText(""), expiresAt end: UnixTime? = nil, in locale: String?
    ) -> MessageDraft {
        MessageDraft(
            id: opaqueIDText(random(12)), kind: kind, token: token, expiresAt: end, locale: locale, seal: messageSeal)
    }

    /// Returns a message about an event in another service, with the event's id.
    func notice(_ kind: MessageKind, id: String, of event: MessageContent.Event) -> MessageDraft {
        MessageDraft(
            id: id, kind: kind, token: SecretText(""), expiresAt: nil, locale: nil, seal: messageSeal, event: event)
    }

    var now: UnixTime { clock.now() }

    /// Writes a line to the security log. It contains the event and the account, and nothing else about the user.
    ///
    /// - Parameter signInMethod: The method of a refused sign-in. If it keeps client info, the line contains the
    ///   client's network.
    func record(
        _ event: SecurityEvent, _ account: AccountID?, reason: String? = nil,
        refusedBy signInMethod: SignInMethod? = nil,
        _ context: MessageContext
    ) {
        var metadata: Logger.Metadata = ["event": "\(event.rawValue)"]
        let network = signInMethod?.keepsClientInfo ?? false ? context.client?.network.redacted : nil
        if let network { metadata["network"] = "\(network)" }
        if let account { metadata["account"] = "\(account)" }
        if let reason { metadata["reason"] = "\(reason)" }
        logger.following(context).log(level: event.level, "\(event.line)", metadata: metadata)
        guard event.isKept else { return }
        securityEvents.record(
            event.rawValue, account, method: signInMethod?.rawValue, reason: reason, network: network,
            request: context.requestID)
    }

    /// Reports an attempt to create a second account of an Apple user.
    ///
    /// - Parameter account: The id for the second account, if the request contained one.
    func alarm(_ account: AccountID?, reason: String, _ context: MessageContext) {
        metrics.countSecondAppleAccount()
        record(.secondAppleAccount, account, reason: reason, context)
    }

    func logger(for context: MessageContext) -> Logger { logger.following(context) }
}
