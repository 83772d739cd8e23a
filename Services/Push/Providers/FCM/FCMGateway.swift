import AsyncHTTPClient
import Foundation
import Logging
import Models
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import ServiceRuntime
import ServiceSettings
import Synchronization

final class FCMGateway: PushGateway {
    /// The most concurrent requests on one connection, by Google's limit.
    static let breadth = 100
    /// The largest answer in bytes.
    static let largestAnswer = 64 << 10
    private static let silence = "no answer"

    private let account: ServiceAccount
    private let endpoint: String
    private let client: HTTPClient
    private let tokens: AccessTokens
    private let clock: any WallClock
    private let logger: Logger
    private let timeout: Duration
    private let semaphore = AsyncSemaphore(places: FCMGateway.breadth)
    private let rateLimit = RateLimitedLog()
    private let loop: any EventLoop
    private let answers = RecentAnswers()
    /// The recently accepted messages, by collapse id.
    private let taken = RecentlyAccepted()
    private let quota = Mutex(FCMQuota())

    /// Throws a text for the operator if the service account cannot be read.
    init(
        _ settings: FCMSettings, account json: Secret, clock: any WallClock, logger: Logger,
        timeout: Duration = .seconds(15)
    ) throws {
        let account = try ServiceAccount(json: json.value)
        self.account = account
        self.clock = clock
        self.logger = logger
        self.timeout = timeout
        let base = settings.url.absoluteString
        endpoint =
            (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/v1/projects/\(account.project)/messages:send"
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout = .init(connect: TimeAmount(.seconds(10)))
        // The client does not retry, because the workers retry with their own pauses.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 16
        if let trusted = settings.trustedCertificates {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.additionalTrustRoots = [try TrustedCertificates.read(trusted, "push.fcm.trustedCertificates")]
            configuration.tlsConfiguration = tls
        }
        // All connections share one event loop: over HTTP/1 the client fails if a connection ends between an early
        // answer and the report, from another loop, that the request was written.
        let loop = HTTPClient.defaultEventLoopGroup.next()
        self.loop = loop
        let client = HTTPClient(eventLoopGroupProvider: .shared(loop), configuration: configuration)
        self.client = client
        tokens = AccessTokens(clock: clock) { () async throws(AccessTokens.Failure) in
            try await FCMGateway.fetchToken(account, client, clock, timeout)
        }
    }

    // A service that fails to start drops the gateway unused, and a client must be shut down before it is dropped.
    deinit { client.shutdown { _ in } }

    func places(in channel: DeliveryChannel) -> Int { FCMGateway.breadth }

    func close() async {
        await semaphore.close()
        // The shutdown ends in any case, and senders already know the results.
        try? await client.shutdown()
    }

    func send(_ push: OutgoingPush) async -> DeliveryOutcome {
        let wasSilent = answers.isSilent
        guard await semaphore.enter() else { return .unreachable(reason: "unreachable") }
        // Pushes that waited while the provider fell silent are not sent now, but retried later, one by one.
        let isLate = !wasSilent && answers.isSilent
        let outcome: DeliveryOutcome =
            isLate ? .outage(after: nil, reason: FCMGateway.silence) : await sendNow(push)
        await semaphore.leave()
        return outcome
    }

    private func sendNow(_ push: OutgoingPush) async -> DeliveryOutcome {
        var refused: AccessTokens.Token?
        var otherwise = DeliveryOutcome.unreachable(reason: "unreachable")
        // A second attempt is made only with another token.
        for _ in 0..<2 {
            let now = clock.now()
            if let refusal = push.refusal(at: now) { return refusal }
            guard push.check?.isCurrent ?? true else { return .outdated }
            if let pause = quota.withLock({ $0.pause(at: now) }) {
                return .outage(after: pause, reason: FCMQuota.reason)
            }
            let token: AccessTokens.Token
            do throws(AccessTokens.Failure) {
                token = if let refused { try await tokens.replacement(for: refused) } else { try await tokens.token() }
            } catch {
                switch error {
                case .refused(let reason): return .stopCredential(reason: reason)
                case .failed(let reason): return .unreachable(reason: reason)
                case .distrusted: return .distrust
                }
            }
            let answer: FCMAnswer
            let check = ObservedSendCheck(push.check)
            do throws(NoAnswer) { answer = try await post(push, token, check) } catch {
                switch error {
                case .unreachable: return .unreachable(reason: "unreachable")
                case .distrusted: return .distrust
                case .outdated: return .outdated
                case .lost:
                    let outcome = answers.outcome(ofLoss: FCMGateway.silence, at: clock.now())
                    return check.hasBegun ? outcome.afterNoAnswer : outcome
                }
            }
            if answer.status < 500 { answers.note(at: clock.now()) }
            if answer.name != nil, let message = push.collapseID { taken.note(message) }
            if let pause = note(answer, for: push) { return .outage(after: pause, reason: FCMQuota.reason) }
            let isTaken = answer.name == nil && push.collapseID.map(taken.contains) ?? false
            switch DeliveryRules.step(after: answer, isMessageTaken: isTaken) {
            case .done(let outcome): return outcome
            case .again(_, otherwise: let outcome): (refused, otherwise) = (token, outcome)
            }
        }
        return otherwise
    }

    private enum NoAnswer: Error {
        /// No connection was made, so nothing was sent.
        case unreachable
        /// The server's certificate is not trusted, so nothing was sent.
        case distrusted
        case outdated
        /// The push was sent, but its result is unknown.
        case lost

        init(_ error: any Error) {
            if error is Outdated {
                self = .outdated
                return
            }
            if TrustedCertificates.isDistrust(error) {
                self = .distrusted
                return
            }
            let isUnreachable =
                switch error {
                case is NIOConnectionError, is NIOSSLError: true
                case let error as HTTPClientError:
                    [.connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout].contains(error)
                case let error as IOError: [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH].contains(error.errnoCode)
                case ChannelError.connectTimeout: true
                default: false
                }
            self = isUnreachable ? .unreachable : .lost
        }
    }

    private struct Outdated: Error {}

    /// Returns the body. The last byte, without which the body is not a message, is sent last: the check runs when the
    /// rest has left this machine, however long the peer's flow control took.
    private func body(of push: OutgoingPush, _ check: ObservedSendCheck) -> HTTPClient.Body {
        let data = FCMMessages.body(push, at: clock.now())
        return .stream(contentLength: Int64(data.count)) { [loop] writer in
            guard check.isCurrent else { return loop.makeFailedFuture(Outdated()) }
            return writer.write(.byteBuffer(ByteBuffer(bytes: data.dropLast())))
                .flatMap {
                    guard check.begin() else { return loop.makeFailedFuture(Outdated()) }
                    return writer.write(.byteBuffer(ByteBuffer(bytes: data.suffix(1))))
                }
        }
    }

    private func post(
        _ push: OutgoingPush, _ token: AccessTokens.Token, _ check: ObservedSendCheck
    ) async throws(NoAnswer) -> FCMAnswer {
        do {
            let headers = HTTPHeaders([
                ("authorization", "Bearer \(token.text)"), ("content-type", "application/json"),
            ])
            let request = try HTTPClient.Request(
                url: endpoint, method: .POST, headers: headers, body: body(of: push, check))
            let response = try await client.execute(
                request: request,
                delegate: ResponseAccumulator(request: request, maxBodySize: FCMGateway.largestAnswer),
                deadline: .now() + TimeAmount(timeout)
            ).get()
            let answer = FCMMessages.answer(
                Int(response.status.code), response.headers, Data(response.body?.readableBytesView ?? .init()),
                at: clock.now())
            logger.debug(
                "sent to FCM",
                metadata: [
                    "delivery": "\(push.id)", "environment": "\(push.environment.rawValue)",
                    "status": "\(answer.status)", "reason": "\(answer.code ?? answer.errorStatus ?? "")",
                ])
            return answer
        } catch is Outdated {
            throw .outdated
        } catch {
            // The address contains no secret, but the complete error may contain more.
            let why = (error as? HTTPClientError)?.shortDescription ?? "\(type(of: error))"
            if let count = rateLimit.record(why, at: clock.now()) {
                logger.info("FCM did not answer", metadata: ["why": "\(why)", "pushes": "\(count)"])
            }
            throw NoAnswer(error)
        }
    }

    /// Records an answer. Returns the pause for the project, if the answer implies one.
    private func note(_ answer: FCMAnswer, for push: OutgoingPush) -> Duration? {
        let now = clock.now()
        return quota.withLock { quota in
            if answer.name != nil { quota.taken() }
            guard let refusal = DeliveryRules.quotaRefusal(in: answer) else { return nil }
            quota.refused(push.token, refusal, at: now)
            return quota.pause(at: now)
        }
    }

    private struct TokenAnswer: Decodable {
        // The names of RFC 6749, section 5.1.
        let access_token: String
        let expires_in: Int64
    }

    private struct TokenRefusal: Decodable { let error: String }

    /// Returns a part of the error text, if the clocks differ by more than Google tolerates.
    private static func clockDifference(_ headers: HTTPHeaders, _ now: UnixTime) -> String {
        guard let theirs = HTTPDate.moment(headers.first(name: "Date") ?? "") else { return "" }
        let seconds = (now.rawValue - theirs.rawValue) / 1000
        return abs(seconds) < 300 ? "" : "; the clock of this machine differs by \(seconds) s"
    }

    private static func fetchToken(
        _ account: ServiceAccount, _ client: HTTPClient, _ clock: any WallClock, _ timeout: Duration
    ) async throws(AccessTokens.Failure) -> (text: String, lifetime: Int64) {
        let response: HTTPClient.Response
        do {
            let assertion = try account.assertion(at: clock.now()).value
            let form = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(assertion)"
            let request = try HTTPClient.Request(
                url: account.tokenURL.absoluteString, method: .POST,
                headers: HTTPHeaders([("content-type", "application/x-www-form-urlencoded")]), body: .string(form))
            response = try await client.execute(
                request: request, delegate: ResponseAccumulator(request: request, maxBodySize: largestAnswer),
                deadline: .now() + TimeAmount(timeout)
            ).get()
        } catch {
            if TrustedCertificates.isDistrust(error) { throw .distrusted }
            throw .failed("no access token: unreachable")
        }
        let body = Data(response.body?.readableBytesView ?? .init())
        if response.status == .ok, let answer = try? JSONDecoder().decode(TokenAnswer.self, from: body),
            !answer.access_token.utf8.contains(where: { $0 <= 32 || $0 >= 127 })
        {
            return (answer.access_token, answer.expires_in)
        }
        let status = response.status.code
        guard (400...403).contains(status), let refusal = try? JSONDecoder().decode(TokenRefusal.self, from: body)
        else { throw .failed("no access token: status \(status)") }
        let word = refusal.error.utf8.count <= 40 ? refusal.error : "status \(status)"
        throw .refused("no access token: \(word)\(clockDifference(response.headers, clock.now()))")
    }
}
