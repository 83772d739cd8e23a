import Models
import Storage

struct PendingAudience: Sendable {
    var number: Int64
    var id: NotificationID
    /// With the name of its kind only. `AudienceRules.known` adds the operator's settings.
    var query: AudienceQuery
    var createdAt: UnixTime
    var beginsAt: UnixTime
    var endsAt: UnixTime
    var state: NotificationState
    var decidedAt: UnixTime?
    /// Its publisher had cancelled too many others around its place.
    var isBarred: Bool
    /// Begins at each recipient's local time, and so several times.
    var isLocal: Bool
}

extension NotificationTable {
    func pending(_ number: Int64) throws(StorageError) -> PendingAudience? {
        try connection.first("SELECT \(PendingAudience.selection) WHERE number = \(number)", PendingAudience.init)
    }
}

extension PendingAudience {
    static let selection: SQL = """
        number, id, kind, audience, type, subject, is_subject_number, title, body, category, created_at, begins_at, \
        ends_at, state, decided_at, is_barred, local_start FROM notification
        """

    init?(_ row: borrowing Row) throws(StorageError) {
        guard let state: NotificationState = try row["state"],
            let audience = NotificationTable.readAudience(try row["audience"]), try Announcement.isKnown(row)
        else { return nil }
        let kind: String = try row["kind"]
        try self.init(
            number: row["number"], id: row["id"],
            query: AudienceQuery(
                kind: NotificationKind(kind), expression: audience, announcement: Announcement(row)),
            createdAt: row["created_at"], beginsAt: row["begins_at"], endsAt: row["ends_at"], state: state,
            decidedAt: row["decided_at"], isBarred: row["is_barred"],
            isLocal: (row["local_start"] as Int64?) != nil)
    }
}
