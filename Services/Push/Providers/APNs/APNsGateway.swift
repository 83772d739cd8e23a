// The way to handsets through Apple.

import AsyncHTTPClient
import Foundation
import Logging
import Models
import NIOCore
import NIOHTTP1
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
    private let production: APNsConnections
    private let sandbox: APNsConnections

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
        let tls = try APNsTLS.configuration(credential, trusting: settings.trustedCertificates)
        let connections = { (host: URL) in
            let base = APNsGateway.base(host)
            return APNsConnections(maximum: settings.connections, logger: logger) { tell in
                APNsConnection(
                    to: base, tls: tls, timeout: patience.answer, connectTimeout: patience.connect,
                    on: HTTPClient.defaultEventLoopGroup.next(), tell: tell)
            }
        }
        production = connections(settings.productionURL)
        sandbox = connections(settings.sandboxURL)
    }

    func close() async {
        await production.close()
        await sandbox.close()
    }

    func send(_ push: OutgoingPush) async -> DeliveryOutcome {
        var otherwise = DeliveryOutcome.retry(after: nil, reason: "unreachable")
        var token: ProviderTokens.Token?
        for _ in 0..<APNsGateway.tries {
            if let refusal = push.refusal(at: clock.now()) { return refusal }
            let step: DeliveryStep
            do throws(Interruption) {
                if token == nil { token = try present() }
                step = try await attempt(push, with: token)
            } catch {
                switch error {
                case .unreachable: return .retry(after: nil, reason: "unreachable")
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
        let connections = push.environment == .production ? production : sandbox
        guard let lease = await connections.lease() else { throw .unreachable }
        // It may have waited for its turn.
        if let refusal = push.refusal(at: clock.now()) {
            connections.end(lease, .refusal)
            return .done(refusal)
        }
        let response: HTTPClient.Response
        do throws(APNsConnection.Loss) {
            response = try await lease.connection.post(
                "/3/device/\(push.token.value)", headers(push, token), push.payload)
        } catch {
            connections.end(lease, .lost(error))
            switch error {
            case .unreachable: throw .unreachable
            case .silent: throw .silent
            case .lost: throw .lost
            }
        }
        let answer = answer(response)
        let step = DeliveryRules.step(after: answer, isEnvironmentAssumed: push.isEnvironmentAssumed)
        connections.end(lease, end(answer, step))
        log(push, answer)
        return step
    }

    private func end(_ answer: APNsAnswer, _ step: DeliveryStep) -> APNsConnections.End {
        if answer.status == 200 { return .success }
        if case .again(.newConnection, otherwise: _) = step { return .peerLeaves }
        return answer.status == 403 ? .credentialRefused : .refusal
    }

    private func headers(_ push: OutgoingPush, _ token: ProviderTokens.Token?) -> HTTPHeaders {
        var headers = HTTPHeaders()
        headers.reserveCapacity(9)
        if let token { headers.add(name: "authorization", value: "bearer \(token.text.value)") }
        headers.add(name: "apns-id", value: push.id.uuidString.lowercased())
        headers.add(name: "apns-push-type", value: push.purpose == .voip ? "voip" : "alert")
        headers.add(name: "apns-priority", value: push.urgency == .immediate ? "10" : "5")
        headers.add(name: "apns-expiration", value: String((push.expiresAt?.rawValue ?? 0) / 1000))
        if let topic = topic(push) { headers.add(name: "apns-topic", value: topic) }
        if let id = push.collapseID { headers.add(name: "apns-collapse-id", value: id) }
        return headers
    }

    /// The app's own bundle id where the configuration allows it, else the configured one.
    private func topic(_ push: OutgoingPush) -> String? {
        let own = push.topic.flatMap { otherTopics.contains($0) ? $0 : nil }
        guard let topic = own ?? topic else { return nil }
        return push.purpose == .voip && !topic.hasSuffix(".voip") ? topic + ".voip" : topic
    }

    private func answer(_ response: HTTPClient.Response) -> APNsAnswer {
        let status = Int(response.status.code)
        var answer = APNsAnswer(status: status, id: response.headers.first(name: "apns-id"))
        guard status != 200 else { return answer }
        if let body = response.body, let words = APNsAnswerBody(json: Data(body.readableBytesView)) {
            answer.reason = words.reason
            answer.timestamp = words.timestamp.map(UnixTime.init(milliseconds:))
        }
        answer.retryAfter = RetryAfter.pause(response.headers.first(name: "retry-after"), at: clock.now())
        return answer
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

    private static func base(_ url: URL) -> String {
        let text = url.absoluteString
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
