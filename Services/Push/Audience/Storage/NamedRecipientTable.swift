import Models
import Storage

/// The table `named_recipient`: notifications that are only for users they name. The content of a notification is
/// deleted once all of them are erased.
struct NamedRecipientTable {
    let connection: Connection

    /// Replaces the named recipients of a notification that is only for users it names. Unknown users are skipped.
    func set(_ audience: AudienceExpression, of notification: Int64) throws(StorageError) {
        try delete(of: notification)
        guard audience.isOfNamedAlone else { return }
        for account in audience.accounts {
            try connection.run(
                """
                INSERT INTO named_recipient (recipient, notification) \
                SELECT number, \(notification) FROM recipient WHERE account = \(account)
                """)
        }
    }

    /// Erases a recipient, and the content that was meant for them alone; returns the number of notifications that
    /// named them.
    func erase(_ recipient: Int64) throws -> Int {
        let notifications: [Int64] = try connection.values(
            "SELECT notification FROM named_recipient WHERE recipient = \(recipient)")
        let count = try connection.run("DELETE FROM named_recipient WHERE recipient = \(recipient)")
        for notification in notifications
        where try !connection.exists("SELECT 1 FROM named_recipient WHERE notification = \(notification) LIMIT 1") {
            try NotificationTable(connection: connection).empty(notification)
        }
        return count
    }

    func delete(of notification: Int64) throws(StorageError) {
        try connection.run("DELETE FROM named_recipient WHERE notification = \(notification)")
    }
}
