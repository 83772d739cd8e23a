// One call of an API of apps on its way to a message.

import BaliseAPI
import Models

/// One call of the app API or the Ecovelo API, ready to be turned into a message.
struct APICall: Sendable {
    let request: EdgeRequest
    let services: any Services
    let authenticator: Authenticator
    let attempts: AttemptLimits
    let clock: any WallClock
    /// Keeps what searches tell of where people are; nil in APIs that have none.
    var positions: PositionReports?
    /// What announcements and preferences may be about.
    var categories = ListedCategories.standard
    /// Which members of a profile belong to the app.
    var profileFields = ProfileFieldNames()

    /// Asks the service that answers `message`.
    ///
    /// - Parameter timeout: How long the answer is waited for, where not as long as for any.
    func send<R: ServiceRequest>(
        _ message: R, within timeout: Duration? = nil
    ) async throws(EdgeError) -> R.Reply {
        var context = request.context
        if let timeout { context.timeout = min(context.timeout, timeout) }
        do {
            return try await services.send(message, context)
        } catch {
            throw EdgeError(error)
        }
    }

    /// Asks the service that answers a `message` with a token in it. After too many wrong ones from this address
    /// another wrong one is answered 429, and a right one as ever.
    func sendSecret<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply {
        try await attempts.judged(.token, from: address, isWrong: \.meansWrongToken) { () async throws(EdgeError) in
            try await send(message)
        }
    }

    /// The same for a secret that can be guessed, as a password can: how often, its service bounds.
    func sendPassword<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply {
        try await attempts.judged(.password, in: R.self, from: address, isWrong: \.meansWrongPassword) {
            () async throws(EdgeError) in
            try await send(message)
        }
    }

    /// The same for names that may be taken: whoever looks for those that are gets on no faster than whoever guesses
    /// passwords.
    func sendNewNames<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply {
        try await attempts.judged(.password, in: R.self, from: address, isWrong: \.meansTakenName) {
            () async throws(EdgeError) in
            try await send(message)
        }
    }

    /// Counts what may be done only so often from one address, whether it succeeds or not.
    func count(_ kind: AttemptKind) throws(EdgeError) {
        try attempts.recordAttempt(kind, from: address)
    }

    /// The language of whoever calls, as the app or the system that it runs on says; nil when neither does.
    var language: String? { request.headers.client.languageTag ?? request.headers.preferredLanguage }

    private var address: String { request.context.client?.address?.value ?? "" }

    /// How many seconds there are from now to `end`, rounded up.
    func seconds(until end: UnixTime) -> Int64 {
        let left = end.rawValue - clock.now().rawValue
        return left <= 0 ? 0 : (left + 999) / 1000
    }

    /// The device that the path names.
    func device() throws(EdgeError) -> DeviceID {
        guard let parameter = request.parameters.first, let text = decodePercent(parameter.utf8, strict: true),
            let device = DeviceID(text)
        else { throw .invalid("The address must name a device.") }
        return device
    }
}
