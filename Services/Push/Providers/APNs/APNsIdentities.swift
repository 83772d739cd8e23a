import Foundation
import Models
import NIOCore
import NIOSSL
import ServiceRuntime
import ServiceSettings

/// The credentials of the routes. Routes with one key share its tokens, because Apple limits them per key.
struct APNsIdentities {
    private(set) var all: [APNsRoutes.Route: APNsClient.Identity] = [:]

    /// Throws a text for the operator if a key or a certificate cannot be read. `credential` is for apps without a
    /// credential of their own. The files keep provider tokens across restarts; apps' files are beside them.
    init(
        _ settings: APNsSettings, _ credential: APNsSettings.Credential?, keptIn file: ProviderTokenFile?,
        sandboxKeptIn sandboxFile: ProviderTokenFile?, clock: any WallClock
    ) throws {
        var made: [(credential: APNsSettings.Credential, identity: APNsClient.Identity)] = []
        func shared(
            _ credential: APNsSettings.Credential, keptIn file: ProviderTokenFile?
        ) throws -> APNsClient.Identity {
            if let known = made.first(where: { $0.credential == credential }) { return known.identity }
            let identity = try APNsClient.Identity(credential, settings, keptIn: file, clock: clock)
            made.append((credential, identity))
            return identity
        }
        if let credential {
            let common = try shared(credential, keptIn: file)
            for environment in PushEnvironment.allCases {
                all[APNsRoutes.Route(app: nil, environment: environment)] = common
            }
        }
        if let credential = settings.sandboxCredential {
            all[APNsRoutes.Route(app: nil, environment: .sandbox)] = try shared(credential, keptIn: sandboxFile)
        }
        for app in settings.apps {
            let own = file.map {
                ProviderTokenFile(
                    url: $0.url.deletingLastPathComponent().appendingPathComponent("apns-\(app.name).token"))
            }
            let identity = try shared(app.credential, keptIn: own)
            for environment in app.environments {
                all[APNsRoutes.Route(app: app.name, environment: environment)] = identity
            }
        }
    }
}

struct APNsClient: Sendable {
    static let missing =
        "\(DeliveryOutcome.notConfigured): push.apns.teamId, push.apns.keyId and push.apns.key, or push.apns.certificate"

    let headers: APNsHeaders
    let connections: APNsConnections
    /// The provider tokens of a key; nil with a certificate.
    let tokens: ProviderTokens?
    let answers = RecentAnswers()
    /// The topics with a token that Apple has accepted since the start.
    let taken = RecentlyAccepted()

    struct Identity {
        let tls: NIOSSLContext
        let configuration: TLSConfiguration
        let tokens: ProviderTokens?

        /// Throws a text for the operator if a file cannot be read. `file` keeps the provider token across restarts.
        init(
            _ credential: APNsSettings.Credential, _ settings: APNsSettings, keptIn file: ProviderTokenFile?,
            clock: any WallClock
        ) throws {
            switch credential {
            case .key(let teamID, let keyID, let key):
                tokens = try ProviderTokens(key: key.value, keyID: keyID, teamID: teamID, keptIn: file, clock: clock)
            case .certificate: tokens = nil
            }
            configuration = try APNsTLS.configuration(credential, trusting: settings.trustedCertificates)
            tls = try APNsTLS.context(credential, trusting: settings.trustedCertificates)
        }
    }
}

struct APNsCertificateEnds {
    let ends: [(name: String, end: UnixTime)]

    init(_ settings: APNsSettings) {
        var named: [(String, APNsSettings.Credential?)] = [
            ("push.apns.certificate", settings.credential),
            ("push.apns.sandbox.certificate", settings.sandboxCredential),
        ]
        named += settings.apps.map { ("push.apns.apps.\($0.name).certificate", $0.credential) }
        ends = named.compactMap { name, credential in
            guard case .certificate(let pem)? = credential,
                let chain = try? NIOSSLCertificate.fromPEMBytes(Array(pem.value.utf8)),
                // The chain expires with the certificate that expires first.
                let end = chain.map({ Int64($0.notValidAfter) }).min()
            else { return nil }
            return (name, UnixTime(milliseconds: end * 1000))
        }
    }

    var samples: [MetricSample] { ends.map { CredentialEnds.sample($0.name, end: $0.end) } }
}

enum APNsTLS {
    static func context(
        _ credential: APNsSettings.Credential, trusting trusted: URL?
    ) throws(UnreadableCredential) -> NIOSSLContext {
        let tls = try configuration(credential, trusting: trusted)
        do { return try NIOSSLContext(configuration: tls) } catch {
            guard case .certificate = credential else {
                throw UnreadableCredential(description: "TLS to APNs cannot be set up: \(error)")
            }
            throw UnreadableCredential(
                description: "push.apns.certificate: the certificate and the private key do not belong together")
        }
    }

    static func configuration(
        _ credential: APNsSettings.Credential, trusting trusted: URL?
    ) throws(UnreadableCredential) -> TLSConfiguration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        tls.applicationProtocols = ["h2"]
        // The client does not wait long for a peer that does not confirm the end of TLS (close_notify).
        tls.shutdownTimeout = .seconds(1)
        if let trusted {
            tls.additionalTrustRoots = [try TrustedCertificates.read(trusted, "push.apns.trustedCertificates")]
        }
        if case .certificate(let pem) = credential {
            let bytes = Array(pem.value.utf8)
            guard let chain = try? NIOSSLCertificate.fromPEMBytes(bytes), !chain.isEmpty,
                let key = try? NIOSSLPrivateKey(bytes: bytes, format: .pem)
            else {
                throw UnreadableCredential(
                    description:
                        "push.apns.certificate needs a certificate and its private key, both in PEM, in one file")
            }
            tls.certificateChain = chain.map { .certificate($0) }
            tls.privateKey = .privateKey(key)
        }
        return tls
    }
}
