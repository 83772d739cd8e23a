// The tokens by which FCM knows the service account.

import Models

/// Keeps an access token, and gets another one five minutes before it ends. Of many who need one at the same time one
/// asks.
actor AccessTokens {
    /// How long before its end a token is replaced, in seconds.
    static let margin: Int64 = 300
    /// For how long a token is believed to count at most, in seconds, whatever its answer says.
    private static let maximum: Int64 = 86_400

    /// An access token (RFC 6749, section 5.1).
    struct Token: Sendable, Equatable {
        let text: String
        /// When another one is due.
        let freshUntil: UnixTime
    }

    /// Why there is none.
    enum Failure: Error, Hashable {
        /// Google will not give one to this account.
        case refused(String)
        /// Whoever gives them out is not trusted.
        case distrusted
        /// Another try may go better.
        case failed(String)
    }

    private let clock: any WallClock
    private let fetch: @Sendable () async throws(Failure) -> (text: String, lifetime: Int64)
    private var present: Token?
    private var fetching: Task<Result<Token, Failure>, Never>?

    /// - Parameter fetch: asks for a token, and gives it with the seconds that it lasts.
    init(
        clock: any WallClock,
        fetch: @escaping @Sendable () async throws(Failure) -> (text: String, lifetime: Int64)
    ) {
        self.clock = clock
        self.fetch = fetch
    }

    /// The token to send with.
    func token() async throws(Failure) -> Token {
        if let present, clock.now() < present.freshUntil { return present }
        let fetching = fetching ?? begin()
        return try await fetching.value.get()
    }

    /// Another token than the one that FCM refused.
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
                // One that hardly lasts is used once: it is not fresh for the next.
                let lifetime = min(max(answer.lifetime, AccessTokens.margin), AccessTokens.maximum)
                let freshUntil = asked.adding(seconds: lifetime - AccessTokens.margin)
                result = .success(Token(text: answer.text, freshUntil: freshUntil))
            } catch {
                result = .failure(error)
            }
            self.ended(result)
            return result
        }
        fetching = task
        return task
    }

    private func ended(_ result: Result<Token, Failure>) {
        fetching = nil
        if case .success(let token) = result { present = token }
    }
}
