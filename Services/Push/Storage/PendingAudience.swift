// What the way from being taken on to being sent knows of announcements and notifications alike.

import Models
import Storage

/// An announcement or a notification, as far as it takes to find its people.
struct PendingAudience: Sendable {
    var number: Int64
    var id: AnnouncementID
    /// Its kind is known by its name alone here; `AudienceRules.known` gives it as the operator has set it.
    var query: AudienceQuery
    var createdAt: UnixTime
    var beginsAt: UnixTime
    var endsAt: UnixTime
    var state: AnnouncementState
    /// When its audience was resolved; nil as long as it is not.
    var resolvedAt: UnixTime?
    /// Whether it was cancelled since its publisher had taken back too much around its place.
    var isBarred: Bool
    /// Whether each person is told by their own clock, so that it begins several times.
    var isLocal: Bool
}

extension AnnouncementTable {
    static let pendingColumns: SQL = """
        number, id, kind, type, category, latitude, longitude, audience, created_at, begins_at, ends_at, state, \
        decided_at, is_barred, local_start FROM announcement
        """

    func pending(_ number: Int64) throws(StorageError) -> PendingAudience? {
        try connection.first(
            "SELECT \(AnnouncementTable.pendingColumns) WHERE number = \(number)", PendingAudience.init)
    }

    /// The same by its id; of a notification, or of an announcement.
    func pending(id: String, isNotification: Bool) throws(StorageError) -> PendingAudience? {
        let which: SQL = isNotification ? "kind IS NOT NULL" : "kind IS NULL"
        return try connection.first(
            """
            SELECT \(AnnouncementTable.pendingColumns) WHERE id = \(id) AND publisher IS NOT NULL AND \(which)
            """, PendingAudience.init)
    }
}

extension PendingAudience {
    /// Nil for a row that a later version of the program has written in words that are not known here.
    init?(_ row: borrowing Row) throws(StorageError) {
        guard let state: AnnouncementState = try row["state"] else { return nil }
        let query: AudienceQuery
        if let kind: String = try row["kind"] {
            guard let audience = NotificationTable.readAudience(try row["audience"]) else { return nil }
            query = AudienceQuery(kind: NotificationKind(kind), expression: audience)
        } else {
            guard let type: AnnouncementType = try row["type"],
                let place = Coordinate(latitude: try row["latitude"], longitude: try row["longitude"])
            else { return nil }
            query = AudienceQuery(Interest(type: type, category: try row["category"], coordinate: place))
        }
        try self.init(
            number: row["number"], id: row["id"], query: query, createdAt: row["created_at"],
            beginsAt: row["begins_at"], endsAt: row["ends_at"], state: state, resolvedAt: row["decided_at"],
            isBarred: row["is_barred"], isLocal: (row["local_start"] as Int64?) != nil)
    }
}
