// What all calls of the Appwrite API share.

import Models
import ServiceRuntime
import ServiceSettings

/// What the calls of the Appwrite API are answered with.
struct AppwriteContext: Sendable {
    let services: any Services
    let authenticator: Authenticator
    /// How many wrong secrets an address may show, whatever API it shows them to.
    let attempts: AttemptLimiter
    let limiter: AppwriteLimiter
    let cookies: SessionCookies
    let settings: AppwriteSettings
    let clock: any WallClock

    init(
        _ services: any Services, authenticator: Authenticator, attempts: AttemptLimiter, settings: AppwriteSettings,
        clock: any WallClock
    ) {
        self.services = services
        self.authenticator = authenticator
        self.attempts = attempts
        self.settings = settings
        self.clock = clock
        limiter = AppwriteLimiter(settings)
        cookies = SessionCookies(project: settings.project, sameSite: settings.sameSite)
    }
}
