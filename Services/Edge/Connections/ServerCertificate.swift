import BaliseJSON
import Crypto
import Foundation
import Logging
import Models
import NIOCore
import NIOSSL
import ServiceRuntime
import ServiceSettings
import Synchronization

/// The certificate of a port, read again when its files change. A connection keeps the certificate with which it began,
/// so a change ends no connection.
///
/// NIOCertificateReloading is not used: it does not distinguish a missing file from a file without permission, reports
/// a failure with every reading and not only once, parses unchanged files again, and replaces the certificate within
/// each handshake.
final class ServerCertificate: Sendable {
    private struct State {
        var pair: CertifiedKey
        /// The problem that the last look found. A program may be replacing the files one by one, so the problem counts
        /// only if the next look finds it, too.
        var suspicion: String?
        /// The reason why the files cannot be used, so that `pair` is from older files; nil if they can be used.
        var failure: String?
    }

    private static let pause = Duration.seconds(5)
    /// The seconds before expiry at which a warning begins. Programs that renew certificates do so earlier.
    private static let shortRest: Int64 = 3 * 86_400

    let settings: TLSSettings
    private let clock: any WallClock
    private let logger: Logger
    private let state: Mutex<State>

    /// Throws a `StartError` that names the file and the reason.
    init(_ settings: TLSSettings, clock: any WallClock, logger: Logger) throws(StartError) {
        self.settings = settings
        self.clock = clock
        self.logger = logger
        state = Mutex(State(pair: try CertificateFiles(settings).load(settings)))
        if let note = expiry { logger.warning("\(note)") }
    }

    /// The TLS context for a new connection.
    var context: NIOSSLContext { state.withLock { $0.pair.context } }

    /// Looks at the files until its task is cancelled.
    func watch() async {
        while (try? await Task.sleep(for: ServerCertificate.pause)) != nil { look() }
    }

    /// Uses the files if they have changed.
    func look() {
        do throws(StartError) {
            let files = try CertificateFiles(settings)
            let isKnown = state.withLock {
                $0.pair.digest == files.digest && $0.suspicion == nil && $0.failure == nil
            }
            if isKnown { return }
            let pair = try files.load(settings)
            state.withLock { $0 = State(pair: pair) }
            logger.info(
                "\(settings.name).certificate has been read again", metadata: ["end": "\(pair.end.text)"])
            if let note = expiry { logger.warning("\(note)") }
        } catch {
            suspect(error.description)
        }
    }

    private func suspect(_ problem: String) {
        let isNews = state.withLock { state in
            guard state.suspicion == problem else {
                state.suspicion = problem
                return false
            }
            guard state.failure != problem else { return false }
            state.failure = problem
            return true
        }
        if isNews { logger.error("the certificate from before stays in use: \(problem)") }
    }

    /// The state for operators: a warning if the files cannot be used, or if the certificate expires soon.
    var finding: HealthFinding {
        let (failure, end) = state.withLock { ($0.failure, $0.pair.end) }
        if let failure { return .warning("the certificate from before stays in use: \(failure)") }
        return expiry.map { .warning($0) } ?? .ok("the certificate is valid until \(end.text)")
    }

    private var expiry: String? {
        let end = state.withLock { $0.pair.end }
        let now = clock.now()
        guard end <= now.adding(seconds: ServerCertificate.shortRest) else { return nil }
        let verb = end <= now ? "expired" : "expires"
        return "\(settings.name).certificate: \(settings.certificate.path) \(verb) on \(end.text); renew it"
    }

    var sample: MetricSample {
        CredentialEnds.sample("\(settings.name).certificate", end: state.withLock { $0.pair.end })
    }
}

private struct CertifiedKey: Sendable {
    let digest: SHA256.Digest
    let context: NIOSSLContext
    let end: UnixTime
}

/// The content of the two files.
private struct CertificateFiles {
    private let certificate: [UInt8]
    private let key: [UInt8]

    init(_ settings: TLSSettings) throws(StartError) {
        certificate = try CertificateFiles.read(settings.certificate, "\(settings.name).certificate")
        key = try CertificateFiles.read(settings.key, "\(settings.name).key")
    }

    var digest: SHA256.Digest {
        var hash = SHA256()
        hash.update(data: certificate)
        hash.update(data: key)
        return hash.finalize()
    }

    /// The longest file in bytes. Certificates and keys have some thousand bytes.
    private static let maximumLength: UInt64 = 1 << 20

    private static func read(_ file: URL, _ setting: String) throws(StartError) -> [UInt8] {
        do throws(UnusableFile) {
            let opened = try RandomAccessFile(path: file.path)
            let bytes = try opened.read(Int(min(opened.length, maximumLength)), at: 0)
            guard !bytes.isEmpty else { throw UnusableFile("is empty; put the PEM text into it") }
            return bytes
        } catch {
            throw .settings("\(setting): \(file.path) \(error)")
        }
    }

    func load(_ settings: TLSSettings) throws(StartError) -> CertifiedKey {
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(certificate),
            let end = chain.map({ Int64($0.notValidAfter) }).min()
        else {
            throw .settings("\(settings.name).certificate: \(settings.certificate.path) has no certificate in PEM form")
        }
        guard let key = try? NIOSSLPrivateKey(bytes: self.key, format: .pem) else {
            throw .settings(
                "\(settings.name).key: \(settings.key.path) has no private key in PEM form, or a password protects it; remove "
                    + "the password with `openssl pkey`")
        }
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        tls.minimumTLSVersion = .tlsv12
        // Of TLS 1.2, only suites with forward secrecy and authentication are allowed (RFC 9325, section 4.2).
        tls.cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"
        tls.applicationProtocols = ["http/1.1"]
        // The answers have left by then, and many clients do not confirm the end of TLS (close_notify).
        tls.shutdownTimeout = .milliseconds(200)
        guard let context = try? NIOSSLContext(configuration: tls) else {
            throw .settings(
                "\(settings.name).key: the key in \(settings.key.path) does not fit the first certificate in "
                    + "\(settings.certificate.path); put the server's own certificate first, and name its key")
        }
        return CertifiedKey(digest: digest, context: context, end: UnixTime(milliseconds: end * 1000))
    }
}

extension UnixTime {
    fileprivate var text: String { RFC3339.text(of: Date(timeIntervalSince1970: Double(rawValue) / 1000)) }
}
