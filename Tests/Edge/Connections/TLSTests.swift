import Fakes
import NIOEmbedded
import NIOSSL

@testable import Edge

@Suite("TLS at the edge", .timeLimit(.minutes(10))) struct TLSTests {
    private let certificate: SelfSignedCertificate
    private let files: CertificateFolder

    init() throws {
        certificate = try SelfSignedCertificate(name: "balise.example")
        files = try CertificateFolder(certificate)
    }

    private func withTLS<T: Sendable>(
        configure: (inout Settings) -> Void = { _ in }, _ body: (RunningEdge) async throws -> T
    ) async throws -> T {
        let client = try NIOSSLContext.client(trusting: [certificate])
        return try await withEdge(certificate: try files.load(), configure: configure) { edge in
            var edge = edge
            edge.tls = client
            return try await body(edge)
        }
    }

    @Test("TLS 1.2 and 1.3 are spoken, and nothing older", arguments: [TLSVersion.tlsv11, .tlsv12, .tlsv13])
    func versions(_ version: TLSVersion) async throws {
        let client = try NIOSSLContext.client(trusting: [certificate], atMost: version)
        try await withTLS { edge in
            var edge = edge
            edge.tls = client
            let status = try? await edge.request("GET", "/robots.txt").status
            #expect(status == (version == .tlsv11 ? nil : 200))
        }
    }

    @Test("Answers keep browsers on https, and plain ones do not")
    func strictTransportSecurity() async throws {
        let field = "strict-transport-security"
        #expect(try await withTLS { try await $0.request("GET", "/robots.txt") }.header(field) == "max-age=31536000")
        #expect(try await withEdge { try await $0.request("GET", "/robots.txt") }.header(field) == nil)
    }

    @Test(
        "Addresses and cookies are those of https, unless a trusted proxy says that its client used http",
        arguments: [("", "https"), ("http", "http"), ("https", "https")])
    func scheme(_ proto: String, _ expected: String) async throws {
        let proxy = try #require(IPAddressRange("127.0.0.1"))
        let answer = try await withTLS(configure: { if !proto.isEmpty { $0.http.trustedProxies = [proxy] } }) { edge in
            try await edge.request(
                "GET", "/.well-known/oauth-authorization-server",
                headers: proto.isEmpty ? [] : [("X-Forwarded-Proto", proto)])
        }
        #expect(answer.body.contains("\"\(expected)://localhost"), "\(answer.body)")
    }

    @Test("A long answer and several requests on one connection arrive whole")
    func longAnswers() async throws {
        let plain = try await withEdge { try await $0.request("GET", "/openapi.yaml") }
        try await withTLS { edge in
            try await withConnection(to: edge.port, tls: edge.tls) { connection in
                for _ in 0..<3 {
                    try await connection.send("GET", "/openapi.yaml")
                    #expect(try await connection.readResponse().body == plain.body)
                }
            }
        }
    }

    @Test("A connection becomes a WebSocket as without TLS")
    func webSocket() async throws {
        try await withTLS { edge in
            try await withConnection(to: edge.port, tls: edge.tls) { connection in
                try await connection.send("GET", "/v1/ws/location", headers: LocationSocketTests.upgrade)
                #expect(try await connection.readHead().status == 101)
                try await connection.write(SocketFrame(0x89, [7]).bytes())
                #expect(try await connection.readFrame() == SocketFrame(0x8A, [7]))
                try await connection.write(SocketFrame.close(1000).bytes())
                #expect(try await connection.readFrame().end == "1000")
                #expect(try await connection.readToEnd().isEmpty)
            }
        }
    }

    @Test("A certificate that is replaced under load fails no request, on new and on open connections")
    func replacedUnderLoad() async throws {
        // With names of their own: a client looks for the issuer by its name.
        let certificates =
            [certificate] + (try (1...4).map { try SelfSignedCertificate(name: "\($0).balise.example") })
        let all = try NIOSSLContext.client(trusting: certificates)
        let served = try files.load()
        try await withEdge(certificate: served) { edge in
            var edge = edge
            edge.tls = all
            let trusting = edge
            try await withThrowingTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await withConnection(to: trusting.port, tls: trusting.tls) { connection in
                            for _ in 0..<30 {
                                #expect(try await trusting.request("GET", "/robots.txt").status == 200)
                                try await connection.send("GET", "/robots.txt")
                                #expect(try await connection.readResponse().status == 200)
                            }
                        }
                    }
                }
                for certificate in certificates.dropFirst() {
                    _ = try await trusting.request("GET", "/robots.txt")
                    try files.write(certificate)
                    served.look()
                }
                try await group.waitForAll()
            }
            edge.tls = try NIOSSLContext.client(trusting: Array(certificates.suffix(1)))
            #expect(try await edge.request("GET", "/robots.txt").status == 200)
            edge.tls = try NIOSSLContext.client(trusting: Array(certificates.dropLast()))
            let former = edge
            await #expect(throws: (any Error).self) { try await former.request("GET", "/robots.txt") }
        }
    }

    /// The header of a record and no more.
    private static let halfHandshake: [UInt8] = [0x16, 0x03, 0x01, 0x02, 0x00]

    @Test("A handshake that never finishes is closed")
    func unfinishedHandshake() async throws {
        try await withTLS(configure: { $0.http.limits.firstByteTimeout = .seconds(1) }) { edge in
            let began = ContinuousClock.now
            let answer = try await withConnection(to: edge.port) { connection in
                try await connection.write(Self.halfHandshake)
                return try await connection.readToEnd()
            }
            #expect(answer.isEmpty)
            #expect(ContinuousClock.now - began < .seconds(60), "long before the idle timeout")
        }
    }

    @Test("A finished handshake without a request is closed")
    func silentAfterHandshake() async throws {
        try await withTLS(configure: { $0.http.limits.firstByteTimeout = .seconds(1) }) { edge in
            let began = ContinuousClock.now
            let answer = try? await withConnection(to: edge.port, tls: edge.tls) { try await $0.readToEnd() }
            #expect(answer ?? "" == "")
            #expect(ContinuousClock.now - began < .seconds(60), "long before the idle timeout")
        }
    }

    @Test("An unfinished handshake counts against the connections of its address")
    func unfinishedHandshakeCounts() async throws {
        try await withTLS(configure: { $0.http.limits.connectionsPerAddress = 1 }) { edge in
            try await withConnection(to: edge.port, from: "127.0.0.2") { first in
                try await first.write(Self.halfHandshake)
                let refused = try await withConnection(to: edge.port, from: "127.0.0.2") { try await $0.readToEnd() }
                #expect(refused == "")
                #expect(try await edge.request("GET", "/robots.txt").status == 200, "other addresses have their own")
            }
        }
    }

    @Test("A client that ends TCP without ending TLS has hung up, and its answers still reach it")
    func endWithoutFarewell() throws {
        let connection = Connection(
            peer: "192.0.2.1", proxies: TrustedProxies([]), limiter: AddressConcurrencyLimiter(bound: 1))
        let guarding = ConnectionGuard(connection, requestTimeout: .seconds(5), idleTimeout: .seconds(10)) { _ in
            (HTTPResponse(status: .badRequest), ByteBuffer())
        }
        let channel = EmbeddedChannel(handler: guarding)
        channel.pipeline.fireErrorCaught(NIOSSLError.uncleanShutdown)
        try channel.throwIfErrorCaught()
        channel.pipeline.fireErrorCaught(NIOSSLError.writeDuringTLSShutdown)
        #expect(throws: NIOSSLError.self) { try channel.throwIfErrorCaught() }
    }

    @Test("A client that speaks plain HTTP is closed without an answer in HTTP")
    func plainHTTP() async throws {
        try await withTLS { edge in
            let answer = try await withConnection(to: edge.port) { connection in
                try await connection.send("GET", "/robots.txt")
                return try await connection.readToEnd()
            }
            #expect(!answer.contains("HTTP/1.1"))
        }
    }
}
