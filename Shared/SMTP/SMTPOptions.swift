// Where a mail server is, and how it is spoken to.

public import Foundation
import NIOCore
import NIOSSL

/// Where a mail server is, and how it is spoken to.
public struct SMTPOptions: Sendable {
    /// How a connection is kept from others.
    public enum Security: String, Sendable, CaseIterable {
        /// TLS from the first byte (RFC 8314).
        case tls
        /// TLS after STARTTLS (RFC 3207), which the server has to offer: nothing is ever sent without.
        case starttls
        /// Nothing; only to a server on this machine.
        case none
    }

    /// What the server knows its user by.
    public struct Login: Sendable {
        let user: String
        let proof: Proof

        enum Proof: Sendable {
            case password(String)
            case accessToken(any AccessTokenSource)
        }

        public init(user: String, password: String) {
            self.user = user
            proof = .password(password)
        }

        public init(user: String, accessToken source: any AccessTokenSource) {
            self.user = user
            proof = .accessToken(source)
        }
    }

    public var host: String
    public var port: Int
    public var security: Security
    /// Nil where the server asks for none.
    public var login: Login?
    /// How long each step may take.
    public var timeout: Duration
    /// A PEM file with certificates that count beside the system's.
    public var trustedCertificates: URL?
    /// How this side calls itself; nil for its address.
    public var helloName: String?
    /// How long a connection is kept after a mail, for the next one.
    public var idleTime = Duration.seconds(20)

    public init(
        host: String, port: Int, security: Security, login: Login? = nil, timeout: Duration = .seconds(30),
        trustedCertificates: URL? = nil, helloName: String? = nil
    ) {
        (self.host, self.port, self.security, self.login) = (host, port, security, login)
        (self.timeout, self.trustedCertificates, self.helloName) = (timeout, trustedCertificates, helloName)
    }

    /// Why the options cannot be used.
    public struct Unusable: Error, CustomStringConvertible {
        public let description: String
    }

    /// What connections are secured with; nil for none.
    func makeTLS() throws(Unusable) -> NIOSSLContext? {
        guard security != .none else { return nil }
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        // A peer that does not say goodbye is not waited for.
        tls.shutdownTimeout = .seconds(1)
        if let file = trustedCertificates {
            guard let certificates = try? NIOSSLCertificate.fromPEMFile(file.path), !certificates.isEmpty else {
                throw Unusable(description: "\(file.path) holds no certificate in PEM")
            }
            tls.additionalTrustRoots = [.certificates(certificates)]
        }
        do { return try NIOSSLContext(configuration: tls) } catch {
            throw Unusable(description: "TLS to the mail server cannot be set up: \(error)")
        }
    }

    /// The name that the server's certificate is for, as TLS tells it; nil for an address, which TLS does not tell and
    /// which has to stand in the certificate.
    var nameForTLS: String? { (try? SocketAddress(ipAddress: host, port: port)) == nil ? host : nil }
}
