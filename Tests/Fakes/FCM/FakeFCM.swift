import CryptoExtras
public import Foundation
import Models
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

/// HTTP v1 and the token endpoint, as far as sending needs them.
public final class FakeFCM: Sendable {
    public enum Answer: Sendable {
        case taken
        /// Google's error with this `errorCode` among its details; a nil code omits the detail.
        case refused(Int, status: String, code: String?, details: String = "", retryAfter: String? = nil)
        case html(Int)
        case plain(Int, String)
        case refusedAt(String, Int, String)
        case silence
        case hangUp
    }

    public struct Message: Sendable {
        public let authorization: String
        public let body: Data
        public let answered: Int
        public let isHTTP2: Bool
    }

    private struct State {
        var answers: [(prefix: String, answer: Answer)] = []
        var script: [Answer] = []
        var tokenScript: [Answer] = []
        var messages: [Message] = []
        var assertions: [String] = []
        var tokensGiven = 0
        var connections = 0
        var revoked: Set<String> = []
    }

    public let port: Int
    public static let project = "balise-tests"
    /// The announced lifetime of tokens, in seconds.
    public static let tokenLifetime = 3600
    public static let protocols = ["h2", "http/1.1"]

    private let state = Mutex(State())
    private let arrival: (@Sendable (Message) -> Void)?
    private let key: _RSA.Signing.PrivateKey
    private let scheme: String
    private let tls: NIOSSLContext?
    private let channel: any Channel
    private let children: ChildChannels

    public static func run(
        certificate: SelfSignedCertificate? = nil, protocols: [String] = FakeFCM.protocols,
        _ body: (FakeFCM) async throws -> Void
    ) async throws {
        let server = try await FakeFCM(certificate: certificate, protocols: protocols)
        try await using(server.stop) { try await body(server) }
    }

    /// - Parameters:
    ///   - port: 0 for a free port.
    ///   - certificate: Enables TLS.
    ///   - protocols: The ALPN protocols (RFC 7301); without TLS it is HTTP/1.1.
    public init(
        port: Int = 0, certificate: SelfSignedCertificate? = nil, protocols: [String] = FakeFCM.protocols,
        arrival: (@Sendable (Message) -> Void)? = nil
    ) async throws {
        self.arrival = arrival
        scheme = certificate == nil ? "http" : "https"
        tls = try certificate.map { try FakeFCM.tls($0, protocols) }
        key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let children = ChildChannels()
        self.children = children
        let latch = Latch<FakeFCM>()
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                children.add(channel)
                guard let server = latch.value else { return channel.close() }
                return server.welcome(channel)
            }
            .bind(host: "127.0.0.1", port: port).get()
        self.channel = channel
        self.port = channel.localAddress?.port ?? 0
        latch.set(self)
    }

    private func welcome(_ channel: any Channel) -> EventLoopFuture<Void> {
        state.withLock { $0.connections += 1 }
        guard let tls else { return speakHTTP1(channel) }
        do { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        return channel.configureHTTP2SecureUpgrade { channel in
            channel.eventLoop.makeCompletedFuture {
                _ = try channel.pipeline.syncOperations.configureHTTP2Pipeline(
                    mode: .server, connectionConfiguration: .init(), streamConfiguration: .init()
                ) { stream in
                    stream.eventLoop.makeCompletedFuture {
                        try stream.pipeline.syncOperations.addHandler(HTTP2FramePayloadToHTTP1ServerCodec())
                        try stream.pipeline.syncOperations.addHandler(FakeHTTPHandler { self.reply(to: $0, $1) })
                    }
                }
            }
        } http1ChannelConfigurator: {
            self.speakHTTP1($0)
        }
    }

    private func speakHTTP1(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.configureHTTPServerPipeline()
            try channel.pipeline.syncOperations.addHandler(FakeHTTPHandler { self.reply(to: $0, $1) })
        }
    }

    private static func tls(_ certificate: SelfSignedCertificate, _ protocols: [String]) throws -> NIOSSLContext {
        let chain = try NIOSSLCertificate.fromPEMBytes(Array(certificate.certificatePEM.utf8))
        let key = try NIOSSLPrivateKey(bytes: Array(certificate.keyPEM.utf8), format: .pem)
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        tls.applicationProtocols = protocols
        return try NIOSSLContext(configuration: tls)
    }

    public func stop() async throws {
        try await channel.close()
        await children.closeAll()
    }

    public var url: URL { loopbackURL(port, scheme: scheme) }

    public var serviceAccount: String {
        let tokens = loopbackURL(port, "/token", scheme: scheme).absoluteString
        let pem = key.pkcs8PEMRepresentation.replacingOccurrences(of: "\n", with: "\\n")
        return """
            {"type":"service_account","project_id":"\(FakeFCM.project)","private_key_id":"key-1","private_key":"\(pem)",\
            "client_email":"sender@\(FakeFCM.project).iam.gserviceaccount.com","token_uri":"\(tokens)"}
            """
    }

    // MARK: For tests

    public var messages: [Message] { state.withLock { $0.messages } }
    public var connections: Int { state.withLock { $0.connections } }
    public func hangUp() async { await children.closeAll() }
    public var assertions: [String] { state.withLock { $0.assertions } }
    /// Whether the service account signed it.
    public func isGenuine(_ assertion: String) -> Bool {
        let parts = assertion.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let signature = base64URLDecoded(parts[2].utf8) else { return false }
        return key.publicKey.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature), for: Data("\(parts[0]).\(parts[1])".utf8),
            padding: .insecurePKCS1v1_5)
    }
    public func answer(_ prefix: String, _ answer: Answer?) {
        state.withLock { state in
            state.answers.removeAll { $0.prefix == prefix }
            if let answer { state.answers.insert((prefix, answer), at: 0) }
        }
    }
    public func answerNext(_ answers: Answer...) { state.withLock { $0.script += answers } }
    public func answerNextToken(_ answers: Answer...) { state.withLock { $0.tokenScript += answers } }
    /// Expires all access tokens so far.
    public func revokeTokens() {
        state.withLock { state in
            for number in 0...state.tokensGiven { state.revoked.insert("access-\(number)") }
        }
    }

    // MARK: Answering

    private func reply(to head: HTTPRequestHead, _ body: [UInt8]) -> FakeHTTPReply {
        let authorization = head.headers.first(name: "Authorization") ?? ""
        return switch head.uri {
        case "/token": token(Data(body))
        case "/v1/projects/\(FakeFCM.project)/messages:send":
            message(authorization, Data(body), head.version.major == 2)
        default: .answer(404, ["Content-Type": "text/html"], "<html>Not Found</html>")
        }
    }

    private func token(_ body: Data) -> FakeHTTPReply {
        let form = String(decoding: body, as: UTF8.self)
        let assertion = form.split(separator: "&").first { $0.hasPrefix("assertion=") }?.dropFirst("assertion=".count)
        return state.withLock { state in
            state.assertions.append(String(assertion ?? ""))
            let answer = state.tokenScript.isEmpty ? Answer.taken : state.tokenScript.removeFirst()
            guard case .taken = answer else { return FakeFCM.reply(answer) }
            state.tokensGiven += 1
            return .json(
                200,
                """
                {"access_token":"access-\(state.tokensGiven)","expires_in":\(FakeFCM.tokenLifetime),\
                "token_type":"Bearer"}
                """)
        }
    }

    private func message(_ authorization: String, _ body: Data, _ isHTTP2: Bool) -> FakeHTTPReply {
        struct Sent: Decodable {
            struct Message: Decodable { let token: String }
            let message: Message
        }
        let token = (try? JSONDecoder().decode(Sent.self, from: body))?.message.token
        let (reply, message) = state.withLock { state in
            let reply = FakeFCM.reply(FakeFCM.answer(token, authorization, &state))
            let status = if case .answer(let status, _, _) = reply { Int(status) } else { 0 }
            let message = Message(authorization: authorization, body: body, answered: status, isHTTP2: isHTTP2)
            if arrival == nil { state.messages.append(message) }
            return (reply, message)
        }
        arrival?(message)
        return reply
    }

    private static func answer(_ token: String?, _ authorization: String, _ state: inout State) -> Answer {
        guard let token else { return .refused(400, status: "INVALID_ARGUMENT", code: "INVALID_ARGUMENT") }
        let bearer = authorization.replacingOccurrences(of: "Bearer ", with: "")
        guard bearer.hasPrefix("access-"), !state.revoked.contains(bearer) else {
            return .refused(401, status: "UNAUTHENTICATED", code: nil)
        }
        if !state.script.isEmpty { return state.script.removeFirst() }
        return state.answers.first { token.hasPrefix($0.prefix) }?.answer ?? .taken
    }

    private static func reply(_ answer: Answer) -> FakeHTTPReply {
        switch answer {
        case .taken:
            return .json(200, #"{"name":"projects/\#(project)/messages/\#(UUID().uuidString.lowercased())"}"#)
        case .refused(let status, let word, let code, let details, let retryAfter):
            let error = code.map {
                #"{"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"\#($0)"}"#
            }
            let all = [error, details.isEmpty ? nil : details].compactMap(\.self).joined(separator: ",")
            return json(
                status, #"{"error":{"code":\#(status),"message":"as told","status":"\#(word)","details":[\#(all)]}}"#,
                ("Retry-After", retryAfter))
        case .html(let status):
            return .answer(
                UInt(status), ["Content-Type": "text/html; charset=UTF-8"],
                "<!DOCTYPE html><title>Error \(status)</title><p>That’s an error.")
        case .plain(let status, let body): return .json(UInt(status), body)
        case .refusedAt(let date, let status, let body): return json(status, body, ("Date", date))
        case .silence: return .silence
        case .hangUp: return .hangUp
        }
    }

    private static func json(_ status: Int, _ body: String, _ header: (name: String, value: String?)) -> FakeHTTPReply {
        var headers = HTTPHeaders([("Content-Type", "application/json")])
        if let value = header.value { headers.add(name: header.name, value: value) }
        return .answer(UInt(status), headers, body)
    }
}
