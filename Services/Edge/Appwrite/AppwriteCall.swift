import BaliseAPI
import HTTPTypes
import Models
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

    var isSecure: Bool { request.headers.isSecure }

    func send<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply {
        try await appwrite.parts.services.ask(message, context)
    }

    /// The app chooses the id of an account. One created while accounts are missing would be lost when they are restored,
    /// or replace one of them.
    func checkNoAccountsAreMissing() async throws(EdgeError) {
        let count = try await appwrite.parts.services.ask(CountMissingAccounts(), of: .authSession, context)
        if count.missing > 0 { throw .accountsMissing }
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
        let (context, parts) = (counted, appwrite.parts)
        return try await parts.attempts.verified(.password, in: R.self, from: request.address, isWrong: isWrong) {
            () async throws(EdgeError) in
            try await parts.services.ask(message, context)
        }
    }

    func limited<T: Sendable>(
        _ kind: AppwriteLimiter.Kind, _ body: () async throws(EdgeError) -> T
    ) async throws(EdgeError) -> (T, AppwriteLimiter.Attempt) {
        let attempt = try appwrite.limiter.begin(kind, from: request.address)
        do throws(EdgeError) {
            return (try await body(), attempt)
        } catch {
            if error.status.code >= 500 || error.code == .rateLimited { appwrite.limiter.takeBack(attempt) }
            throw error
        }
    }
}

struct AppwriteContext: Sendable {
    let parts: APIParts
    let limiter: AppwriteLimiter
    let cookies: SessionCookies
    let settings: AppwriteSettings

    init(_ parts: APIParts, settings: AppwriteSettings) {
        self.parts = parts
        self.settings = settings
        limiter = AppwriteLimiter(settings)
        cookies = SessionCookies(project: settings.project, sameSite: settings.sameSite)
    }
}
