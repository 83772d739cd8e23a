import Models
import Storage

/// Notifications that are only for users they name. Their content is deleted once all of them are erased.
struct NamedRecipientTable {
    let connection: Connection

    /// Only for an audience that names all its users. Unknown users are skipped.
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

    /// Also erases the content that was meant for them alone; returns the number of notifications that named them.
    func erase(_ recipient: Int64) throws -> Int {
        let notifications: [Int64] = try connection.values(
            "SELECT notification FROM named_recipient WHERE recipient = \(recipient)")
        let count = try connection.run("DELETE FROM named_recipient WHERE recipient = \(recipient)")
        for notification in notifications
        where try !connection.exists("SELECT 1 FROM named_recipient WHERE notification = \(notification) LIMIT 1") {
            try connection.notifications.empty(notification)
        }
        return count
    }

    func delete(of notification: Int64) throws(StorageError) {
        try connection.run("DELETE FROM named_recipient WHERE notification = \(notification)")
    }
}
