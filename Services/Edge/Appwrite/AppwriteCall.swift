import BaliseAPI
import BaliseJSON
import HTTPTypes
import MessageBus
import Models
import ServiceRuntime
import ServiceSettings
import Synchronization

struct AppwriteCall: Sendable {
    let request: EdgeRequest
    let appwrite: AppwriteContext
    /// The context of messages. It contains no client, because Balise does not keep from where users of this API call.
    /// Only calls with a password add the address, and the language for texts.
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

    /// Throws while accounts are missing. The app chooses the ids of accounts, so a new account could replace a missing
    /// account, or be lost when the missing accounts are restored.
    func checkNoAccountsAreMissing() async throws(EdgeError) {
        let count = try await appwrite.parts.services.ask(CountMissingAccounts(), of: .authSession, context)
        if count.missing > 0 { throw EdgeError(.refused(.accountsMissing), asking: CountMissingAccounts.self) }
    }

    /// Sends a message with a password. After too many wrong passwords from this address, the next wrong password gets
    /// a 429; the right password still works. The service keeps only a keyed hash of the address.
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
    ) async throws(EdgeError) -> (T, AttemptWindows.Key) {
        let attempt = try appwrite.limiter.begin(kind, from: request.address)
        do throws(EdgeError) {
            return (try await body(), attempt)
        } catch {
            if error.status.code >= 500 || error.code == .rateLimited { appwrite.limiter.takeBack(attempt) }
            throw error
        }
    }

    /// The limit of a body in bytes. It is enough for a document of 16 KiB that is written with escape sequences.
    static let maximumBodyBytes = 128 << 10

    /// Returns the JSON object in the body; an empty object without a body. Throws 400 for other JSON, 413 for its
    /// size, 415 for another content type.
    func body() throws(EdgeError) -> JSONValue {
        let type = request.headers.contentType.flatMap { $0.isEmpty ? nil : MediaType($0) }
        if let type, type.kind != .json, request.headers.contentLength ?? 0 > 0 {
            throw EdgeError(.unsupportedMediaType, "Send the body as application/json.")
        }
        guard request.body.count <= AppwriteCall.maximumBodyBytes else {
            throw .tooLarge(limit: AppwriteCall.maximumBodyBytes)
        }
        let bytes = request.body.isEmpty ? Array("{}".utf8) : try utf8(request.body, charset: type?.charset)
        let value = try parse(bytes)
        guard value.kind == .object else { throw .invalid("The body must be a JSON object.") }
        return value
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

extension JSONValue {
    func parameter(_ name: StaticString) -> JSONValue? { member(name).flatMap { $0.kind == .null ? nil : $0 } }

    func neededParameter(_ name: StaticString) throws(EdgeError) -> JSONValue {
        guard let value = parameter(name) else {
            throw .appwrite(.argumentInvalid, "Param \"\(name)\" is not optional.")
        }
        return value
    }

    func text(_ name: StaticString, _ lengths: ClosedRange<Int>) throws(EdgeError) -> String {
        guard let text = string, lengths.contains(text.length) else {
            throw .parameter(name, "Value must be a text of \(lengths.lowerBound) to \(lengths.upperBound) characters.")
        }
        return text
    }

    func neededText(_ name: StaticString, _ lengths: ClosedRange<Int>) throws(EdgeError) -> String {
        try neededParameter(name).text(name, lengths)
    }

    func neededEmail() throws(EdgeError) -> Personal<String> {
        let text = try neededParameter("email").string ?? ""
        do throws(EmailAddress.Flaw) { return try EmailAddress(text).text } catch {
            throw .parameter("email", "Value must be a valid email address: \(error.rawValue)")
        }
    }

    /// Returns the e-mail address of a sign-in. Older accounts may have addresses that new accounts may not.
    func shownEmail() throws(EdgeError) -> Personal<String> {
        let text = try neededParameter("email").string ?? ""
        guard text.contains("@"), text.utf8.count <= EmailAddress.maximumBytes else {
            throw .parameter("email", "Value must be a valid email address")
        }
        return Personal(NameFolding.folded(text))
    }

    /// Returns a password to check. It may be shorter than a new password must be, because older passwords are.
    func shownPassword(_ name: StaticString) throws(EdgeError) -> SecretText {
        SecretText(try neededText(name, 1...1024))
    }

    func newPassword() throws(EdgeError) -> SecretText { SecretText(try neededText("password", 8...256)) }

    func neededObject(_ name: StaticString) throws(EdgeError) -> JSONValue {
        let value = try neededParameter(name)
        guard value.kind == .object else { throw .parameter(name, "Value must be a JSON object.") }
        return value
    }
}

extension AccountID {
    /// Returns the `userId` of a new account; nil if the identity service chooses the id.
    static func wished(in body: JSONValue) throws(EdgeError) -> AccountID? {
        let text = try body.neededParameter("userId").string
        if text == "unique()" { return nil }
        // In this API, an id must begin with a letter or a digit.
        guard let text, let id = AccountID(text), let first = text.utf8.first, !"_-".utf8.contains(first) else {
            throw .parameter(
                "userId",
                "UserId must have 1 to 36 characters out of a-z, A-Z, 0-9, period, hyphen and underscore, and can't start "
                    + "with a special one, or be unique().")
        }
        return id
    }
}

/// Counts the attempts of each address in an hour, in memory only. An attempt is counted before it is made, so that
/// parallel attempts cannot exceed the limit. The count is taken back if the server fails.
final class AppwriteLimiter: Sendable {
    enum Kind: Hashable, Sendable {
        case account
        case anonymousSession
        case emailSession(Personal<String>)
    }

    private let settings: AppwriteSettings
    private let clock: any FeedClock
    private let hours: Mutex<AttemptWindows>

    init(_ settings: AppwriteSettings, memory: Int = 40_000, clock: any FeedClock = ContinuousFeedClock()) {
        self.settings = settings
        self.clock = clock
        hours = Mutex(AttemptWindows(length: .seconds(3600), memory: memory))
    }

    func begin(_ kind: Kind, from address: String) throws(EdgeError) -> AttemptWindows.Key {
        let key = AttemptWindows.key(kind, address)
        let bound = bound(kind)
        let now = clock.now
        let rest = hours.withLock { $0.take(key, bound: bound, at: now) }
        guard let rest else { return key }
        var error = EdgeError(.rateLimited, "", retryAfter: rest.wholeSeconds)
        error.fields = [HTTPField(name: .rateLimitLimit, value: String(bound))]
        throw error
    }

    func takeBack(_ attempt: AttemptWindows.Key) { hours.withLock { $0.takeBack(attempt) } }

    func forget(_ attempt: AttemptWindows.Key) { hours.withLock { $0.forget(attempt) } }

    private func bound(_ kind: Kind) -> Int {
        switch kind {
        case .account: settings.accountsPerHour
        case .anonymousSession: settings.anonymousSessionsPerHour
        case .emailSession: settings.signInsPerHour
        }
    }
}
