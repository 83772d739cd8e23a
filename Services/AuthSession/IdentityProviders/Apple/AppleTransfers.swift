import CoreMetrics
import Logging
import Models
import ServiceRuntime
import Synchronization

/// Asks Apple for the transfer id of each user with a stored token, once the operator has named the apps' new team. An
/// Apple user id is valid in one team and is not stored, so nothing else leads from the new team's user to their
/// account. Apple returns the user id for the token, and only a hash of the transfer id is stored (`AppleAliasTable`).
final class AppleTransfers: Sendable {
    static let pauseBetweenLooks = Duration.seconds(60)
    static let transfers = "balise_auth_session_apple_transfers_total"

    private static let portion = 50

    private let team: String
    private let apple: AppleServices
    private let store: SessionStore
    private let seal: AppleTokenSeal
    private let logger: Logger
    private let metrics: any MetricsFactory
    /// The row after which the next search begins, so that a user for whom Apple fails does not block the others.
    private let position = Mutex<Int64>(0)

    /// Makes the preparation; nil if the settings name no new team.
    init?(
        _ apple: AppleServices, store: SessionStore, seal: AppleTokenSeal, logger: Logger, metrics: any MetricsFactory
    ) {
        guard let team = apple.transferTeam else { return nil }
        (self.team, self.apple, self.store, self.seal) = (team, apple, store, seal)
        (self.logger, self.metrics) = (logger, metrics)
    }

    func run() async {
        await repeatUntilCancelled(pausing: { try await Task.sleep(for: AppleTransfers.pauseBetweenLooks) }) {
            do { try await prepareAll() } catch {
                count("failed")
                logger.warning(
                    "a transfer id cannot be had from Apple at the moment; it is tried again",
                    metadata: ["event": "apple-transfer", "cause": .failure(error)])
            }
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
            // The user has withdrawn their consent, so no transfer id exists.
            try await store.prepare(token.number, of: token.account, for: team, alias: nil)
            count("ended-before")
        }
    }

    private func count(_ outcome: String) {
        metrics.makeCounter(label: AppleTransfers.transfers, dimensions: [("outcome", outcome)]).increment(by: 1)
    }
}
