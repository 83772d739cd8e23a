import Models

struct Rotation: Hashable, Sendable {
    /// Counts the refresh tokens of the session from 1.
    var generation: Int64
    var hash: [UInt8]
    /// Nil for the first.
    var previousHash: [UInt8]?
    var rotatedAt: UnixTime
    /// Signs this generation's access token, so that the same answer can be repeated.
    var signingKey: String
    /// Whether this generation's access token was shown, which proves that the answer with it arrived.
    var isUsed = false

    /// In milliseconds. Two requests can cross: the second may be sent before the answer to the first arrives.
    static let retryWindow: Int64 = 10_000

    struct Shown: Hashable, Sendable {
        let session: SessionID
        let generation: Int64
        /// The hash of its secret; nil for an access token, which has none.
        let hash: [UInt8]?
    }

    enum Step: Hashable, Sendable {
        /// It is the current one: make its successor.
        case advance
        /// Repeat the answer: the token was used a moment ago, or the answer was never used.
        case repeatAnswer
        /// It already has a successor: two parties have it.
        case reuse
        /// It is not in this chain of tokens; a restored database explains that.
        case unknown
    }

    /// `answerLife` is in seconds, and at most the lifetime of the access token.
    func step(for shown: Shown, at now: UnixTime, answerLife: Int64) -> Step {
        if shown.generation > generation || shown.generation < 1 { return .unknown }
        if shown.generation == generation { return shown.hash == nil || shown.hash == hash ? .advance : .unknown }
        // Any token after the successor means that the successor was used.
        guard shown.generation == generation - 1, shown.hash == nil || shown.hash == previousHash else { return .reuse }
        if now.rawValue - rotatedAt.rawValue <= Rotation.retryWindow { return .repeatAnswer }
        return !isUsed && now < rotatedAt.adding(seconds: answerLife) ? .repeatAnswer : .reuse
    }

    func advanced(to successor: [UInt8], signingKey: String, at now: UnixTime) -> Rotation {
        Rotation(
            generation: generation + 1, hash: successor, previousHash: hash, rotatedAt: now, signingKey: signingKey)
    }
}
