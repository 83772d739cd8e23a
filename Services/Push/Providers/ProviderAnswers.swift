import Foundation
import Models
import NIOSSL
import ServiceRuntime
import Synchronization

/// Reads the header `Retry-After` (RFC 9110, section 10.2.3).
enum RetryAfter {
    /// The longest pause. A premature retry only gets the same answer again, but a mistaken day goes unnoticed.
    static let maximum = Duration.seconds(3600)

    /// Reads seconds or an HTTP date; nil for anything else.
    static func pause(_ text: String?, at now: UnixTime) -> Duration? {
        guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        if text.isASCIIDigits { return min(.seconds(Int64(text) ?? .max), maximum) }
        guard let moment = HTTPDate.moment(text) else { return nil }
        return min(.milliseconds(max(0, moment.rawValue - now.rawValue)), maximum)
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
    /// The outcome if the server cannot prove that it is the provider.
    static let distrust = DeliveryOutcome.unreachable(reason: distrustReason)
    static let distrustReason = "certificate not trusted"
}

/// Distinguishes a silent provider from a provider that answers other pushes but not this one.
final class RecentAnswers: Sendable {
    /// How long an answer shows that the provider is working, in seconds.
    private static let memory: Int64 = 60
    /// The number of consecutive losses after which earlier answers do not count.
    private static let maximumLosses = 3

    private struct State {
        var last: UnixTime?
        var losses = 0
    }

    private let state = Mutex(State())

    var isSilent: Bool { state.withLock { $0.losses >= RecentAnswers.maximumLosses } }

    func note(at now: UnixTime) { state.withLock { $0 = State(last: now) } }

    /// Returns the outcome of a push without an answer, which counts as if it had not left. If other pushes are
    /// answered, the loss uses up an attempt. Otherwise the provider has an outage, which uses up no attempt.
    func outcome(ofLoss reason: String, at now: UnixTime) -> DeliveryOutcome {
        let isAnswering = state.withLock { state in
            state.losses += 1
            guard let last = state.last, state.losses < RecentAnswers.maximumLosses else { return false }
            return now < last.adding(seconds: RecentAnswers.memory)
        }
        return .lost(isAnswering ? .retry(after: nil, reason: reason) : .outage(after: nil, reason: reason))
    }
}

/// Remembers accepted topics at APNs, and messages at FCM: a later refusal of the same topic or message is about the
/// token. The object forgets all names when it is full.
final class RecentlyAccepted: Sendable {
    private static let capacity = 256

    private let names = Mutex(Set<String>())

    func note(_ name: String) {
        names.withLock { names in
            if names.contains(name) { return }
            if names.count >= RecentlyAccepted.capacity { names = [] }
            names.insert(name)
        }
    }

    func contains(_ name: String) -> Bool { names.withLock { $0.contains(name) } }
}
