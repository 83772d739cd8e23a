import Models
import Storage

/// The table `named_recipient`: notifications that are only for users they name. The content of a notification is
/// deleted once all of them are erased.
struct NamedRecipientTable {
    let connection: Connection

    /// Replaces the named recipients of a notification that is only for users it names. Unknown users are skipped.
    func set(_ audience: AudienceExpression, of announcement: Int64) throws(StorageError) {
        try delete(of: announcement)
        guard audience.isOfNamedAlone else { return }
        for account in audience.accounts {
            try connection.run(
                """
                INSERT INTO named_recipient (recipient, announcement) \
                SELECT number, \(announcement) FROM recipient WHERE account = \(account)
                """)
        }
    }

    /// Erases a recipient, and the content that was meant for them alone; returns the number of notifications that
    /// named them.
    func erase(_ recipient: Int64) throws -> Int {
        let announcements: [Int64] = try connection.values(
            "SELECT announcement FROM named_recipient WHERE recipient = \(recipient)")
        let count = try connection.run("DELETE FROM named_recipient WHERE recipient = \(recipient)")
        for announcement in announcements
        where try !connection.exists("SELECT 1 FROM named_recipient WHERE announcement = \(announcement) LIMIT 1") {
            try NotificationTable(connection: connection).empty(announcement)
        }
        return count
    }

    func delete(of announcement: Int64) throws(StorageError) {
        try connection.run("DELETE FROM named_recipient WHERE announcement = \(announcement)")
    }
}
