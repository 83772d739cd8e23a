// The Apple Push Notification service, as far as sending needs it: HTTP/2 over TLS, strict, and failing when it is told
// to.

public import Crypto
public import Foundation
public import Models
import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

/// A server on a loopback port that takes notifications as Apple does, keeps them for a test to look at, and answers as
/// the test says.
public final class FakeAPNs: Sendable {
    /// What it is like from the start.
    public struct Plan: Sendable {
        /// How many streams a connection may have at a time, as it announces at the beginning.
        public var streamLimit = 1000
        /// What it speaks, as ALPN names it (RFC 7301).
        public var protocols = ["h2"]
        /// What it announces after the first success on a connection; nil for no change.
        public var limitAfterSuccess: Int?
        /// Whose provider tokens count: the team, and its keys by their ids. Nil takes any token.
        public var team: (id: String, keys: [String: P256.Signing.PublicKey])?
        /// The topics that exist; nil takes any.
        public var topics: Set<String>?
        /// Clients with one of these certificates (PEM) need no provider token, and others are not let in.
        public var clientCertificates: [String] = []
        /// How long each answer takes.
        public var delay: Duration = .zero
        /// How many bytes of bodies a connection takes before they are acknowledged (RFC 9113, section 5.2); no fewer than
        /// the 65,535 with which each begins.
        public var connectionWindow = 65_535
        /// Whether the notifications are kept; without, they are only counted.
        public var keepsNotifications = true
        /// Is told of each notification as it comes, with the status and the reason of its refusal where Apple would
        /// refuse it.
        public var arrival: (@Sendable (Notification, _ refusal: (status: Int, reason: String)?) -> Void)?
        /// By which the age of provider tokens counts.
        public var clock: any WallClock = SystemClock()
        /// 0 for one of the system's choice.
        public var port = 0

        public init() {}
    }

    /// What it does with a notification.
    public enum Answer: Sendable {
        /// Takes it.
        case sent
        case refused(Int, String, timestamp: Int64? = nil, retryAfter: String? = nil)
        /// Says nothing, ever.
        case silence
        /// Says nothing until `release`.
        case held
        /// Ends the connection with this reason; what it has not taken may be sent elsewhere.
        case goAway(String, taken: Bool)
        /// Ends the connection without a word.
        case hangUp
        /// Ends the connection in the middle of a frame.
        case halfFrame
        /// Resets the stream; one that was not taken may be sent again.
        case reset(taken: Bool)
    }

    /// What a test has all connections do.
    enum Order: Sendable {
        case limit(Int)
        case goAway(String, taking: Int)
        case window(Int)
        case grant(Int)
    }

    /// How it treats new connections.
    public enum ConnectionBehaviour: Sendable {
        case open
        /// Accepts and says nothing.
        case dead
        /// Accepts and hangs up.
        case shut
    }

    /// A notification as it came.
    public struct Notification: Sendable {
        public let token: String
        /// By their names; one that came twice is joined with a comma.
        public let headers: [String: String]
        public let payload: Data
        /// Which connection it came over, counted from 1.
        public let connection: Int
        /// How many were under way on that connection, this one included.
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
        /// By their numbers.
        var open: [Int: @Sendable (Order) -> Void] = [:]
        var acknowledged = 0
        var opened = 0
        var bytes = 0
        var resets = 0
        var isWithholding = false
        /// The apps of the channels that there are, by what the channels are called.
        var channels: [String: String] = [:]
        var broadcasts: [Notification] = []
    }

    let plan: Plan
    let state = Mutex(State())
    private let taken = Atomic(0)
    private let certificate: SelfSignedCertificate
    private let channel: any Channel
    private let children: ChildChannels

    /// Runs a server for as long as `body` takes.
    public static func run(_ plan: Plan = Plan(), _ body: (FakeAPNs) async throws -> Void) async throws {
        let server = try await FakeAPNs(plan)
        try await using(server.stop) { try await body(server) }
    }

    /// Starts a server, which runs until `stop`.
    public init(_ plan: Plan = Plan()) async throws {
        self.plan = plan
        // A name of its own: who trusts two of them must be able to tell them apart.
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

    /// Ends all connections and the server.
    public func stop() async throws {
        try await channel.close()
        await children.closeAll()
    }

    /// What the settings `push.apns.productionUrl` and `push.apns.sandboxUrl` have to be.
    public var url: URL {
        var parts = URLComponents()
        parts.scheme = "https"
        parts.host = "127.0.0.1"
        parts.port = channel.localAddress?.port
        guard let url = parts.url else { preconditionFailure("not an address") }
        return url
    }

    /// What a file for the setting `push.apns.trustedCertificates` has to hold.
    public var certificatePEM: String { certificate.certificatePEM }

    // MARK: What a test sees and changes

    /// How many notifications were taken.
    public var count: Int { taken.load(ordering: .relaxed) }
    /// All that came, taken or not, in their order.
    public var notifications: [Notification] { state.withLock { $0.notifications } }
    /// How many connections were made.
    public var connections: Int { state.withLock { $0.connections } }
    /// The provider tokens that were shown, each once, in their order.
    public var providerTokens: [String] { state.withLock { $0.tokens.shown } }

    public func set(_ behaviour: ConnectionBehaviour) { state.withLock { $0.behaviour = behaviour } }
    /// Answers notifications to tokens that begin with `prefix`; later rules count first, and nil as the answer ends a
    /// rule.
    public func answer(_ prefix: String, _ answer: Answer?) {
        state.withLock { state in
            state.answers.removeAll { $0.prefix == prefix }
            if let answer { state.answers.insert((prefix, answer), at: 0) }
        }
    }
    /// Answers the next notifications in this order, whoever they are for.
    public func answerNext(_ answers: Answer...) { state.withLock { $0.script += answers } }
    /// How many answers are held.
    public var held: Int { state.withLock { $0.held.count } }
    /// Gives the answers that are held.
    public func release() {
        let all = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for answer in all { answer() }
    }
    /// Announces another limit of streams on all connections.
    public func announce(streamLimit: Int) { give(.limit(streamLimit)) }
    /// Says on all connections that they end. The first so many of the requests that are under way were taken, and are
    /// still answered; the others were not.
    public func goAway(_ reason: String, taking count: Int) { give(.goAway(reason, taking: count)) }
    /// How many announcements of settings the other side has heeded, the first of each connection included.
    public var acknowledged: Int { state.withLock { $0.acknowledged } }

    /// Announces how much a stream takes at first (SETTINGS_INITIAL_WINDOW_SIZE), on all connections. What comes beyond
    /// waits for `grant`.
    public func announce(streamWindow: Int) { give(.window(streamWindow)) }
    /// Takes so many bytes more on each stream whose request is not whole, and on the connections what came of late.
    public func grant(_ bytes: Int) { give(.grant(bytes)) }
    /// Leaves the windows of the connections closed until `grant`.
    public func withholdConnectionWindows() { state.withLock { $0.isWithholding = true } }
    /// How many requests were begun, how many bytes of bodies came, and how many requests were taken back.
    public var arrived: (requests: Int, bytes: Int, resets: Int) {
        state.withLock { ($0.opened, $0.bytes, $0.resets) }
    }

    private func give(_ order: Order) {
        for connection in state.withLock({ Array($0.open.values) }) { connection(order) }
    }

    /// Ends all connections without a word.
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
