@testable import Edge

extension AppAPI {
    static func overScripted(
        _ services: ScriptedServices, allowedOrigins: [String] = [], live: LiveHub? = nil
    ) -> AppAPI {
        let attempts = AttemptLimiter.forTests()
        return AppAPI(
            services, authenticator: .overScripted(services, attempts), attempts: attempts, clock: SetClock(People.now),
            allowedOrigins: allowedOrigins, live: live ?? .ended(over: services))
    }
}

extension LiveHub {
    /// A hub that ends each stream after the first events.
    static func ended(over services: ScriptedServices) -> LiveHub {
        let hub = LiveHub(services, replicas: [], limits: Settings().http.limits, clock: SteppedClock())
        hub.end()
        return hub
    }
}

extension Authenticator {
    static func overScripted(_ services: ScriptedServices, _ attempts: AttemptLimiter) -> Authenticator {
        Authenticator(services: services, attempts: attempts, cachedPrincipals: 100, clock: SetClock(People.now))
    }
}

extension AttemptLimiter {
    /// The default limits, with an endless minute, because a busy machine may take longer than one.
    static func forTests() -> AttemptLimiter {
        AttemptLimiter(failuresPerMinute: 30, registrationsPerMinute: 60, refusalTime: .zero, clock: SteppedClock())
    }
}

extension APICall {
    static func sample(_ services: ScriptedServices, authorization: String?) -> APICall {
        let attempts = AttemptLimiter(failuresPerMinute: 30, registrationsPerMinute: 60, refusalTime: .zero)
        return APICall(
            request: .sample(from: "192.0.2.1", authorization: authorization), services: services,
            authenticator: Authenticator(services: services, attempts: attempts, clock: SetClock(People.now)),
            attempts: attempts, clock: SetClock(People.now))
    }
}
