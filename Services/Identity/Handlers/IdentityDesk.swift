// What every handler works with: the store, the hasher, the delays after failures, the clock, and the records of it all.

import Logging
import Models
import ServiceRuntime
import Synchronization

/// What every handler works with.
final class IdentityDesk: Sendable {
    let hasher: PasswordHasher
    let messages: MessageQueue
    let metrics: IdentityMetrics
    let settings: MessageSettings
    let derivedNames: DerivedNames
    let phoneSecret: PhoneSecret
    /// Gives so many random bytes.
    let random: @Sendable (Int) -> [UInt8]
    private let store: any IdentityStore
    private let clock: any WallClock
    private let logger: Logger
    private let delays = Mutex(FailureDelays())
    private let resets = Mutex(ResetBudget())

    init(
        store: any IdentityStore, hasher: PasswordHasher, messages: MessageQueue, metrics: IdentityMetrics,
        settings: MessageSettings, derivedNames: DerivedNames, phoneSecret: PhoneSecret, clock: any WallClock,
        logger: Logger,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.store = store
        self.hasher = hasher
        self.messages = messages
        self.metrics = metrics
        self.settings = settings
        self.derivedNames = derivedNames
        self.phoneSecret = phoneSecret
        self.clock = clock
        self.logger = logger
        self.random = random
    }

    /// Asks the store in the name of a client, with the present time, and turns its refusals and failures into what the
    /// client is told.
    func ask<Value>(
        _ context: MessageContext, _ ask: (any IdentityStore, UnixTime) async throws(IdentityStoreError) -> Value
    ) async throws(ServiceError) -> Value {
        do throws(IdentityStoreError) {
            return try await ask(store, clock.now())
        } catch {
            switch error {
            case .refused(let refusal): throw refusal.answer
            case .overloaded: throw ServiceError(.overloaded, "too much is waiting to be stored", retryAfter: 1)
            case .unavailable(let cause):
                // The client is told no more than that; the operator needs the reason.
                logger.following(context).error("the store is not available", metadata: ["cause": .failure(cause)])
                throw ServiceError(.unavailable, "the store is not available", retryAfter: 1)
            case .failed(let cause):
                logger.following(context).error("the store failed", metadata: ["cause": .failure(cause)])
                throw ServiceError(.internalFailure, "something went wrong; the operator's log says what")
            }
        }
    }

    /// Makes an attempt to show the secret of `name`, unless failures before it make it wait.
    ///
    /// - Throws: `rateLimited` while it has to wait; what `attempt` throws, of which `wrongCredentials` is a failure.
    func attempt<Value>(_ name: AttemptName, _ attempt: () async throws -> Value) async throws -> Value {
        if let wait = delays.withLock({ $0.begin(name, at: clock.now()) }) {
            throw ServiceError(
                .rateLimited, "too many wrong passwords; wait \(wait) seconds and try again", retryAfter: wait)
        }
        do {
            let value = try await attempt()
            delays.withLock { $0.succeed(name) }
            return value
        } catch let error as ServiceError where error.code == .wrongCredentials {
            delays.withLock { $0.fail(name, at: clock.now()) }
            throw error
        } catch {
            delays.withLock { $0.abandon(name) }
            throw error
        }
    }

    /// Has a person who is signed in show the account's password once more.
    ///
    /// - Returns: the password as it was then, for the store to compare with.
    /// - Throws: `wrongCredentials`, also for an account that is not open; `rateLimited`, `overloaded`.
    func prove(
        _ account: AccountID, _ shown: SecretText, _ context: MessageContext
    ) async throws -> AccountPassword {
        try await attempt(.passwordChange(account)) {
            let found = try await ask(context) { store, _ throws(IdentityStoreError) in
                try await store.findPassword(of: account)
            }
            let isRight = try await hasher.matches(Password(shown: shown), found?.stored)
            guard let found, isRight, found.status == .active else {
                note(.passwordRefused, found?.account, context)
                throw ServiceError(.wrongCredentials, "the current password is wrong")
            }
            return found
        }
    }

    /// Forgets the failures of an account whose owner has proved to be the owner in another way.
    func forgive(_ profile: AccountProfile) {
        delays.withLock { delays in
            for (_, key) in profile.names.keys { delays.succeed(.signIn(key)) }
            delays.succeed(.passwordChange(profile.account))
        }
    }

    /// Counts a request for a new password.
    ///
    /// - Throws: `rateLimited` when there were too many for this address.
    func countReset(of address: LoginKey) throws(ServiceError) {
        if let wait = resets.withLock({ $0.take(address, at: clock.now()) }) {
            throw ServiceError(
                .rateLimited, "too many requests for this address; look for the message that was sent", retryAfter: wait
            )
        }
    }

    /// A random id for a new account.
    func newAccountID() throws(ServiceError) -> AccountID {
        guard let id = AccountID(opaqueIDText(random(12))) else {
            throw ServiceError(.internalFailure, "no id could be made")
        }
        return id
    }

    /// The present time.
    var now: UnixTime { clock.now() }

    /// Writes a line of the security log.
    ///
    /// It says what happened to which account and nothing about its person.
    func note(
        _ event: SecurityEvent, _ account: AccountID?, reason: String? = nil, _ context: MessageContext
    ) {
        var metadata: Logger.Metadata = ["event": "\(event.rawValue)"]
        if let account { metadata["account"] = "\(account)" }
        if let reason { metadata["reason"] = "\(reason)" }
        logger.following(context).log(level: event.level, "\(event.line)", metadata: metadata)
    }

    /// Raises the alarm that somebody tried to make a second account of an Apple user.
    ///
    /// - Parameter account: the one that was tried for, if it was named.
    func alarm(_ account: AccountID?, reason: String, _ context: MessageContext) {
        metrics.countSecondAppleAccount()
        note(.secondAppleAccount, account, reason: reason, context)
    }

    /// A logger whose lines belong to a request.
    func logger(for context: MessageContext) -> Logger { logger.following(context) }
}
