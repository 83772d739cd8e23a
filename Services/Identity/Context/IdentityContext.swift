import Logging
import Models
import ServiceRuntime
import Storage
import Synchronization

struct IdentityContext: Sendable {
    let store: IdentityStore
    let hasher: PasswordHasher
    let messages: MessageQueue
    /// The file of messages. With a webhook the file stays in use, because it may contain earlier messages.
    let messageLog: LogMessageSender
    let messageSeal: MessageSeal
    let metrics: IdentityMetrics
    let derivedNames: DerivedNames
    let registrationRules: RegistrationRules
    let codeSecret: CodeSecret
    let knownNetworks: KnownNetworks
    /// How long users can cancel the erasure of their account, in seconds; nil to erase at once.
    let erasureGrace: Int64?
    let relyingParty: RelyingParty?
    let totpSeal: TOTPSeal
    /// The name of this installation in authenticator apps.
    let installationName: String
    let counts = AttemptCounts()
    /// The part of the security log that is also stored.
    let securityEvents: SecurityEvents
    let clock: any WallClock
    let logger: Logger
    let random: @Sendable (Int) -> [UInt8]

    /// Counts a request for a new password, or returns the seconds until this address may request again.
    func countReset(of address: EmailAddress) -> Int? {
        counts.resets.withLock { $0.acquire(address, at: clock.now()) }
    }

    /// Makes a message. `locale` is the language of the user's request; it is used for accounts without a language.
    func draft(
        _ kind: MessageKind, token: SecretText = SecretText(""), expiresAt end: UnixTime? = nil, in locale: String?
    ) -> MessageDraft {
        MessageDraft(
            id: opaqueIDText(random(12)), kind: kind, token: token, expiresAt: end, locale: locale, seal: messageSeal)
    }

    func notice(_ kind: MessageKind, id: String, of event: MessageContent.Event) -> MessageDraft {
        MessageDraft(
            id: id, kind: kind, token: SecretText(""), expiresAt: nil, locale: nil, seal: messageSeal, event: event)
    }

    var now: UnixTime { clock.now() }

    /// Writes a line with the event and the account, and the network for a refused sign-in that keeps client info.
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

    /// Reports an attempt to create a second account of an Apple user; `account` is the id that the request contained.
    func alarm(_ account: AccountID?, reason: String, _ context: MessageContext) {
        metrics.countSecondAppleAccount()
        record(.secondAppleAccount, account, reason: reason, context)
    }
}

/// The counts of attempts in memory, which all copies of the context share.
final class AttemptCounts: Sendable {
    let delays = Mutex(FailureDelays())
    let resets = Mutex(ResetLimiter())
}
