// The way to handsets through Apple.

import Foundation
import Logging
import Models
import NIOCore
import NIOPosix
import NIOSSL
import ServiceRuntime

/// Sends pushes to APNs over HTTP/2, to the host of each token's environment.
final class APNsGateway: PushGateway {
    /// How long a connection and an answer may take.
    struct Patience: Sendable {
        var connect = Duration.seconds(10)
        var answer = Duration.seconds(15)
    }

    /// How often one push is sent at once, after answers that ask for it.
    private static let tries = 3

    private let topic: String?
    private let otherTopics: Set<String>
    private let tokens: ProviderTokens?
    private let clock: any WallClock
    private let logger: Logger
    private let production: Way
    private let sandbox: Way

    /// The way to the handsets of one environment.
    private struct Way {
        let headers: APNsHeaders
        let connections: APNsConnections
    }

    /// Throws a sentence for the operator when a key or a certificate cannot be read.
    ///
    /// - Parameter file: where the provider token outlives the program; nil for nowhere.
    init(
        _ settings: APNsSettings, credential: APNsSettings.Credential, keepingTokenIn file: ProviderTokenFile? = nil,
        clock: any WallClock, logger: Logger, patience: Patience = Patience()
    ) throws {
        topic = settings.topic
        otherTopics = Set(settings.otherTopics)
        self.clock = clock
        self.logger = logger
        switch credential {
        case .key(let teamID, let keyID, let key):
            tokens = try ProviderTokens(
                key: key.value, keyID: keyID, teamID: teamID, keptIn: file, clock: clock)
        case .certificate: tokens = nil
        }
        let tls = try APNsTLS.context(credential, trusting: settings.trustedCertificates)
        let way = { (url: URL) in
            let host = APNsHost(url)
            let route = APNsConnection.Route(host: host, tls: tls, patience: patience)
            let connections = APNsConnections(maximum: settings.connections, clock: clock, logger: logger) { tell in
                APNsConnection(route, on: MultiThreadedEventLoopGroup.singleton.next(), tell: tell)
            }
            return Way(headers: APNsHeaders(host), connections: connections)
        }
        production = way(settings.productionURL)
        sandbox = way(settings.sandboxURL)
    }

    func close() async {
        await production.connections.close()
        await sandbox.connections.close()
    }

    func send(_ push: OutgoingPush) async -> DeliveryOutcome {
        var otherwise = DeliveryOutcome.unreachable(reason: "unreachable")
        var token: ProviderTokens.Token?
        for _ in 0..<APNsGateway.tries {
            if let refusal = push.refusal(at: clock.now()) { return refusal }
            let step: DeliveryStep
            do throws(Interruption) {
                if token == nil { token = try present() }
                step = try await attempt(push, with: token)
            } catch {
                switch error {
                case .unreachable: return .unreachable(reason: "unreachable")
                case .silent: return .retry(after: nil, reason: "no answer in time")
                case .unsigned: return .stopCredential(reason: "the provider token cannot be signed and kept")
                case .lost:
                    otherwise = .retry(after: nil, reason: "connection lost")
                    continue
                }
            }
            switch step {
            case .done(let outcome): return outcome
            case .again(.newConnection, otherwise: let outcome):
                otherwise = outcome
            case .again(.newToken, otherwise: let outcome):
                guard let refused = token, let next = try? tokens?.replacement(for: refused) else { return outcome }
                (token, otherwise) = (next, outcome)
            case .again(.tokenBefore, otherwise: let outcome):
                guard let refused = token, let next = tokens?.tokenBefore(refused) else { return outcome }
                (token, otherwise) = (next, outcome)
            }
        }
        return otherwise
    }

    /// Why a try ended without an answer.
    private enum Interruption: Error { case unreachable, lost, silent, unsigned }

    private func present() throws(Interruption) -> ProviderTokens.Token? {
        do { return try tokens?.present() } catch { throw .unsigned }
    }

    /// Sends the push once, and says what its answer asks for.
    private func attempt(_ push: OutgoingPush, with token: ProviderTokens.Token?) async throws(Interruption)
        -> DeliveryStep
    {
        let way = push.environment == .production ? production : sandbox
        let answer: APNsAnswer
        do throws(APNsExchange.Loss) {
            answer = try await way.connections.send(
                way.headers.headers(of: push, token, topic: topic(push)), ByteBuffer(bytes: push.payload),
                until: push.expiresAt)
        } catch {
            switch error {
            case .unreachable: throw .unreachable
            case .silent: throw .silent
            case .lost, .refused: throw .lost
            case .late: return .done(.expired)
            }
        }
        log(push, answer)
        return DeliveryRules.step(after: answer, isEnvironmentAssumed: push.isEnvironmentAssumed)
    }

    /// The app's own bundle id where the configuration allows it, else the configured one.
    private func topic(_ push: OutgoingPush) -> String? {
        let own = push.topic.flatMap { otherTopics.contains($0) ? $0 : nil }
        guard let topic = own ?? topic else { return nil }
        return push.purpose == .voip && !topic.hasSuffix(".voip") ? topic + ".voip" : topic
    }

    /// Which environment was used, as the operator wants to know; the token is no matter for a log.
    private func log(_ push: OutgoingPush, _ answer: APNsAnswer) {
        logger.debug(
            "sent to APNs",
            metadata: [
                "delivery": "\(push.id)", "environment": "\(push.environment.rawValue)", "status": "\(answer.status)",
                "reason": "\(answer.reason ?? "")",
            ])
    }
}
