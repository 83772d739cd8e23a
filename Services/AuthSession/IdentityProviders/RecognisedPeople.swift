// What identity was told of people by their identity providers a short while ago.

import Models
import Synchronization

/// Remembers which people identity was told of within the last hour, so that it is not told the same with each token.
final class RecognisedPeople: Sendable {
    /// What was told, when.
    private struct Recognised: Sendable {
        let claims: PersonClaims
        let at: UnixTime
    }

    static let capacity = 10_000
    /// How many milliseconds it counts.
    private static let lifetime: Int64 = 3_600_000

    private let table = Mutex(BoundedTable<[UInt8], Recognised>(capacity: RecognisedPeople.capacity))

    /// Notes that identity was told what a person's provider says.
    /// - Parameter session: `IssuedNames.session`.
    func record(_ claims: PersonClaims, of session: [UInt8], at now: UnixTime) {
        table.withLock { _ = $0.insert(Recognised(claims: claims, at: now), for: session) }
    }

    /// Whether identity was told the same a short while ago.
    func know(_ claims: PersonClaims, of session: [UInt8], at now: UnixTime) -> Bool {
        guard let recognised = table.withLock({ $0[session] }), recognised.claims == claims else { return false }
        return (0..<RecognisedPeople.lifetime).contains(now.rawValue - recognised.at.rawValue)
    }
}
