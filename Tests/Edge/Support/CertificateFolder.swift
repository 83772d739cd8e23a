import Fakes
import NIOSSL

@testable import Edge

/// The files of a port's certificate, which a test replaces.
struct CertificateFolder {
    let folder: TemporaryFolder
    let settings: TLSSettings

    init(_ certificate: SelfSignedCertificate) throws {
        folder = try TemporaryFolder()
        settings = TLSSettings(
            "http.tls", certificate: folder.url.appending(path: "server.pem"),
            key: folder.url.appending(path: "server.key"))
        try write(certificate)
    }

    func write(_ certificate: SelfSignedCertificate) throws {
        try write(certificate.certificatePEM, to: settings.certificate)
        try write(certificate.keyPEM, to: settings.key)
    }

    func write(_ text: String, to file: URL) throws { try Data(text.utf8).write(to: file, options: .atomic) }

    func load(clock: any WallClock = SystemClock(), _ lines: LoggedLines = LoggedLines()) throws -> ServerCertificate {
        try ServerCertificate(settings, clock: clock, logger: lines.logger)
    }
}

extension NIOSSLContext {
    /// Of a client that trusts only these.
    static func client(
        trusting certificates: [SelfSignedCertificate], atMost version: TLSVersion? = nil
    ) throws -> NIOSSLContext {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates(
            try certificates.flatMap { try NIOSSLCertificate.fromPEMBytes(Array($0.certificatePEM.utf8)) })
        tls.maximumTLSVersion = version
        tls.shutdownTimeout = .milliseconds(200)
        return try NIOSSLContext(configuration: tls)
    }
}
