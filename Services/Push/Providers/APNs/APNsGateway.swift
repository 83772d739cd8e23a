import Foundation
import Logging
import Models
import NIOCore
import NIOPosix
import NIOSSL
import ServiceRuntime
import ServiceSettings

final class APNsGateway: PushGateway {
    struct Timeouts: Sendable {
        var connect = Duration.seconds(10)
        var answer = Duration.seconds(15)
    }

    private static let tries = 3

    private let routes: APNsRoutes
    private let clock: any WallClock
    private let logger: Logger
    private let rateLimit = RateLimitedLog()
    private let circuitBreaker: CredentialCircuitBreaker
    /// The client of each route; empty if the settings have no credential.
    private let clients: [APNsRoutes.Route: APNsClient]
    private let channels: APNsBroadcasts

    /// Throws a text for the operator if a key or a certificate cannot be read. `credential` is for production, and for
    /// the sandbox if it has no credential of its own. The files keep the provider tokens across restarts.
    init(
        _ settings: APNsSettings, credential: APNsSettings.Credential?, keepingTokenIn file: ProviderTokenFile? = nil,
        sandboxTokenIn sandboxFile: ProviderTokenFile? = nil, clock: any WallClock, logger: Logger,
        timeouts: Timeouts = Timeouts()
    ) throws {
        routes = APNsRoutes(settings)
        circuitBreaker = CredentialCircuitBreaker(clock: clock, logger: logger)
        self.clock = clock
        self.logger = logger
        let identities = try APNsIdentities(
            settings, credential, keptIn: file, sandboxKeptIn: sandboxFile, clock: clock)
        channels = APNsBroadcasts(settings, identities, logger: logger)
        clients = identities.all.reduce(into: [:]) { clients, identity in
            let (route, identity) = (identity.key, identity.value)
            let host = APNsHost(route.environment == .production ? settings.productionURL : settings.sandboxURL)
            let way = APNsConnection.Route(host: host, tls: identity.tls, timeouts: timeouts)
            let connections = APNsConnections(maximum: settings.connections, clock: clock, logger: logger) { notify in
                APNsConnection(way, on: MultiThreadedEventLoopGroup.singleton.next(), notify: notify)
            }
            clients[route] = APNsClient(headers: APNsHeaders(host), connections: connections, tokens: identity.tokens)
        }
    }

    func close() async {
        for client in clients.values { await client.connections.close() }
        await channels.close()
    }

    func places(in channel: DeliveryChannel) -> Int {
        let environment: PushEnvironment = channel == .apnsSandbox ? .sandbox : .production
        let places = clients.reduce(0) { $1.key.environment == environment ? $0 + $1.value.connections.places : $0 }
        return max(1, places)
    }

    var note: String? { circuitBreaker.note }

    var broadcasts: any BroadcastGateway { channels }

    func send(_ push: OutgoingPush) async -> DeliveryOutcome {
        guard routes.hasApps else { return await send(push, along: routes.route(of: push)) }
        // If topics have their own credentials, a refused credential holds up only its topic.
        let route = routes.route(of: push)
        let circuit = CredentialCircuitBreaker.Circuit(route: route, topic: routes.topic(of: push, along: route) ?? "")
        if let wait = circuitBreaker.wait(on: circuit) { return wait }
        return circuitBreaker.record(await send(push, along: route), on: circuit)
    }

    private func send(_ push: OutgoingPush, along route: APNsRoutes.Route) async -> DeliveryOutcome {
        guard let client = clients[route] else { return .stopCredential(reason: APNsClient.missing) }
        var isUnconfirmed = false
        let outcome = await send(push, by: client, along: route, &isUnconfirmed)
        return isUnconfirmed ? outcome.afterNoAnswer : outcome
    }

    /// Sends a push over one route.
    /// - Parameter isUnconfirmed: Set to true when an attempt left without an answer. Several attempts count as one
    ///   loss.
    private func send(
        _ push: OutgoingPush, by client: APNsClient, along route: APNsRoutes.Route, _ isUnconfirmed: inout Bool
    ) async -> DeliveryOutcome {
        // This is the outcome of the last answer, for the case that no further attempt is left.
        var otherwise: DeliveryOutcome?
        var token: ProviderTokens.Token?
        for _ in 0..<APNsGateway.tries {
            if let refusal = push.refusal(at: clock.now()) { return refusal }
            let step: DeliveryStep
            let check = ObservedSendCheck(push.check)
            do throws(APNsExchange.Loss) {
                if token == nil { token = try present(client) }
                step = try await attempt(push, by: client, along: route, with: token, check)
            } catch {
                if error == .silent || error == .lost, check.hasBegun { isUnconfirmed = true }
                switch error {
                case .unreachable: return .unreachable(reason: "unreachable")
                case .distrusted: return .distrust
                case .silent: return client.answers.outcome(ofLoss: "no answer in time", at: clock.now())
                case .unsigned: return .stopCredential(reason: "the provider token cannot be signed and kept")
                case .late: return .expired
                case .outdated: return .outdated
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

    private func present(_ client: APNsClient) throws(APNsExchange.Loss) -> ProviderTokens.Token? {
        do { return try client.tokens?.present() } catch { throw .unsigned }
    }

    /// Logs that this machine's clock is wrong: with a wrong clock, Apple calls a new token expired.
    private func complainOfClock(_ token: ProviderTokens.Token?) {
        let now = clock.now()
        guard let token, now.rawValue - token.madeAt.rawValue < ProviderTokens.leastPause,
            let count = rateLimit.record("clock", at: now)
        else { return }
        logger.error(
            "APNs says that a provider token made just now has expired; check this machine's clock",
            metadata: [
                "clock": .string("\(now.date)"), "pushes": .stringConvertible(count),
            ])
    }

    private func attempt(
        _ push: OutgoingPush, by client: APNsClient, along route: APNsRoutes.Route, with token: ProviderTokens.Token?,
        _ check: ObservedSendCheck
    ) async throws(APNsExchange.Loss) -> DeliveryStep {
        let topic = routes.topic(of: push, along: route)
        let answer = try await client.connections.send(
            client.headers.headers(of: push, token, topic: topic), ByteBuffer(bytes: push.payload),
            until: push.expiresAt, check)
        // The log must not contain the token.
        logger.debug(
            "sent to APNs",
            metadata: [
                "delivery": "\(push.id)", "environment": "\(push.environment.rawValue)", "status": "\(answer.status)",
                "reason": "\(answer.reason ?? "")",
            ])
        if answer.status < 500 { client.answers.note(at: clock.now()) }
        if answer.status == 200 { client.taken.note(topic ?? "") }
        return DeliveryRules.step(
            after: answer, isEnvironmentAssumed: push.isEnvironmentAssumed,
            isTopicTaken: answer.status != 200 && client.taken.contains(topic ?? ""))
    }
}
