import BaliseAPI
import HTTPTypes
import MessageBus
import Models
import ServiceRuntime
import ServiceSettings

struct AppwriteCall: Sendable {
    let request: EdgeRequest
    let appwrite: AppwriteContext
    /// Contains no client, because Balise does not keep from where users of this API call. Only calls with a password add
    /// the address, and the language of the texts to send.
    private let context: MessageContext

    init(_ request: EdgeRequest, _ appwrite: AppwriteContext) {
        self.request = request
        self.appwrite = appwrite
        var context = request.context
        context.client = nil
        self.context = context
    }

    /// For counting attempts only.
    var address: String { request.context.client?.address?.value ?? "" }

    var isSecure: Bool { request.headers.isSecure }

    func send<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply {
        do {
            return try await appwrite.services.send(message, context)
        } catch {
            throw EdgeError(error, asking: R.self)
        }
    }

    /// The app chooses the id of an account. One created while accounts are missing would be lost when they are restored,
    /// or replace one of them.
    func checkNoAccountsAreMissing() async throws(EdgeError) {
        do {
            let count = try await appwrite.services.send(CountMissingAccounts(), to: .authSession, context)
            if count.missing == 0 { return }
        } catch {
            throw EdgeError(error, asking: CountMissingAccounts.self)
        }
        throw .accountsMissing
    }

    /// After too many wrong passwords from this address, the next wrong one gets a 429; the right one still works. The
    /// service keeps only a keyed hash of the address.
    func sendPassword<R: ServiceRequest>(
        _ message: R, isWrong: (EdgeError) -> Bool = { $0.meansWrongPassword }
    ) async throws(EdgeError) -> R.Reply {
        var counted = context
        var client = ClientInfo()
        client.address = request.context.client?.address
        client.locale = request.headers.callerLanguages.text
        counted.client = client
        let context = counted
        return try await appwrite.attempts.verified(.password, in: R.self, from: address, isWrong: isWrong) {
            () async throws(EdgeError) in
            do throws(BusError) {
                return try await appwrite.services.send(message, context)
            } catch {
                throw EdgeError(error, asking: R.self)
            }
        }
    }

    func limited<T: Sendable>(
        _ kind: AppwriteLimiter.Kind, _ body: () async throws(EdgeError) -> T
    ) async throws(EdgeError) -> (T, AppwriteLimiter.Attempt) {
        let attempt = try appwrite.limiter.begin(kind, from: address)
        do throws(EdgeError) {
            return (try await body(), attempt)
        } catch {
            if error.status.code >= 500 || error.code == .rateLimited { appwrite.limiter.takeBack(attempt) }
            throw error
        }
    }
}

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
