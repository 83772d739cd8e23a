import Models
import Storage

/// The part of an announcement or notification that is needed to resolve its audience.
struct PendingAudience: Sendable {
    var number: Int64
    var id: NotificationID
    /// Only the name of its kind is known here. `AudienceRules.known` adds the operator's settings of the kind.
    var query: AudienceQuery
    var createdAt: UnixTime
    var beginsAt: UnixTime
    var endsAt: UnixTime
    var state: NotificationState
    /// When the audience was resolved; nil before.
    var resolvedAt: UnixTime?
    /// Whether it was cancelled because its publisher had cancelled too many others around its place.
    var isBarred: Bool
    /// Whether it begins at each recipient's local time, and so several times.
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

    /// Finds a notification or an announcement by its id.
    func pending(id: String, isNotification: Bool) throws(StorageError) -> PendingAudience? {
        let which: SQL = isNotification ? "kind IS NOT NULL" : "kind IS NULL"
        return try connection.first(
            """
            SELECT \(AnnouncementTable.pendingColumns) WHERE id = \(id) AND publisher IS NOT NULL AND \(which)
            """, PendingAudience.init)
    }
}

extension PendingAudience {
    /// Nil for a row with a value that only a later version knows.
    init?(_ row: borrowing Row) throws(StorageError) {
        guard let state: NotificationState = try row["state"] else { return nil }
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
