import Models
import Synchronization

/// Claims that identity got within the last hour are not sent again with each token.
final class RecognisedPeople: Sendable {
    private struct Recognised: Sendable {
        let claims: PersonClaims
        let at: UnixTime
    }

    static let capacity = 10_000
    /// In milliseconds.
    private static let lifetime: Int64 = 3_600_000

    private let table = Mutex(BoundedTable<[UInt8], Recognised>(capacity: RecognisedPeople.capacity))

    /// `session` is `IssuedNames.session`.
    func record(_ claims: PersonClaims, of session: [UInt8], at now: UnixTime) {
        table.withLock { _ = $0.insert(Recognised(claims: claims, at: now), for: session) }
    }

    func know(_ claims: PersonClaims, of session: [UInt8], at now: UnixTime) -> Bool {
        guard let recognised = table.withLock({ $0[session] }), recognised.claims == claims else { return false }
        return (0..<RecognisedPeople.lifetime).contains(now.rawValue - recognised.at.rawValue)
    }
}
