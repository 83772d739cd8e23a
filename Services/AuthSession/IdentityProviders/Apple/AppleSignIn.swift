// All that signing in with Apple needs, where it is set up.

import Logging
import Models
import ServiceRuntime
import ServiceSettings

/// What the handlers of Sign in with Apple work with.
struct AppleSignIn: Sendable {
    let verifier: TokenVerifier

    /// What whoever signs in with Apple is told where nobody can.
    static let notSetUp = ServiceError(
        .invalidRequest,
        "Sign in with Apple is not set up here; the operator has to set apple.audiences (BALISE_APPLE_AUDIENCES)")
}

extension AppleSignIn {
    /// Nil where no app may have its people sign in with Apple.
    init?(
        _ environment: ServiceEnvironment, through client: ProviderClient, metrics: SessionMetrics
    ) {
        let settings = environment.settings.apple
        guard let issuer = TrustedIssuer(settings) else { return nil }
        verifier = TokenVerifier(
            issuer, keys: .set(settings.keysURL), through: client, environment, metrics: metrics)
    }
}

extension TrustedIssuer {
    /// Apple; nil where no app may have its people sign in with it.
    init?(_ settings: AppleSettings) {
        guard !settings.audiences.isEmpty else { return nil }
        self.init(
            name: settings.issuer, label: "apple", audiences: Set(settings.audiences), algorithms: [.rs256, .es256],
            alwaysNamesKeys: true)
    }
}
