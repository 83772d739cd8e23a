// Which servers are believed to be the providers.

import Foundation
import NIOSSL

/// Why a certificate or a key of the settings cannot be used.
struct UnreadableCredential: Error, CustomStringConvertible {
    let description: String
}

/// Certificates that count beside the system's.
enum TrustedCertificates {
    /// Reads a PEM file.
    ///
    /// - Parameter setting: which setting names it.
    static func read(_ file: URL, _ setting: String) throws(UnreadableCredential) -> NIOSSLAdditionalTrustRoots {
        guard let certificates = try? NIOSSLCertificate.fromPEMFile(file.path), !certificates.isEmpty else {
            throw UnreadableCredential(description: "\(setting): \(file.path) holds no certificate in PEM")
        }
        return .certificates(certificates)
    }

    /// Whether there is no connection since the certificate of whoever is there does not count.
    static func isDistrust(_ error: any Error) -> Bool {
        switch error {
        case let error as NIOSSLExtraError: error == .failedToValidateHostname
        case NIOSSLError.unableToValidateCertificate: true
        case is NIOSSLError, is BoringSSLError: "\(error)".contains("CERTIFICATE_VERIFY_FAILED")
        default: false
        }
    }
}

extension DeliveryOutcome {
    /// Whoever is there cannot show that it is the provider.
    static let distrust = DeliveryOutcome.unreachable(reason: distrustReason)
    static let distrustReason = "certificate not trusted"
}
