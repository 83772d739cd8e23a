// All that signing in with Apple needs, where it is set up.

import Logging
import Models
import ServiceRuntime

/// What the handlers of the Apple door work with.
struct AppleDoor: Sendable {
    let verifier: TokenVerifier
    /// Of the addresses that are derived from Apple users.
    let domain: String
    /// Nil where no Services key is configured.
    let tokens: AppleTokenKeeper?

    /// What whoever signs in with Apple is told where nobody can.
    static let notSetUp = ServiceError(
        .invalidRequest,
        "nobody can sign in with Apple here; the operator has to set apple.audiences (BALISE_APPLE_AUDIENCES)")
}

extension AppleDoor {
    /// Nil where no app may have its people sign in with Apple.
    init?(
        _ environment: ServiceEnvironment, through client: ProviderClient, tokens: AppleTokenKeeper?,
        metrics: SessionMetrics
    ) {
        let settings = environment.settings.apple
        guard let issuer = TrustedIssuer(settings) else { return nil }
        let logger = environment.logger
        let keys = KeySetCache.of(issuer, through: client, clock: environment.clock) { failure in
            metrics.countKeyReading(isSuccess: failure == nil)
            guard let failure else { return }
            logger.warning(
                "the keys of an identity provider cannot be read",
                metadata: [
                    "event": "issuer-unreachable", "issuer": .string(issuer.name), "cause": .failure(failure),
                ])
        }
        verifier = TokenVerifier(issuer: issuer, keys: keys, clock: environment.clock)
        domain = settings.domain
        self.tokens = tokens
    }
}

extension TrustedIssuer {
    /// Apple; nil where no app may have its people sign in with it.
    init?(_ settings: AppleSettings) {
        guard !settings.audiences.isEmpty else { return nil }
        self.init(
            name: settings.issuer, audiences: Set(settings.audiences), algorithms: [.rs256, .es256],
            keysURL: settings.keysURL)
    }
}
