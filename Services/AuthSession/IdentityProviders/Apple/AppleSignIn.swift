import Logging
import Models
import ServiceRuntime
import ServiceSettings

struct AppleSignIn: Sendable {
    let verifier: TokenVerifier

    static let notSetUp = ServiceError(
        .invalidRequest,
        "Sign in with Apple is not set up here; the operator has to set apple.audiences (BALISE_APPLE_AUDIENCES)")
}

extension AppleSignIn {
    init?(_ environment: ServiceEnvironment, through client: ProviderClient, metrics: SessionMetrics) {
        let settings = environment.settings.apple
        guard let issuer = TrustedIssuer(settings) else { return nil }
        verifier = TokenVerifier(
            issuer, keys: .set(settings.keysURL), through: client, environment, metrics: metrics)
    }
}

extension TrustedIssuer {
    init?(_ settings: AppleSettings) {
        guard !settings.audiences.isEmpty else { return nil }
        self.init(
            name: settings.issuer, label: "apple", audiences: Set(settings.audiences), algorithms: [.rs256, .es256],
            alwaysNamesKeys: true)
    }
}
