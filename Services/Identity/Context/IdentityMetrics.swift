// What the identity service measures.

import CoreMetrics
import Models
import Storage

/// What the identity service measures, for the operator. Nothing here tells one person from another.
struct IdentityMetrics: Sendable {
    private let factory: any MetricsFactory

    /// Sign-ins by sign-in method and outcome.
    static let signIns = "balise_identity_sign_ins_total"
    /// How long a sign-in took, by sign-in method and outcome.
    static let signInDuration = "balise_identity_sign_in_duration_seconds"
    /// Accounts that were made, by sign-in method.
    static let creations = "balise_identity_accounts_created_total"
    /// Tries to make a second account of an Apple user, or a part of one.
    static let secondAppleAccounts = "balise_identity_second_apple_accounts_total"
    /// Requests that were refused or failed, by message and code.
    static let failures = "balise_identity_failures_total"
    /// How long a request took, by message.
    static let duration = "balise_identity_request_duration_seconds"

    init(_ factory: any MetricsFactory) { self.factory = factory }

    /// Answers a request, measures how long it took, and counts it when it fails.
    func measure<R: Request>(_ request: R.Type, _ answer: () async throws -> R.Reply) async throws -> R.Reply {
        let start = ContinuousClock.now
        defer {
            factory.makeTimer(label: IdentityMetrics.duration, dimensions: [("message", "\(R.self)")])
                .record(ContinuousClock.now - start)
        }
        do { return try await answer() } catch {
            count(IdentityMetrics.failures, [("message", "\(R.self)"), ("code", IdentityMetrics.code(of: error))])
            throw error
        }
    }

    /// Answers a sign-in, measures how long it took, and counts its outcome.
    func measureSignIn<Reply>(by signInMethod: SignInMethod, _ answer: () async throws -> Reply) async throws -> Reply {
        let start = ContinuousClock.now
        var outcome = "done"
        defer {
            let dimensions = [("method", signInMethod.rawValue), ("outcome", outcome)]
            count(IdentityMetrics.signIns, dimensions)
            factory.makeTimer(label: IdentityMetrics.signInDuration, dimensions: dimensions)
                .record(ContinuousClock.now - start)
        }
        do { return try await answer() } catch {
            outcome = IdentityMetrics.code(of: error)
            throw error
        }
    }

    /// Counts a new account.
    func countCreation(by signInMethod: SignInMethod) {
        count(IdentityMetrics.creations, [("method", signInMethod.rawValue)])
    }

    /// Counts a try to make a second account of an Apple user.
    func countSecondAppleAccount() { count(IdentityMetrics.secondAppleAccounts, []) }

    private func count(_ label: String, _ dimensions: [(String, String)]) {
        factory.makeCounter(label: label, dimensions: dimensions).increment(by: 1)
    }

    private static func code(of error: any Error) -> String {
        if error is CancellationError { return "CANCELLED" }
        return (ServiceError(answering: error)?.code ?? .internalFailure).rawValue
    }
}
