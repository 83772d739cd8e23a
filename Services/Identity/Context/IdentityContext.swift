// What every handler works with: the store, the hasher, the delays after failures, the clock, and the records of it
// all.

import Logging
import Models
import ServiceRuntime
import Storage
import Synchronization

/// What every handler works with.
final class IdentityContext: Sendable {
    let store: IdentityStore
    let hasher: PasswordHasher
    let messages: MessageQueue
    /// The file of messages; also where a webhook takes them now, since some may be left in it.
    let messageLog: LogMessageSender
    let messageSeal: MessageSeal
    let metrics: IdentityMetrics
    let derivedNames: DerivedNames
    let registrationRules: RegistrationRules
    let codeSecret: CodeSecret
    let knownNetworks: KnownNetworks
    /// For how many seconds a person may take the erasure of their account back; nil when it is erased at once.
    let erasureGrace: Int64?
    /// Nil where no passkeys are set up.
    let relyingParty: RelyingParty?
    let totpSeal: TOTPSeal
    /// Whose codes apps of people say they are.
    let installationName: String
    /// Guards the counts of failures.
    let delays = Mutex(FailureDelays())
    /// Gives so many random bytes.
    let random: @Sendable (Int) -> [UInt8]
    /// What of the security log is kept.
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

    /// Counts a request for a new password; or says after how many seconds the next one is sent to this address.
    func countReset(of address: EmailAddress) -> Int? {
        resets.withLock { $0.acquire(address, at: clock.now()) }
    }

    /// A message that the store is to queue with the change that it is about.
    ///
    /// - Parameter locale: The language of whoever asks, when that is its person; for an account that has none.
    func draft(
        _ kind: MessageKind, token: SecretText = SecretText(""), expiresAt end: UnixTime? = nil, in locale: String?
    ) -> MessageDraft {
        MessageDraft(
            id: opaqueIDText(random(12)), kind: kind, token: token, expiresAt: end, locale: locale, seal: messageSeal)
    }

    /// A message that reports an event of another service, under the event's id.
    func notice(_ kind: MessageKind, id: String, of event: MessageContent.Event) -> MessageDraft {
        MessageDraft(
            id: id, kind: kind, token: SecretText(""), expiresAt: nil, locale: nil, seal: messageSeal, event: event)
    }

    /// The present time.
    var now: UnixTime { clock.now() }

    /// Writes a line of the security log. It says what happened to which account, and nothing about its person.
    ///
    /// - Parameter signInMethod: The method by which somebody was refused. When it keeps client info, the line names
    ///   the network that they came from.
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

    /// Reports that somebody tried to make a second account of an Apple user.
    ///
    /// - Parameter account: The id that the second account was to have, if one was named.
    func alarm(_ account: AccountID?, reason: String, _ context: MessageContext) {
        metrics.countSecondAppleAccount()
        record(.secondAppleAccount, account, reason: reason, context)
    }

    /// A logger whose lines belong to a request.
    func logger(for context: MessageContext) -> Logger { logger.following(context) }
}
