import CBOR
import Models
import Storage

/// For the second check of a scheduled notification, at its begin.
struct NotificationPlan: Hashable, Sendable {
    /// Sent the notification, or last changed it.
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
