import Crypto
import Models

enum TrackerSettings {
    /// The most trackers of an account, because lists of trackers have no pages.
    static let maximumCount = 64
    /// The number of random bytes of a token. 128 random bits cannot be guessed, so a fast hash is enough.
    static let tokenLength = 16
    static let idLength = 12

    static func hash(of token: String) -> [UInt8] { Array(SHA256.hash(data: Array(token.utf8))) }

    /// Throws `invalidRequest` with all settings that are out of range.
    static func check(_ changes: TrackerChanges) throws(ServiceError) {
        var wrong = WrongMembers()
        if let name = changes.name?.value {
            wrong.expect(
                (1...TrackerChanges.maximumNameLength).contains(name.length) && name.isOneLine, "name",
                "the name must be one line of 1 to \(TrackerChanges.maximumNameLength) characters")
        }
        if let unit = changes.speedUnit {
            wrong.expect(unit.isKnown, "speedUnit", "the unit of speed must be m/s, km/h or knots")
        }
        if let minutes = changes.retentionMinutes {
            wrong.expect(
                TrackerChanges.retentions.contains(minutes), "retentionMinutes",
                "the retention must be a number of minutes from 1 to \(TrackerChanges.retentions.upperBound)")
        }
        try wrong.finish()
    }
}

extension Tracker {
    mutating func change(_ changes: TrackerChanges) {
        name = changes.name ?? name
        speedUnit = changes.speedUnit ?? speedUnit
        readsFriends = changes.readsFriends ?? readsFriends
        keepsHistory = changes.keepsHistory ?? keepsHistory
        retentionMinutes = changes.retentionMinutes ?? retentionMinutes
    }
}
