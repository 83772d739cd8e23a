import Foundation
import Models
import NIOSSL

/// RFC 9110, section 10.2.3.
enum RetryAfter {
    /// A premature retry gets the same answer again, but a mistaken pause of a day would go unnoticed.
    static let maximum = Duration.seconds(3600)

    /// Seconds or an HTTP date; nil for anything else.
    static func pause(_ text: String?, at now: UnixTime) -> Duration? {
        guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        if text.isASCIIDigits { return min(.seconds(Int64(text) ?? .max), maximum) }
        guard let moment = HTTPDate.moment(text) else { return nil }
        return min(.milliseconds(max(0, moment.rawValue - now.rawValue)), maximum)
    }
}

/// RFC 9110, section 5.6.7.
enum HTTPDate {
    static func moment(_ text: String) -> UnixTime? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text).map { UnixTime($0) }
    }
}

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
