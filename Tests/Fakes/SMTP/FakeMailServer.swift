// A mail server on a loopback port, strict, and failing when it is told to.

import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A mail server on a port of the system's choice that keeps what it is given, and fails when it is told to.
public final class FakeMailServer: Sendable {
    /// How it is spoken to.
    public enum Security: Sendable {
        case none
        /// TLS from the first byte.
        case tls
        /// TLS after STARTTLS, which it offers.
        case startTLS
    }

    /// What it is like from the start.
    public struct Plan: Sendable {
        public var security = Security.none
        /// What TLS shows of it.
        public var certificate: SelfSignedCertificate?
        /// What it says in answer to EHLO beside STARTTLS.
        public var extensions = ["8BITMIME", "SMTPUTF8", "AUTH PLAIN LOGIN"]
        /// Whose mails it takes; nil for everybody's.
        public var login: (user: String, password: String)?
        /// Whose mails it takes who shows this token in place of a password (XOAUTH2); nil for nobody.
        public var accessToken: (user: String, token: String)?

        public init() {}
    }

    /// What a client asks of it, in order.
    public enum Step: String, Sendable, CaseIterable {
        case greeting, hello, startTLS, authentication, sender, recipient, data, content
    }

    /// What it does in place of its part.
    public enum Fault: Sendable {
        /// Says nothing, ever.
        case silence
        /// Ends the connection.
        case hangUp
        /// Says this; a positive code lets the client go on. With 421 the connection ends.
        case reply(String)
    }

    /// A mail that it has taken.
    public struct Received: Sendable {
        /// The lines MAIL and RCPT.
        public let sender: String
        public let recipient: String
        /// Without the dots that were added on the way.
        public let content: String
        public let isEncrypted: Bool
        /// Who has signed in.
        public let user: String?
        /// Of which connection it is, counted from 1.
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

    /// Where it listens.
    public var port: Int { boundPort.withLock { $0 } }
    /// The mails that it has taken.
    public var mails: [Received] { state.withLock { $0.received } }
    /// How many connections there were.
    public var connections: Int { state.withLock { $0.connections } }
    /// All lines that were commands, of all connections.
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

    /// Runs a server for as long as `body` takes.
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

    /// Fails at a step, as often as it is told to; the faults of a step are used up in order.
    public func fail(_ step: Step, _ fault: Fault, times: Int = 1) {
        state.withLock { $0.faults += Array(repeating: (step, fault), count: times) }
    }

    /// Ends all connections, as a restart would.
    public func hangUp() async { await children.closeAll() }

    func takeFault(_ step: Step) -> Fault? {
        state.withLock { state in
            guard let index = state.faults.firstIndex(where: { $0.step == step }) else { return nil }
            return state.faults.remove(at: index).fault
        }
    }
}
