import BaliseAPI
import Models

/// One call of the app API or the Ecovelo API, ready to be turned into a message.
struct APICall: Sendable {
    private(set) var request: EdgeRequest
    let services: any Services
    let authenticator: Authenticator
    let attempts: AttemptLimiter
    let clock: any WallClock
    var positions: PositionReports?
    var categories = ListedCategories.standard
    var profileFields = ProfileFieldNames()
    var exports: ExportLimiter?
    var live: LiveHub?
    var random: @Sendable (Int) -> [UInt8] = systemRandomBytes

    /// A copy that keeps only what identifies the caller, for work that continues after the answer.
    var ofCaller: APICall {
        var call = self
        call.request = request.ofCaller
        return call
    }

    /// - Parameter timeout: Only to wait shorter than usual.
    func send<R: ServiceRequest>(
        _ message: R, within timeout: Duration? = nil
    ) async throws(EdgeError) -> R.Reply {
        var context = request.context
        if let timeout { context.timeout = min(context.timeout, timeout) }
        do {
            return try await services.send(message, context)
        } catch {
            throw EdgeError(error, asking: R.self)
        }
    }

    /// Sends a publisher's message. In the operator's name it is an act, authorized by the API key of the request.
    func send<Act: OperatorAct & ServiceRequest>(_ act: Act, by publisher: Publisher) async throws(EdgeError)
        -> Act.Reply
    {
        guard act.isOfOperator, let key = request.headers.apiKey else { return try await send(act) }
        return try await services.send(act, to: Act.service, by: .apiKey(SecretText(key)), request.context)
    }

    /// Sends a message with a token. After too many wrong tokens from this address, the next wrong one gets a 429; a
    /// right one still works.
    func sendSecret<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply {
        try await attempts.verified(.token, from: address, isWrong: \.meansWrongToken) { () async throws(EdgeError) in
            try await send(message)
        }
    }

    /// The same for the secret of an erasure. A wrong secret gets the same answer as an unknown erasure.
    func sendErasureSecret(_ message: GetErasure) async throws(EdgeError) -> GetErasure.Reply {
        try await attempts.verified(.token, from: address, isWrong: { $0.code == .notFound }) {
            () async throws(EdgeError) in
            try await send(message)
        }
    }

    /// The same for a secret that can be guessed, such as a password. Its service limits the attempts too.
    func sendPassword<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply {
        try await attempts.verified(.password, in: R.self, from: address, isWrong: \.meansWrongPassword) {
            () async throws(EdgeError) in
            try await send(message)
        }
    }

    /// The same for names that may be taken, so that searching for existing names is no faster than guessing passwords.
    func sendNewNames<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply {
        try await attempts.verified(.password, in: R.self, from: address, isWrong: \.meansTakenName) {
            () async throws(EdgeError) in
            try await send(message)
        }
    }

    /// The same for changed names. Free names are counted too, because "free" reveals as much as "taken".
    func sendChangedNames<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply {
        try count(.nameChange)
        return try await attempts.verified(
            .password, in: R.self, from: address, isWrong: \.meansWrongPasswordOrTakenName
        ) { () async throws(EdgeError) in
            try await send(message)
        }
    }

    func count(_ kind: AttemptKind) throws(EdgeError) {
        try attempts.recordAttempt(kind, from: address)
    }

    /// The caller's languages, as `LanguageTag.list` reads them; nil if the request names none.
    var languages: String? { request.headers.callerLanguages.text }

    private var address: String { request.context.client?.address?.value ?? "" }

    func seconds(until end: UnixTime) -> Int64 {
        let left = end.rawValue - clock.now().rawValue
        return left <= 0 ? 0 : (left + 999) / 1000
    }

    func device() throws(EdgeError) -> DeviceID {
        guard let parameter = request.parameters.first, let text = String(percentEncoded: parameter.utf8),
            let device = DeviceID(text)
        else { throw .invalid("The address must name a device.") }
        return device
    }
}
