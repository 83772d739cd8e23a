@testable import Edge

extension EcoveloAPI {
    static func overScripted(
        _ services: ScriptedServices, _ settings: EcoveloSettings = Settings().ecovelo
    ) -> EcoveloAPI {
        let attempts = AttemptLimiter.forTests()
        return EcoveloAPI(
            services, authenticator: .overScripted(services, attempts), attempts: attempts, clock: SetClock(People.now),
            settings: settings, programs: ["breizhgo", "naolib"])
    }
}
