@testable import Edge

extension OAuthAPI {
    static func overScripted(_ services: ScriptedServices, _ settings: Settings = Settings()) -> OAuthAPI {
        let attempts = AttemptLimiter.forTests()
        return OAuthAPI(
            OAuthContext(
                services, authenticator: .overScripted(services, attempts), attempts: attempts, settings: settings,
                clock: SetClock(People.now)))
    }
}
