// When the certificates end with which APNs is reached.

import Models
import NIOSSL
import ServiceRuntime
import ServiceSettings

/// When the certificates of the settings end, by the names of these.
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
                // Whichever of the chain ends first ends it.
                let end = chain.map({ Int64($0.notValidAfter) }).min()
            else { return nil }
            return (name, UnixTime(milliseconds: end * 1000))
        }
    }

    /// As metrics.
    var samples: [MetricSample] { ends.map { CredentialEnds.sample($0.name, end: $0.end) } }
}
