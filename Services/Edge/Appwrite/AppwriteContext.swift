import Models
import ServiceRuntime
import ServiceSettings

struct AppwriteContext: Sendable {
    let services: any Services
    let authenticator: Authenticator
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
