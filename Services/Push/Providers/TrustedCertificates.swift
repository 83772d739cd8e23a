import Foundation
import NIOSSL

struct UnreadableCredential: Error, CustomStringConvertible {
    let description: String
}

enum TrustedCertificates {
    static func read(_ file: URL, _ setting: String) throws(UnreadableCredential) -> NIOSSLAdditionalTrustRoots {
        guard let certificates = try? NIOSSLCertificate.fromPEMFile(file.path), !certificates.isEmpty else {
            throw UnreadableCredential(description: "\(setting): \(file.path) holds no certificate in PEM")
        }
        return .certificates(certificates)
    }

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
    /// The server cannot prove that it is the provider.
    static let distrust = DeliveryOutcome.unreachable(reason: distrustReason)
    static let distrustReason = "certificate not trusted"
}
