// Rows of the table `named_recipient`: which notifications are for people whom they name, and for nobody else.

import Models
import Storage

/// The table `named_recipient`. When all of whom a notification names have been erased, what it said goes as well.
struct NamedRecipientTable {
    let connection: Connection

    /// Notes whom a notification names that is for nobody else, of those that are known, in the place of whom it named
    /// before.
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

    /// Forgets somebody, and what was said to nobody else; gives how many notifications named them.
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
