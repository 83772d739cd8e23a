// The OAuth family over services that do what a test says.

import Isolation
import Models
import ServiceRuntime

@testable import Edge

extension OAuthFamily {
    /// The family over `services`, at the moment of the tests' people.
    static func overScripted(_ services: ScriptedServices, _ settings: Settings = Settings()) -> OAuthFamily {
        let attempts = AttemptLimits.forTests()
        return OAuthFamily(
            OAuthContext(
                services, authenticator: .overScripted(services, attempts), attempts: attempts, settings: settings,
                clock: SetClock(People.now)))
    }
}
