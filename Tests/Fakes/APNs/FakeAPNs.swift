public import Crypto
public import Foundation
public import Models
import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

/// The Apple Push Notification service on a loopback port, as far as sending needs it: HTTP/2 over TLS, with Apple's
/// rules. It keeps notifications for a test, and answers as scripted.
public final class FakeAPNs: Sendable {
    public struct Plan: Sendable {
        /// The streams that a connection may have at a time, as announced at its beginning.
        public var streamLimit = 1000
        public var protocols = ["h2"]
        /// The limit to announce after a connection's first success; nil for no change.
        public var limitAfterSuccess: Int?
        /// The accepted provider tokens: the team, and its keys by their ids. Nil accepts any token.
        public var team: (id: String, keys: [String: P256.Signing.PublicKey])?
        /// The existing topics; nil accepts any.
        public var topics: Set<String>?
        /// Clients with one of these certificates (PEM) need no provider token, and others are refused.
        public var clientCertificates: [String] = []
        public var delay: Duration = .zero
        /// The bytes of bodies that a connection accepts before they are acknowledged (RFC 9113, section 5.2); at least
        /// the initial 65,535.
        public var connectionWindow = 65_535
        /// Whether notifications are kept, not only counted.
        public var keepsNotifications = true
        /// Called with each notification, and with the status and reason if Apple would refuse it.
        public var arrival: (@Sendable (Notification, _ refusal: (status: Int, reason: String)?) -> Void)?
        public var clock: any WallClock = SystemClock()
        public var port = 0

        public init() {}
    }

    public enum Answer: Sendable {
        case sent
        case refused(Int, String, timestamp: Int64? = nil, retryAfter: String? = nil)
        case silence
        /// Waits for `release`.
        case held
        /// Ends the connection with this reason; requests that were not taken may be sent elsewhere.
        case goAway(String, taken: Bool)
        case hangUp
        case halfFrame
        /// Resets the stream; a request that was not taken may be repeated.
        case reset(taken: Bool)
    }

    enum Order: Sendable {
        case limit(Int)
        case goAway(String, taking: Int)
        case window(Int)
        case grant(Int)
    }

    public enum ConnectionBehaviour: Sendable {
        case open
        case dead
        case shut
    }

    public struct Notification: Sendable {
        public let token: String
        /// By name; a repeated one is joined with a comma.
        public let headers: [String: String]
        public let payload: Data
        /// The number of its connection, from 1.
        public let connection: Int
        /// The requests in progress on that connection, including this one.
        public let underWay: Int
    }

    struct State {
        var behaviour = ConnectionBehaviour.open
        var connections = 0
        var answers: [(prefix: String, answer: Answer)] = []
        var script: [Answer] = []
        var notifications: [Notification] = []
        var held: [@Sendable () -> Void] = []
        var tokens = ProviderTokenBook()
        /// By connection number.
        var open: [Int: @Sendable (Order) -> Void] = [:]
        var acknowledged = 0
        var opened = 0
        var bytes = 0
        var resets = 0
        var isWithholding = false
        /// The apps of the channels, by channel id.
        var channels: [String: String] = [:]
        var broadcasts: [Notification] = []
    }

    let plan: Plan
    let state = Mutex(State())
    private let taken = Atomic(0)
    private let certificate: SelfSignedCertificate
    private let channel: any Channel
    private let children: ChildChannels

    public static func run(_ plan: Plan = Plan(), _ body: (FakeAPNs) async throws -> Void) async throws {
        let server = try await FakeAPNs(plan)
        try await using(server.stop) { try await body(server) }
    }

    public init(_ plan: Plan = Plan()) async throws {
        self.plan = plan
        // A unique name, so that a client that trusts two of them can tell them apart.
        let certificate = try SelfSignedCertificate(name: "A stand-in for APNs \(UUID().uuidString)")
        self.certificate = certificate
        let tls = try FakeAPNs.tls(plan, certificate)
        let children = ChildChannels()
        self.children = children
        let latch = Latch<FakeAPNs>()
        channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.backlog, value: 256)
            .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    children.add(channel)
                    guard let server = latch.value else { return channel.close(promise: nil) }
                    try server.welcome(channel, tls)
                }
            }
            .bind(host: "127.0.0.1", port: plan.port).get()
        latch.set(self)
    }

    public func stop() async throws {
        try await channel.close()
        await children.closeAll()
    }

    /// The value for the settings `push.apns.productionUrl` and `push.apns.sandboxUrl`.
    public var url: URL { loopbackURL(channel.localAddress?.port ?? 0, scheme: "https") }

    /// The content of the file for the setting `push.apns.trustedCertificates`.
    public var certificatePEM: String { certificate.certificatePEM }

    // MARK: For tests

    public var count: Int { taken.load(ordering: .relaxed) }
    public var notifications: [Notification] { state.withLock { $0.notifications } }
    public var connections: Int { state.withLock { $0.connections } }
    public var providerTokens: [String] { state.withLock { $0.tokens.shown } }

    public func set(_ behaviour: ConnectionBehaviour) { state.withLock { $0.behaviour = behaviour } }
    /// Answers notifications to tokens that begin with `prefix`. Later rules have precedence, and nil removes a rule.
    public func answer(_ prefix: String, _ answer: Answer?) {
        state.withLock { state in
            state.answers.removeAll { $0.prefix == prefix }
            if let answer { state.answers.insert((prefix, answer), at: 0) }
        }
    }
    public func answerNext(_ answers: Answer...) { state.withLock { $0.script += answers } }
    public var held: Int { state.withLock { $0.held.count } }
    public func release() {
        let all = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for answer in all { answer() }
    }
    public func announce(streamLimit: Int) { give(.limit(streamLimit)) }
    /// Announces the end of all connections. The first `count` requests in progress count as taken and are still
    /// answered; the others do not.
    public func goAway(_ reason: String, taking count: Int) { give(.goAway(reason, taking: count)) }
    public var acknowledged: Int { state.withLock { $0.acknowledged } }

    /// Announces the initial window of a stream (SETTINGS_INITIAL_WINDOW_SIZE) on all connections. Further bytes wait
    /// for `grant`.
    public func announce(streamWindow: Int) { give(.window(streamWindow)) }
    /// Accepts this many more bytes on each incomplete stream, and the recent bytes on the connections.
    public func grant(_ bytes: Int) { give(.grant(bytes)) }
    /// Keeps the windows of the connections closed until `grant`.
    public func withholdConnectionWindows() { state.withLock { $0.isWithholding = true } }
    /// The requests that began, the bytes of their bodies, and the requests that were reset.
    public var arrived: (requests: Int, bytes: Int, resets: Int) { state.withLock { ($0.opened, $0.bytes, $0.resets) } }

    private func give(_ order: Order) {
        for connection in state.withLock({ Array($0.open.values) }) { connection(order) }
    }

    public func hangUp() async { await children.closeAll() }

    // MARK: Connections

    func recordTaken() { taken.wrappingAdd(1, ordering: .relaxed) }

    private func welcome(_ channel: any Channel, _ tls: NIOSSLContext) throws {
        let (behaviour, number) = state.withLock { state in
            state.connections += 1
            return (state.behaviour, state.connections)
        }
        switch behaviour {
        case .dead: return
        case .shut: return channel.close(promise: nil)
        case .open: break
        }
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(NIOSSLServerHandler(context: tls))
        try pipeline.addHandler(
            NIOHTTP2Handler(
                mode: .server,
                initialSettings: [
                    HTTP2Setting(parameter: .maxConcurrentStreams, value: plan.streamLimit),
                    HTTP2Setting(parameter: .maxHeaderListSize, value: 16 << 10),
                ]))
        try pipeline.addHandler(APNsConnectionHandler(self, number: number))
    }

    private static func tls(_ plan: Plan, _ certificate: SelfSignedCertificate) throws -> NIOSSLContext {
        let chain = try NIOSSLCertificate.fromPEMBytes(Array(certificate.certificatePEM.utf8))
        let key = try NIOSSLPrivateKey(bytes: Array(certificate.keyPEM.utf8), format: .pem)
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        tls.applicationProtocols = plan.protocols
        if !plan.clientCertificates.isEmpty {
            tls.certificateVerification = .noHostnameVerification
            tls.trustRoots = .certificates(
                try plan.clientCertificates.flatMap { try NIOSSLCertificate.fromPEMBytes(Array($0.utf8)) })
        }
        return try NIOSSLContext(configuration: tls)
    }
}
