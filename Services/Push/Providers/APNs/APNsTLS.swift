import Foundation
import NIOCore
import NIOSSL
import ServiceRuntime
import ServiceSettings

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
        // Does not wait long for a peer that sends no close_notify.
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
