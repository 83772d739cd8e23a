import BaliseAPI
import Models

/// A call of the app API or the Ecovelo API. It sends messages to the services.
struct APICall: Sendable {
    private(set) var request: EdgeRequest
    let parts: APIParts
    var positions: PositionReports?
    var categories = ListedCategories.standard
    var profileFields = ProfileFieldNames()
    var exports: ExportLimiter?
    var downloads: LongAnswerLimiter?
    var imports: LongAnswerLimiter?
    var live: LiveHub?
    /// The server's address, for links in answers.
    var address: EdgeAddress?
    var random: @Sendable (Int) -> [UInt8] = systemRandomBytes

    var services: any Services { parts.services }
    var authenticator: Authenticator { parts.authenticator }
    var attempts: AttemptLimiter { parts.attempts }
    var clock: any WallClock { parts.clock }

    var ofCaller: APICall {
        var call = self
        call.request = request.ofCaller
        return call
    }

    /// - Parameter timeout: Shortens the usual time; a longer value has no effect.
    func send<R: ServiceRequest>(_ message: R, within timeout: Duration? = nil) async throws(EdgeError) -> R.Reply {
        var context = request.context
        if let timeout { context.timeout = min(context.timeout, timeout) }
        return try await services.ask(message, context)
    }

    func send<R: ServiceRequest>(_ message: R, done text: String) async throws(EdgeError) -> Answer {
        _ = try await send(message)
        return .done(text)
    }

    /// Sends a publisher's message. In the operator's name it is an act, authorized by the request's key.
    func send<Act: OperatorAct & ServiceRequest>(_ act: Act, by publisher: Publisher) async throws(EdgeError)
        -> Act.Reply
    {
        guard act.isOfOperator, let key = request.headers.apiKey else { return try await send(act) }
        return try await services.send(act, to: Act.service, by: .apiKey(SecretText(key)), request.context)
    }

    /// Sends a message with a token. After too many wrong tokens from this address, wrong tokens get a 429.
    func sendSecret<R: ServiceRequest>(
        _ message: R, isWrong: (EdgeError) -> Bool = { $0.meansWrongToken }
    ) async throws(EdgeError) -> R.Reply {
        try await attempts.verified(.token, from: request.address, isWrong: isWrong) { () async throws(EdgeError) in
            try await send(message)
        }
    }

    /// Like `sendSecret`, for a secret that can be guessed, such as a password. The service limits the attempts, too.
    func sendPassword<R: ServiceRequest>(
        _ message: R, isWrong: (EdgeError) -> Bool = { $0.meansWrongPassword }
    ) async throws(EdgeError) -> R.Reply {
        try await attempts.verified(.password, in: R.self, from: request.address, isWrong: isWrong) {
            () async throws(EdgeError) in
            try await send(message)
        }
    }

    func count(_ kind: AttemptKind) throws(EdgeError) { try attempts.recordAttempt(kind, from: request.address) }

    /// The caller's languages, as `LanguageTag.list` reads them; nil if the request names no language.
    var languages: String? { request.headers.callerLanguages.text }

    func seconds(until end: UnixTime) -> Int64 {
        let left = end.rawValue - clock.now().rawValue
        return left <= 0 ? 0 : (left + 999) / 1000
    }

    /// Returns an id in the path. Throws 404 for a text that is not an id.
    func id<ID: OpaqueID>() throws(EdgeError) -> ID {
        guard let id = ID(try parameter()) else { throw EdgeError(.notFound, "") }
        return id
    }

    func device() throws(EdgeError) -> DeviceID {
        guard let parameter = request.parameters.first, let text = String(percentEncoded: parameter.utf8),
            let device = DeviceID(text)
        else { throw .invalid("The address must name a device.") }
        return device
    }
}
