// Rows of the table `notification_plan`.

import CBOR
import Models
import Storage

/// By what a notification for later is judged again when it begins.
struct NotificationPlan: Hashable, Sendable {
    /// The key that sent it, or changed it last.
    var apiKey: APIKeyID
    /// Nil for a key without limits.
    var limits: PublishingLimits?
    var isOperator: Bool
}

/// The table `notification_plan`.
struct NotificationPlanTable {
    let connection: Connection

    func find(_ announcement: Int64) throws(StorageError) -> NotificationPlan? {
        try connection.first(
            "SELECT api_key, limits, is_operator FROM notification_plan WHERE announcement = \(announcement)"
        ) { row throws(StorageError) in
            guard let key: APIKeyID = try row["api_key"] else { return nil }
            let limits: [UInt8]? = try row["limits"]
            // What a later version of the program has written in a way that is not known here allows nothing.
            return NotificationPlan(
                apiKey: key,
                limits: limits.map {
                    (try? CBORDecoder().decode(PublishingLimits.self, from: $0)) ?? PublishingLimits(kinds: [])
                }, isOperator: try row["is_operator"])
        }
    }

    /// Takes the place of a former one.
    func set(_ plan: NotificationPlan, of announcement: Int64) throws {
        let limits = try plan.limits.map { try CBOREncoder().encode($0) }
        try delete(of: announcement)
        try connection.run(
            """
            INSERT INTO notification_plan (announcement, api_key, limits, is_operator) \
            VALUES (\(announcement), \(plan.apiKey), \(limits), \(plan.isOperator))
            """)
    }

    func delete(of announcement: Int64) throws(StorageError) {
        try connection.run("DELETE FROM notification_plan WHERE announcement = \(announcement)")
    }
}
