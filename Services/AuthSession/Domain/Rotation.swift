// What the next use of a token of a rotating session leads to.

import Models

/// Where the tokens of a rotating session stand.
struct Rotation: Hashable, Sendable {
    /// Counts the refresh tokens of the session from 1.
    var generation: Int64
    /// The hash of the current refresh token's secret.
    var hash: [UInt8]
    /// That of the one before it; nil for the first.
    var previousHash: [UInt8]?
    /// When the current one was made.
    var rotatedAt: UnixTime
    /// The `kid` of the key that signs the access token of this generation, so that the same answer can be given again.
    var signingKey: String
    /// Whether the access token of this generation has been shown: the answer that held it has arrived.
    var isUsed = false

    /// For how many milliseconds a second use of a token is forgiven. Two requests can cross: the second is sent before
    /// the answer to the first arrives.
    static let retryWindow: Int64 = 10_000

    /// A genuine token that asks for its successor.
    struct Shown: Hashable, Sendable {
        let session: SessionID
        let generation: Int64
        /// The hash of its secret; nil for an access token, which has none.
        let hash: [UInt8]?
    }

    /// What a shown token leads to.
    enum Step: Hashable, Sendable {
        /// It is the current one: its successor is made.
        case advance
        /// Its answer is given again: it was used a moment ago, or nobody has used what it was answered with.
        case repeatAnswer
        /// It has had its successor: it is in two hands.
        case reuse
        /// It is not of this row of tokens, which a database that was taken back in time explains.
        case unknown
    }

    /// - Parameter answerLife: For how many seconds an unused answer is given again; no longer than its access token is
    ///   valid.
    func step(for shown: Shown, at now: UnixTime, answerLife: Int64) -> Step {
        if shown.generation > generation || shown.generation < 1 { return .unknown }
        if shown.generation == generation { return shown.hash == nil || shown.hash == hash ? .advance : .unknown }
        // Any token made after the successor means that the successor was used.
        guard shown.generation == generation - 1, shown.hash == nil || shown.hash == previousHash else { return .reuse }
        if now.rawValue - rotatedAt.rawValue <= Rotation.retryWindow { return .repeatAnswer }
        return !isUsed && now < rotatedAt.adding(seconds: answerLife) ? .repeatAnswer : .reuse
    }

    /// The rotation with the current token's successor in its place.
    func advanced(to successor: [UInt8], signingKey: String, at now: UnixTime) -> Rotation {
        Rotation(
            generation: generation + 1, hash: successor, previousHash: hash, rotatedAt: now, signingKey: signingKey)
    }
}
