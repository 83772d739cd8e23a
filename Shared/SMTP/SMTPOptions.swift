public import Foundation
import Models
import NIOCore
import NIOSSL

/// The mail server, and how to connect and sign in to it.
public struct SMTPOptions: Sendable {
    public enum Security: String, Sendable, CaseIterable {
        /// TLS from the first byte (RFC 8314).
        case tls
        /// TLS after STARTTLS (RFC 3207). The server must offer it: without TLS nothing is sent.
        case starttls
        /// No TLS. Allowed only for a server on this machine.
        case none
    }

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
    /// The user's name and secret at the server; nil if the server requires no sign-in.
    public var login: Login?
    public var timeout: Duration
    /// A PEM file with certificates to trust in addition to the system's certificates; nil to trust only the system's.
    public var trustedCertificates: URL?
    /// The name with which this side greets the server; nil to use its address.
    public var helloName: String?
    /// How long an idle connection stays open for the next mail.
    public var idleTime = Duration.seconds(20)

    public init(
        host: String, port: Int, security: Security, login: Login? = nil, timeout: Duration = .seconds(30),
        trustedCertificates: URL? = nil, helloName: String? = nil
    ) {
        (self.host, self.port, self.security, self.login) = (host, port, security, login)
        (self.timeout, self.trustedCertificates, self.helloName) = (timeout, trustedCertificates, helloName)
    }

    public struct Unusable: Error, CustomStringConvertible {
        public let description: String
    }

    func makeTLS() throws(Unusable) -> NIOSSLContext? {
        guard security != .none else { return nil }
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        // The wait is short, because some peers never close TLS properly.
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

    /// The server's name, which TLS sends and checks in the certificate; nil for an IP address, which it does not send.
    var nameForTLS: String? { (try? SocketAddress(ipAddress: host, port: port)) == nil ? host : nil }
}

extension SMTPOptions {
    /// Returns a name for the greeting. Nil if other hosts could not look the name up (RFC 5321, section 2.3.5), like
    /// the names of containers; the address is then used.
    public static func helloName(ofHost name: String) -> String? {
        let labels = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        let isName = labels.allSatisfy { label in
            label.isASCIIAlphanumeric(or: "-") && (1...63).contains(label.utf8.count) && label.first != "-"
                && label.last != "-"
        }
        guard isName, labels.count > 1, name.utf8.count <= 253, let last = labels.last, !last.isASCIIDigits,
            !["localhost", "localdomain", "local"].contains(last)
        else { return nil }
        return name.lowercased()
    }
}

/// A source of access tokens that replace a mail server's password.
public protocol AccessTokenSource: Sendable {
    func accessToken() async throws(SMTPFailure) -> String

    /// Forgets a token that the server has refused, so that the token is not used again.
    func forget(_ token: String) async
}
