import Models

/// Access tokens of Google. A token is replaced five minutes before it expires, or when Google refuses it. Concurrent
/// callers share one request.
actor AccessTokens {
    /// The seconds before a token's end at which the token is replaced.
    static let margin: Int64 = 300
    /// The longest accepted lifetime in seconds, whatever an answer states.
    private static let maximum: Int64 = 86_400

    /// An access token (RFC 6749, section 5.1).
    struct Token: Sendable, Equatable {
        let text: String
        let freshUntil: UnixTime
    }

    enum Failure: Error, Hashable {
        case refused(String)
        case distrusted
        case failed(String)
    }

    private let clock: any WallClock
    private let fetch: @Sendable () async throws(Failure) -> (text: String, lifetime: Int64)
    private var present: Token?
    private var fetching: Task<Result<Token, Failure>, Never>?

    init(
        clock: any WallClock,
        fetch: @escaping @Sendable () async throws(Failure) -> (text: String, lifetime: Int64)
    ) {
        self.clock = clock
        self.fetch = fetch
    }

    func token() async throws(Failure) -> Token {
        if let present, clock.now() < present.freshUntil { return present }
        let fetching = fetching ?? begin()
        return try await fetching.value.get()
    }

    func replacement(for refused: Token) async throws(Failure) -> Token {
        if present == refused { present = nil }
        return try await token()
    }

    private func begin() -> Task<Result<Token, Failure>, Never> {
        let task = Task { [clock, fetch] () -> Result<Token, Failure> in
            let asked = clock.now()
            let result: Result<Token, Failure>
            do throws(Failure) {
                let answer = try await fetch()
                // A token that lives no longer than the margin serves only the callers that wait for it: it is never
                // fresh afterwards.
                let lifetime = min(max(answer.lifetime, AccessTokens.margin), AccessTokens.maximum)
                let freshUntil = asked.adding(seconds: lifetime - AccessTokens.margin)
                result = .success(Token(text: answer.text, freshUntil: freshUntil))
            } catch {
                result = .failure(error)
            }
            self.fetching = nil
            if case .success(let token) = result { self.present = token }
            return result
        }
        fetching = task
        return task
    }
}
