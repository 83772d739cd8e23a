// Prepares accounts for the move of their app to another team of Apple's.

import CoreMetrics
import Logging
import Models
import ServiceRuntime
import Synchronization

/// Asks Apple for the transfer id of each person of whom a token is kept, while the operator names the team to which the apps
/// move.
///
/// An Apple user id counts in one team, and is not stored, so nothing else leads from the person whom the new team knows to
/// their account. The token gives the user id once more, and the transfer id is kept as a hash alone (`AppleAliasTable`).
final class AppleTransfers: Sendable {
    /// The pause between two looks for people whose transfer ids are not known.
    static let pauseBetweenLooks = Duration.seconds(60)
    static let transfers = "balise_auth_session_apple_transfers_total"

    /// The most people of one read.
    private static let portion = 50

    private let team: String
    private let apple: AppleServices
    private let store: SessionStore
    private let seal: AppleTokenSeal
    private let logger: Logger
    private let metrics: any MetricsFactory
    private let pause: @Sendable (Duration) async throws -> Void
    /// Behind which row it looks next. A person for whom Apple fails keeps nobody else waiting.
    private let position = Mutex<Int64>(0)

    /// Nil where no team is named.
    ///
    /// - Parameter pause: returns after the given time.
    init?(
        _ apple: AppleServices, store: SessionStore, seal: AppleTokenSeal, logger: Logger, metrics: any MetricsFactory,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        guard let team = apple.transferTeam else { return nil }
        self.team = team
        self.apple = apple
        self.store = store
        self.seal = seal
        self.logger = logger
        self.metrics = metrics
        self.pause = pause
    }

    /// Asks until its task is cancelled.
    func run() async {
        while !Task.isCancelled {
            do { try await prepareAll() } catch {
                count("failed")
                logger.warning(
                    "a transfer id cannot be had from Apple at the moment; it is tried again",
                    metadata: ["event": "apple-transfer", "cause": .failure(error)])
            }
            do { try await pause(AppleTransfers.pauseBetweenLooks) } catch { return }
        }
    }

    private func prepareAll() async throws {
        var access: [String: SecretText] = [:]
        var prepared = 0
        while !Task.isCancelled {
            let start = position.withLock { $0 }
            let tokens = try await store.appleTokens(notPreparedFor: team, after: start, limit: AppleTransfers.portion)
            for token in tokens {
                position.withLock { $0 = token.number }
                try await prepare(token, &access)
                prepared += 1
            }
            guard tokens.count < AppleTransfers.portion else { continue }
            position.withLock { $0 = 0 }
            guard prepared > 0 else { return }
            return logger.info(
                "transfer ids of people of Apple were asked for",
                metadata: ["event": "apple-transfer", "people": "\(prepared)"])
        }
    }

    /// - Parameter access: The access tokens that Apple has given in this round, by client.
    private func prepare(_ token: AppleRevocation, _ access: inout [String: SecretText]) async throws {
        let client = token.client
        do {
            let user = try await apple.user(of: try seal.open(token.sealed, of: token.account), client: client)
            guard try await store.appleAccount(AppleNames(userID: user)) == token.account else {
                throw AppleServices.Failure.refused("the token is another person's")
            }
            if access[client] == nil { access[client] = try await apple.migrationAccess(of: client) }
            let transferID = try await apple.transferID(of: user, to: team, client: client, access[client])
            let alias = try AppleNames(userID: transferID).account
            try await store.prepare(token.number, of: token.account, for: team, alias: alias)
            count("success")
        } catch AppleServices.Failure.refused {
            // The person has withdrawn their consent, and there is nobody to be found again.
            try await store.prepare(token.number, of: token.account, for: team, alias: nil)
            count("ended-before")
        }
    }

    private func count(_ outcome: String) {
        metrics.makeCounter(label: AppleTransfers.transfers, dimensions: [("outcome", outcome)]).increment(by: 1)
    }
}
