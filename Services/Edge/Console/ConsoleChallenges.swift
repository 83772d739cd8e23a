import Crypto
import Foundation
import Models
import Synchronization

/// Recognises its own challenges without storing them, so that no caller can push out the challenges of others. Stores
/// only the hashes of answered challenges, because each is valid once. A challenge is 32 random bytes, its expiry, and
/// a MAC of both with its purpose.
final class ConsoleChallenges: Sendable {
    enum Ceremony {
        case signIn
        case addition(session: String)

        fileprivate var text: String {
            switch self {
            case .signIn: "sign-in"
            case .addition(let session): "addition\0\(session)"
            }
        }
    }

    /// The lifetime of a challenge in seconds.
    static let lifetime: Int64 = 5 * 60
    /// The most answered challenges that are kept. Beyond it, passkey sign-ins fail until some expire.
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

    func make(for ceremony: Ceremony) -> [UInt8] {
        let end = clock.now().adding(seconds: ConsoleChallenges.lifetime).rawValue
        let signed = random(32) + withUnsafeBytes(of: end.bigEndian) { Array($0) }
        return signed + Array(HMAC<SHA256>.authenticationCode(for: bound(signed, ceremony), using: key))
    }

    func counts(_ challenge: [UInt8], for ceremony: Ceremony) -> Bool {
        guard let end = end(of: challenge, for: ceremony) else { return false }
        return end > clock.now() && spent.withLock { $0[SHA256.hash(data: challenge)] == nil }
    }

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

    /// Returns the time at which the challenge expires; nil for a challenge not made here for this ceremony.
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
