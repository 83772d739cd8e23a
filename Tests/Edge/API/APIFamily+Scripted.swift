// The API over services that do what a test says.

import Models

@testable import Edge

extension APIFamily {
    /// The API over `services`, at the moment of the tests' people.
    static func overScripted(_ services: ScriptedServices, allowedOrigins: [String] = []) -> APIFamily {
        let attempts = AttemptLimits(failuresPerMinute: 30, registrationsPerMinute: 60)
        return APIFamily(
            services,
            authenticator: Authenticator(
                services: services, attempts: attempts, cachedPrincipals: 100, clock: StoppedClock()),
            attempts: attempts, clock: StoppedClock(), allowedOrigins: allowedOrigins)
    }
}

/// A clock that stands still.
struct StoppedClock: WallClock {
    func now() -> UnixTime { People.now }
}
