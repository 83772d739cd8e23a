import Models
import Storage

struct CircleInvitationRow: Sendable {
    let number: Int64
    let circle: Int64
    /// The encrypted code, for a family; nil for an invitation of the app API, whose code is only hashed.
    let code: [UInt8]?
    let invitation: CircleInvitation

    func isOpen(at now: UnixTime) -> Bool { invitation.endsAt > now && invitation.uses < invitation.maximumUses }
}

struct CircleInvitationTable {
    let connection: Connection

    private static let columns: SQL = """
        i.number, i.circle, i.code, i.id, i.created_at, i.ends_at, i.maximum_uses, i.uses
        """

    func find(code: [UInt8]) throws(StorageError) -> CircleInvitationRow? {
        try connection.first(
            "SELECT \(CircleInvitationTable.columns) FROM circle_invitation i WHERE i.code_hash = \(code)",
            CircleInvitationRow.init)
    }

    /// Returns the invitation of a family whose code the account has shown, so that it may join without it.
    func find(passedBy account: AccountID, to circle: CircleID, at now: UnixTime) throws(StorageError)
        -> CircleInvitationRow?
    {
        try connection.first(
            """
            SELECT \(CircleInvitationTable.columns) FROM circle_pass p \
            JOIN circle_invitation i ON i.number = p.invitation JOIN circle c ON c.number = i.circle \
            WHERE p.account = \(account) AND p.ends_at > \(now) AND c.id = \(circle)
            """, CircleInvitationRow.init)
    }

    /// Returns the invitations of a circle, the latest first.
    func list(_ circle: Int64) throws(StorageError) -> [CircleInvitationRow] {
        try connection.all(
            """
            SELECT \(CircleInvitationTable.columns) FROM circle_invitation i WHERE i.circle = \(circle) \
            ORDER BY i.number DESC
            """, CircleInvitationRow.init)
    }

    func insert(
        _ invitation: CircleInvitation, hash: [UInt8], code: [UInt8]? = nil, _ circle: Int64
    ) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO circle_invitation (id, circle, code_hash, code, created_at, ends_at, maximum_uses, uses) \
            VALUES (\(invitation.id), \(circle), \(hash), \(code), \(invitation.createdAt), \(invitation.endsAt), \
            \(invitation.maximumUses), 0)
            """)
    }

    func countUse(_ invitation: Int64) throws(StorageError) {
        try connection.enqueue("UPDATE circle_invitation SET uses = uses + 1 WHERE number = \(invitation)")
    }

    func pass(_ account: AccountID, _ invitation: Int64, until end: UnixTime) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO circle_pass (invitation, account, ends_at) VALUES (\(invitation), \(account), \(end)) \
            ON CONFLICT (invitation, account) DO UPDATE SET ends_at = excluded.ends_at
            """)
    }

    func delete(_ invitation: Int64) throws(StorageError) { try delete(where: "number = \(invitation)") }

    func deleteAll(of circle: Int64) throws(StorageError) { try delete(where: "circle = \(circle)") }

    /// Deletes up to `limit` invitations that ended before `oldest`, and all passes that have ended.
    func forget(before oldest: UnixTime, limit: Int, at now: UnixTime) throws(StorageError) {
        try connection.run("DELETE FROM circle_pass WHERE ends_at <= \(now)")
        try delete(
            where: """
                number IN (SELECT number FROM circle_invitation WHERE ends_at < \(oldest) ORDER BY ends_at LIMIT \(limit))
                """)
    }

    private func delete(where condition: SQL) throws(StorageError) {
        try connection.run(
            "DELETE FROM circle_pass WHERE invitation IN (SELECT number FROM circle_invitation WHERE \(condition))")
        try connection.run("DELETE FROM circle_invitation WHERE \(condition)")
    }
}

extension CircleInvitationRow {
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        try self.init(
            number: row["number"], circle: row["circle"], code: row["code"],
            invitation: CircleInvitation(
                id: row["id"], createdAt: row["created_at"], endsAt: row["ends_at"],
                maximumUses: row["maximum_uses"], uses: row["uses"]))
    }
}
