public import Foundation
import ServiceRuntime

/// TLS on a port of the edge, which then needs no proxy for it.
public struct TLSSettings: Hashable, Sendable {
    /// The name of these settings, such as `http.tls`.
    public let name: String
    public let certificate: URL
    public let key: URL
    /// How long browsers use only https (RFC 6797, section 6.1.1).
    public let hsts: Duration

    package init(_ name: String, certificate: URL, key: URL, hsts: Duration = .seconds(31_536_000)) {
        self.name = name
        self.certificate = certificate
        self.key = key
        self.hsts = hsts
    }

    /// Reads the settings; nil without a certificate.
    /// - Parameter address: The address of this port for clients, with the name of its setting.
    init?(_ name: String, at address: (setting: String, url: URL?), _ reader: inout SettingsReader) {
        let certificate = reader.readOptional(
            "\(name).certificate", .path("file"),
            "The certificate for TLS on this port, as a PEM file: first the server's own, then those of its issuers. It is "
                + "read again when the file changes.")
        let key = reader.readSecretFile(
            "\(name).key",
            "The private key of \(name).certificate, as a PEM file without a password. Required with it.")
        let hsts = reader.read(
            "\(name).hsts", .span(.zero ... .seconds(63_072_000)), default: .seconds(31_536_000),
            "How long browsers use only https for this host after an answer (Strict-Transport-Security); 0s makes them "
                + "forget it. Only sent with TLS.")
        guard let certificate, let key else {
            if certificate != nil || key != nil {
                reader.report("\(name).certificate and \(name).key come together; set both.")
            }
            return nil
        }
        if let url = address.url, url.scheme?.lowercased() != "https" {
            reader.report(
                "\(address.setting): \(url.absoluteString) does not begin with https://, but \(name) lets this port speak "
                    + "only https; correct the address.")
        }
        self.init(name, certificate: certificate, key: key, hsts: hsts)
    }
}
