// The challenges that authenticators of operators sign.

import Crypto
import Foundation
import Models
import Synchronization

/// Makes challenges, and knows its own again without keeping them, so that nobody can push out those of others by asking
/// for many. What is kept is the hash of one that was answered rightly, until its time is over: it counts once.
///
/// A challenge is 32 random bytes, the end of its five minutes, and a MAC of both with what it is for.
final class ConsoleChallenges: Sendable {
    /// What a challenge is for.
    enum Ceremony {
        case signIn
        /// A passkey is added in a session.
        case addition(session: String)

        fileprivate var text: String {
            switch self {
            case .signIn: "sign-in"
            case .addition(let session): "addition\0\(session)"
            }
        }
    }

    /// How long a challenge counts, in seconds.
    static let lifetime: Int64 = 5 * 60
    /// The most answered challenges that are kept; beyond, nobody signs in by a passkey until some are over.
    static let maximumSpent = 4096
    private static let signedLength = 40

    private let key: SymmetricKey
    private let clock: any WallClock
    private let random: @Sendable (Int) -> [UInt8]
    private let spent = Mutex<[SHA256Digest: UnixTime]>([:])

    init(clock: any WallClock, random: @escaping @Sendable (Int) -> [UInt8]) {
        self.clock = clock
        self.random = random
        key = SymmetricKey(data: random(32))
    }

    /// A new one.
    func make(for ceremony: Ceremony) -> [UInt8] {
        let end = clock.now().adding(seconds: ConsoleChallenges.lifetime).rawValue
        let signed = random(32) + withUnsafeBytes(of: end.bigEndian) { Array($0) }
        return signed + Array(HMAC<SHA256>.authenticationCode(for: bound(signed, ceremony), using: key))
    }

    /// Whether a challenge was made here for this ceremony, its time is not over, and nobody has answered it.
    func counts(_ challenge: [UInt8], for ceremony: Ceremony) -> Bool {
        guard let end = end(of: challenge, for: ceremony) else { return false }
        return end > clock.now() && spent.withLock { $0[SHA256.hash(data: challenge)] == nil }
    }

    /// Uses a challenge up; false when that was done before, or when it does not count any more.
    func spend(_ challenge: [UInt8], for ceremony: Ceremony) -> Bool {
        let now = clock.now()
        guard let end = end(of: challenge, for: ceremony), end > now else { return false }
        return spent.withLock { spent in
            spent = spent.filter { $0.value > now }
            let digest = SHA256.hash(data: challenge)
            guard spent[digest] == nil, spent.count < ConsoleChallenges.maximumSpent else { return false }
            spent[digest] = end
            return true
        }
    }

    /// When the time of a challenge is over that was made here for this ceremony; nil for any other.
    private func end(of challenge: [UInt8], for ceremony: Ceremony) -> UnixTime? {
        let signed = Array(challenge.prefix(ConsoleChallenges.signedLength))
        guard signed.count == ConsoleChallenges.signedLength,
            HMAC<SHA256>.isValidAuthenticationCode(
                Data(challenge.dropFirst(signed.count)), authenticating: bound(signed, ceremony), using: key)
        else { return nil }
        return UnixTime(rawValue: signed.suffix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) })
    }

    private func bound(_ signed: [UInt8], _ ceremony: Ceremony) -> Data { Data(signed + ceremony.text.utf8) }
}
