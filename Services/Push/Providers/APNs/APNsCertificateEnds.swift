import Models
import NIOSSL
import ServiceRuntime
import ServiceSettings

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
                // The first expiry in the chain counts.
                let end = chain.map({ Int64($0.notValidAfter) }).min()
            else { return nil }
            return (name, UnixTime(milliseconds: end * 1000))
        }
    }

    var samples: [MetricSample] { ends.map { CredentialEnds.sample($0.name, end: $0.end) } }
}
