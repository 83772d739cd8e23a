import CoreMetrics
import Crypto
import Foundation
import Logging
import Models
import Sealing
import ServiceRuntime
import Synchronization

/// Exchanges codes and revokes tokens in the background. A code in progress is lost when the program ends; the next
/// sign-in brings a new code. A revocation stays in the database until Apple has answered.
final class AppleTokenRevoker: Sendable {
    static let capacity = 64
    /// The most parallel exchanges. One by one, codes would expire after five minutes of an outage.
    static let exchangesAtOnce = 8
    /// The pauses before the second and the third attempt of an exchange.
    static let exchangePauses = [Duration.seconds(1), .seconds(5)]
    /// The pauses between attempts to store a token. Its code is used, so only the next sign-in gives another token.
    static let storePauses = [Duration.seconds(1), .seconds(5), .seconds(20), .seconds(60)]
    static let pauseBetweenLooks = Duration.seconds(15)
    static let exchanges = "balise_auth_session_apple_exchanges_total"
    static let revocations = "balise_auth_session_apple_revocations_total"

    private static let portion = 20

    private let apple: AppleServices
    private let store: SessionStore
    private let seal: AppleTokenSeal
    private let clock: any WallClock
    private let logger: Logger
    private let metrics: any MetricsFactory
    private let pause: @Sendable (Duration) async throws -> Void

    private let grants: AsyncStream<Received>
    private let inlet: AsyncStream<Received>.Continuation
    private let work = WorkSignal()

    enum Grant: Sendable {
        /// An authorization code. For a web sign-in it has the page that Apple returned the user to.
        case code(SecretText, redirectURI: String?)
        case refreshToken(SecretText)
    }

    private struct Received: Sendable {
        let grant: Grant
        let client: String
        let account: AccountID
        let context: MessageContext
    }

    init(
        _ apple: AppleServices, store: SessionStore, seal: AppleTokenSeal, clock: any WallClock, logger: Logger,
        metrics: any MetricsFactory,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        (self.apple, self.store, self.seal, self.clock) = (apple, store, seal, clock)
        (self.logger, self.metrics, self.pause) = (logger, metrics, pause)
        (grants, inlet) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(AppleTokenRevoker.capacity))
    }

    /// Queues a grant, and returns at once. If the queue is full, the grant is dropped. `client` is the bundle id or
    /// Services id that got the grant from Apple.
    func receive(_ grant: Grant, of account: AccountID, client: String, _ context: MessageContext) {
        let received = Received(grant: grant, client: client, account: account, context: context)
        if case .enqueued = inlet.yield(received) { return }
        count(AppleTokenRevoker.exchanges, "dropped")
    }

    func signal() { work.signal() }

    func run() async {
        await withTaskGroup { group in
            group.addTask { await self.exchangeAll() }
            group.addTask {
                await self.work.run(pausing: { try await self.pause(AppleTokenRevoker.pauseBetweenLooks) }) {
                    await self.revokeDue()
                }
            }
        }
    }

    private func exchangeAll() async {
        await withTaskGroup(of: Void.self) { group in
            var underWay = 0
            for await received in grants {
                if underWay == AppleTokenRevoker.exchangesAtOnce {
                    _ = await group.next()
                    underWay -= 1
                }
                underWay += 1
                group.addTask { await self.take(received) }
            }
        }
    }

    private func take(_ received: Received) async {
        let logger = logger.following(received.context)
        let token: SecretText
        do { token = try await refreshToken(of: received, logger) } catch {
            // No caller waits for an answer here. The sign-in is valid, but it cannot be revoked at Apple later.
            return failed("an authorization code could not be exchanged at Apple", received, error, logger)
        }
        do { try await keep(token, received, logger) } catch {
            return failed("a token of Apple could not be stored and is lost", received, error, logger)
        }
        // The account may have been erased in between, so the token may have to be revoked.
        signal()
        count(AppleTokenRevoker.exchanges, "success")
    }

    private func failed(_ message: Logger.Message, _ received: Received, _ error: any Error, _ logger: Logger) {
        count(AppleTokenRevoker.exchanges, "failed")
        logger.warning(
            message,
            metadata: [
                "account": .string(received.account.text), "client": .string(received.client),
                "cause": .failure(error),
            ])
    }

    private func refreshToken(of received: Received, _ logger: Logger) async throws -> SecretText {
        let (code, redirectURI): (SecretText, String?)
        switch received.grant {
        case .refreshToken(let token): return token
        case .code(let shown, let place): (code, redirectURI) = (shown, place)
        }
        for wait in AppleTokenRevoker.exchangePauses {
            do {
                return try await apple.refreshToken(for: code, of: received.client, redirectURI: redirectURI)
            } catch AppleServices.Failure.failed(let reason) {
                logger.debug("an authorization code is tried again", metadata: ["cause": .string(reason)])
                try await pause(wait)
            }
        }
        return try await apple.refreshToken(for: code, of: received.client, redirectURI: redirectURI)
    }

    private func keep(_ token: SecretText, _ received: Received, _ logger: Logger) async throws {
        let (account, client) = (received.account, received.client)
        let sealed = try seal.sealed(token, of: account)
        for wait in AppleTokenRevoker.storePauses {
            do { return try await store.keepAppleToken(sealed, of: account, client: client, at: clock.now()) } catch {
                logger.debug("a token of Apple is stored again", metadata: ["cause": .failure(error)])
                try await pause(wait)
            }
        }
        try await store.keepAppleToken(sealed, of: account, client: client, at: clock.now())
    }

    private func revokeDue() async {
        do {
            while !Task.isCancelled {
                let due = try await store.dueAppleRevocations(at: clock.now(), limit: AppleTokenRevoker.portion)
                for revocation in due { try await revoke(revocation) }
                if due.count < AppleTokenRevoker.portion { return }
            }
        } catch {
            logger.warning("revocations at Apple did not get through", metadata: ["cause": .failure(error)])
        }
    }

    private func revoke(_ revocation: AppleRevocation) async throws {
        let metadata: Logger.Metadata = [
            "event": "apple-revocation", "account": .string(revocation.account.text),
        ]
        do {
            try await apple.revoke(try seal.open(revocation.sealed, of: revocation.account), of: revocation.client)
            logger.info("the Apple token of an erased account was revoked", metadata: metadata)
            count(AppleTokenRevoker.revocations, "success")
        } catch AppleServices.Failure.refused {
            logger.info("the Apple token of an erased account had already ended", metadata: metadata)
            count(AppleTokenRevoker.revocations, "ended-before")
        } catch {
            count(AppleTokenRevoker.revocations, "failed")
            logger.warning(
                "a revocation at Apple will be tried again",
                metadata: metadata.merging(["cause": .failure(error)]) { $1 })
            let failures = revocation.failures + 1
            let next = clock.now().adding(seconds: AppleRevocation.pause(after: failures))
            return try await store.postponeAppleRevocation(revocation.number, until: next, failures: failures)
        }
        try await store.removeAppleRevocation(revocation.number)
    }

    private func count(_ label: String, _ outcome: String) {
        metrics.makeCounter(label: label, dimensions: [("outcome", outcome)]).increment(by: 1)
    }
}

/// Seals refresh tokens of Apple, each bound to its account.
struct AppleTokenSeal: Sendable {
    private let boundSeal: BoundSeal

    init(key: SymmetricKey) { boundSeal = BoundSeal(key: key) }

    struct Failure: Error, CustomStringConvertible {
        let description = "a token of Apple was sealed with another secret, or has been altered"
    }

    func sealed(_ token: SecretText, of account: AccountID) throws -> [UInt8] {
        try boundSeal.seal(Array(token.value.utf8), boundTo: account.text)
    }

    func open(_ sealed: [UInt8], of account: AccountID) throws(Failure) -> SecretText {
        guard let token = boundSeal.open(sealed, boundTo: account.text) else { throw Failure() }
        return SecretText(String(decoding: token, as: UTF8.self))
    }
}
