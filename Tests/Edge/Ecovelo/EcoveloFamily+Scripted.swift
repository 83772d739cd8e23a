// The Ecovelo family over services that do what a test says.

import Isolation
import Models
import ServiceRuntime

@testable import Edge

extension EcoveloFamily {
    /// The family over `services`, for two programs, at the moment of the tests' people.
    static func overScripted(
        _ services: ScriptedServices, _ settings: EcoveloSettings = Settings().ecovelo
    ) -> EcoveloFamily {
        let attempts = AttemptLimits.forTests()
        return EcoveloFamily(
            services, authenticator: .overScripted(services, attempts), attempts: attempts, clock: SetClock(People.now),
            settings: settings, programs: ["breizhgo", "naolib"])
    }
}
