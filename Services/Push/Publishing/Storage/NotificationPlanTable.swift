import CBOR
import Models
import Storage

/// The key and its limits, for the second check of a scheduled notification at its begin.
struct NotificationPlan: Hashable, Sendable {
    /// The API key that sent the notification, or last changed it.
    var apiKey: APIKeyID
    var limits: PublishingLimits?
    var isOperator: Bool
}

struct NotificationPlanTable {
    let connection: Connection

    func find(_ notification: Int64) throws(StorageError) -> NotificationPlan? {
        try connection.first(
            "SELECT api_key, limits, is_operator FROM notification_plan WHERE notification = \(notification)"
        ) { row throws(StorageError) in
            try NotificationPlan(row)
        }
    }

    func notifications(of key: APIKeyID) throws(StorageError) -> [Int64] {
        try connection.values("SELECT notification FROM notification_plan WHERE api_key = \(key) ORDER BY notification")
    }

    func set(_ plan: NotificationPlan, of notification: Int64) throws {
        let limits = try plan.keptLimits
        try delete(of: notification)
        try connection.run(
            """
            INSERT INTO notification_plan (notification, api_key, limits, is_operator) \
            VALUES (\(notification), \(plan.apiKey), \(limits), \(plan.isOperator))
            """)
    }

    func delete(of notification: Int64) throws(StorageError) {
        try connection.run("DELETE FROM notification_plan WHERE notification = \(notification)")
    }

    /// Whether a key is revoked. Rows of revoked keys stay, because a scheduled notification can be years away.
    func isRevoked(_ key: APIKeyID) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM revoked_key WHERE api_key = \(key)")
    }

    func revoke(_ key: APIKeyID, at now: UnixTime) throws(StorageError) {
        try connection.run(
            "INSERT INTO revoked_key (api_key, at) VALUES (\(key), \(now)) ON CONFLICT (api_key) DO NOTHING")
    }
}

extension NotificationPlan {
    init?(_ row: borrowing Row) throws(StorageError) {
        guard let key: APIKeyID = try row["api_key"] else { return nil }
        let limits: [UInt8]? = try row["limits"]
        // Limits in the format of a later version permit nothing.
        self.init(
            apiKey: key,
            limits: limits.map {
                (try? CBORDecoder().decode(PublishingLimits.self, from: $0)) ?? PublishingLimits(kinds: [])
            }, isOperator: try row["is_operator"])
    }

    var keptLimits: [UInt8]? {
        get throws { try limits.map { try CBOREncoder().encode($0) } }
    }
}

/// The users whom a notification names, if only named users get it. The content is deleted once all of them are erased.
struct NamedRecipientTable {
    let connection: Connection

    /// Stores the named users, if the audience consists of named users only. Unknown users are skipped.
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

    /// Erases a user, and the content that was meant only for erased users. Returns the count of their notifications.
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
