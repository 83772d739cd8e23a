import CoreMetrics
import Models
import Storage

/// The metrics of the identity service. They contain nothing that identifies a user.
struct IdentityMetrics: Sendable {
    private let factory: any MetricsFactory

    static let signIns = "balise_identity_sign_ins_total"
    static let signInDuration = "balise_identity_sign_in_duration_seconds"
    static let creations = "balise_identity_accounts_created_total"
    static let imports = "balise_identity_accounts_imported_total"
    /// Attempts to create a second account of an Apple user, or to take only the id or the address of such an account.
    static let secondAppleAccounts = "balise_identity_second_apple_accounts_total"
    static let failures = "balise_identity_failures_total"
    static let duration = "balise_identity_request_duration_seconds"

    init(_ factory: any MetricsFactory) { self.factory = factory }

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

    func countCreation(by signInMethod: SignInMethod) {
        count(IdentityMetrics.creations, [("method", signInMethod.rawValue)])
    }

    func countImports(_ count: Int) {
        factory.makeCounter(label: IdentityMetrics.imports, dimensions: []).increment(by: Int64(count))
    }

    func countSecondAppleAccount() { count(IdentityMetrics.secondAppleAccounts, []) }

    private func count(_ label: String, _ dimensions: [(String, String)]) {
        factory.makeCounter(label: label, dimensions: dimensions).increment(by: 1)
    }

    private static func code(of error: any Error) -> String {
        if error is CancellationError { return "CANCELLED" }
        return (ServiceError(answering: error)?.code ?? .internalFailure).rawValue
    }
}
