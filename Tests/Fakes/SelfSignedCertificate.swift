import Crypto
import Foundation
import SwiftASN1
import X509

public struct SelfSignedCertificate: Sendable {
    public let certificatePEM: String
    public let keyPEM: String
    public var bothPEM: String { certificatePEM + "\n" + keyPEM + "\n" }

    /// - Parameter isOfLoopback: Whether the alternative names include those of loopback; else only `name`.
    public init(name: String, isOfLoopback: Bool = true) throws {
        let key = P256.Signing.PrivateKey()
        let subject = try DistinguishedName { CommonName(name) }
        let now = Date()
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey),
            notValidBefore: now.addingTimeInterval(-3600), notValidAfter: now.addingTimeInterval(30 * 86_400),
            issuer: subject, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                SubjectAlternativeNames(
                    isOfLoopback
                        ? [.dnsName("localhost"), .ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1]))]
                        : [.dnsName(name)])
            },
            issuerPrivateKey: .init(key))
        certificatePEM = try certificate.serializeAsPEM().pemString
        keyPEM = key.pemRepresentation
    }
}
