import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

public final class FakeMailServer: Sendable {
    public enum Security: Sendable {
        case none
        /// TLS from the first byte.
        case tls
        /// TLS after STARTTLS, which it offers.
        case startTLS
    }

    public struct Plan: Sendable {
        public var security = Security.none
        public var certificate: SelfSignedCertificate?
        public var extensions = ["8BITMIME", "SMTPUTF8", "AUTH PLAIN LOGIN"]
        /// The required login; nil for none.
        public var login: (user: String, password: String)?
        /// The required login with a token instead of a password (XOAUTH2); nil for none.
        public var accessToken: (user: String, token: String)?

        public init() {}
    }

    public enum Step: String, Sendable, CaseIterable {
        case greeting, hello, startTLS, authentication, sender, recipient, data, content
    }

    public enum Fault: Sendable {
        case silence
        case hangUp
        /// After 421 the connection ends.
        case reply(String)
    }

    public struct Received: Sendable {
        public let sender: String
        public let recipient: String
        /// Without the dots that the client added (RFC 5321, section 4.5.2).
        public let content: String
        public let isEncrypted: Bool
        public let user: String?
        /// The number of its connection, from 1.
        public let connection: Int
    }

    struct State {
        var faults: [(step: Step, fault: Fault)] = []
        var received: [Received] = []
        var connections = 0
        var commands: [String] = []
    }

    let plan: Plan
    let state = Mutex(State())
    let tls: NIOSSLContext?
    private let children = ChildChannels()
    private let boundPort = Mutex(0)

    public var port: Int { boundPort.withLock { $0 } }
    public var mails: [Received] { state.withLock { $0.received } }
    public var connections: Int { state.withLock { $0.connections } }
    public var commands: [String] { state.withLock { $0.commands } }

    private init(_ plan: Plan) throws {
        self.plan = plan
        tls = try plan.certificate.map { certificate in
            let chain = try NIOSSLCertificate.fromPEMBytes(Array(certificate.certificatePEM.utf8))
            let key = try NIOSSLPrivateKey(bytes: Array(certificate.keyPEM.utf8), format: .pem)
            return try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key)))
        }
    }

    public static func run(_ plan: Plan = Plan(), body: (FakeMailServer) async throws -> Void) async throws {
        let server = try FakeMailServer(plan)
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let number = server.state.withLock { state in
                        state.connections += 1
                        return state.connections
                    }
                    server.children.add(channel)
                    if server.plan.security == .tls, let tls = server.tls {
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
                    }
                    try channel.pipeline.syncOperations.addHandler(MailSessionHandler(server, number: number))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        server.boundPort.withLock { $0 = channel.localAddress?.port ?? 0 }
        try await using({
            try await channel.close()
            await server.hangUp()
        }) { try await body(server) }
    }

    /// Fails at a step the given number of times; the faults of a step are used in order.
    public func fail(_ step: Step, _ fault: Fault, times: Int = 1) {
        state.withLock { $0.faults += Array(repeating: (step, fault), count: times) }
    }

    public func hangUp() async { await children.closeAll() }

    func takeFault(_ step: Step) -> Fault? {
        state.withLock { state in
            guard let index = state.faults.firstIndex(where: { $0.step == step }) else { return nil }
            return state.faults.remove(at: index).fault
        }
    }
}
