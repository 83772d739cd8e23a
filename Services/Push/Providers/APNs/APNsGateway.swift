// Pushes to push devices of Apple.

import Foundation
import Logging
import Models
import NIOCore
import NIOPosix
import NIOSSL
import ServiceRuntime
import ServiceSettings

/// Sends pushes to APNs over HTTP/2, to the host of each token's environment.
final class APNsGateway: PushGateway {
    /// How long a connection and an answer may take.
    struct Timeouts: Sendable {
        var connect = Duration.seconds(10)
        var answer = Duration.seconds(15)
    }

    /// How often one push is sent at once, after answers that ask for it.
    private static let tries = 3

    private let topic: String?
    private let otherTopics: Set<String>
    private let clock: any WallClock
    private let logger: Logger
    private let rateLimit = RateLimitedLog()
    /// Nil for an environment without a credential.
    private let production: APNsClient?
    private let sandbox: APNsClient?

    /// Throws a sentence for the operator when a key or a certificate cannot be read.
    ///
    /// - Parameters:
    ///   - credential: the credential of production, and of the sandbox where that has none of its own; nil for none.
    ///   - file: the file that keeps the provider token between two starts; nil for none.
    ///   - sandboxFile: the same for the sandbox, if it has a credential of its own.
    init(
        _ settings: APNsSettings, credential: APNsSettings.Credential?, keepingTokenIn file: ProviderTokenFile? = nil,
        sandboxTokenIn sandboxFile: ProviderTokenFile? = nil, clock: any WallClock, logger: Logger,
        timeouts: Timeouts = Timeouts()
    ) throws {
        topic = settings.topic
        otherTopics = Set(settings.otherTopics)
        self.clock = clock
        self.logger = logger
        let common = try credential.map { try APNsClient.Identity($0, settings, keptIn: file, clock: clock) }
        // Both environments share a token: Apple counts those of a key together.
        let own = try settings.sandboxCredential.map {
            try APNsClient.Identity($0, settings, keptIn: sandboxFile, clock: clock)
        }
        let client = { (url: URL, identity: APNsClient.Identity) in
            let host = APNsHost(url)
            let route = APNsConnection.Route(host: host, tls: identity.tls, timeouts: timeouts)
            let connections = APNsConnections(maximum: settings.connections, clock: clock, logger: logger) { notify in
                APNsConnection(route, on: MultiThreadedEventLoopGroup.singleton.next(), notify: notify)
            }
            return APNsClient(headers: APNsHeaders(host), connections: connections, tokens: identity.tokens)
        }
        production = common.map { client(settings.productionURL, $0) }
        sandbox = (own ?? common).map { client(settings.sandboxURL, $0) }
    }

    func close() async {
        await production?.connections.close()
        await sandbox?.connections.close()
    }

    func places(in channel: DeliveryChannel) -> Int {
        (channel == .apnsSandbox ? sandbox : production)?.connections.places ?? 1
    }

    func send(_ push: OutgoingPush) async -> DeliveryOutcome {
        guard let client = push.environment == .production ? production : sandbox else {
            return .stopCredential(reason: APNsClient.missing)
        }
        var isUnconfirmed = false
        let outcome = await send(push, by: client, &isUnconfirmed)
        return isUnconfirmed ? outcome.afterNoAnswer : outcome
    }

    /// - Parameter isUnconfirmed: is made true when a try of it has left and got no answer.
    private func send(_ push: OutgoingPush, by client: APNsClient, _ isUnconfirmed: inout Bool) async -> DeliveryOutcome
    {
        // Nil when it has got no answer: that is one loss, however often it was tried.
        var otherwise: DeliveryOutcome?
        var token: ProviderTokens.Token?
        for _ in 0..<APNsGateway.tries {
            if let refusal = push.refusal(at: clock.now()) { return refusal }
            let step: DeliveryStep
            let check = ObservedSendCheck(push.check)
            do throws(Interruption) {
                if token == nil { token = try present(client) }
                step = try await attempt(push, by: client, with: token, check)
            } catch {
                switch error {
                case .silent, .lost: if check.hasBegun { isUnconfirmed = true }
                case .refused, .unreachable, .distrusted, .unsigned: break
                }
                switch error {
                case .unreachable: return .unreachable(reason: "unreachable")
                case .distrusted: return .distrust
                case .silent: return client.answers.outcome(ofLoss: "no answer in time", at: clock.now())
                case .unsigned: return .stopCredential(reason: "the provider token cannot be signed and kept")
                case .lost, .refused:
                    otherwise = nil
                    continue
                }
            }
            switch step {
            case .done(let outcome): return outcome
            case .again(.newConnection, otherwise: let outcome):
                otherwise = outcome
            case .again(.newToken, otherwise: let outcome):
                guard let refused = token, let next = try? client.tokens?.replacement(for: refused) else {
                    complainOfClock(token)
                    return outcome
                }
                (token, otherwise) = (next, outcome)
            case .again(.tokenBefore, otherwise: let outcome):
                guard let refused = token, let next = client.tokens?.tokenBefore(refused) else { return outcome }
                (token, otherwise) = (next, outcome)
            }
        }
        return otherwise ?? client.answers.outcome(ofLoss: "connection lost", at: clock.now())
    }

    /// Why a try ended without an answer.
    private enum Interruption: Error { case unreachable, distrusted, lost, refused, silent, unsigned }

    private func present(_ client: APNsClient) throws(Interruption) -> ProviderTokens.Token? {
        do { return try client.tokens?.present() } catch { throw .unsigned }
    }

    /// Apple calls a token expired that has just been made when the clock here is wrong.
    private func complainOfClock(_ token: ProviderTokens.Token?) {
        let now = clock.now()
        guard let token, now.rawValue - token.madeAt.rawValue < ProviderTokens.leastPause,
            let count = rateLimit.record("clock", at: now)
        else { return }
        logger.error(
            "APNs calls a provider token expired that was made just now; look at the clock of this machine",
            metadata: [
                "clock": .string("\(Date(timeIntervalSince1970: Double(now.rawValue) / 1000))"),
                "pushes": .stringConvertible(count),
            ])
    }

    /// Sends the push once, and says what its answer asks for.
    private func attempt(
        _ push: OutgoingPush, by client: APNsClient, with token: ProviderTokens.Token?, _ check: ObservedSendCheck
    ) async throws(Interruption) -> DeliveryStep {
        let topic = topic(push)
        let answer: APNsAnswer
        do throws(APNsExchange.Loss) {
            answer = try await client.connections.send(
                client.headers.headers(of: push, token, topic: topic), ByteBuffer(bytes: push.payload),
                until: push.expiresAt, check)
        } catch {
            switch error {
            case .unreachable: throw .unreachable
            case .distrusted: throw .distrusted
            case .silent: throw .silent
            case .lost: throw .lost
            case .refused: throw .refused
            case .late: return .done(.expired)
            case .outdated: return .done(.outdated)
            }
        }
        log(push, answer)
        if answer.status < 500 { client.answers.note(at: clock.now()) }
        if answer.status == 200 { client.taken.note(topic ?? "") }
        return DeliveryRules.step(
            after: answer, isEnvironmentAssumed: push.isEnvironmentAssumed,
            isTopicTaken: answer.status != 200 && client.taken.contains(topic ?? ""))
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
