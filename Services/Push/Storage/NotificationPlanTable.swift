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
            try NotificationPlan(row)
        }
    }

    /// What a key has planned, by its numbers.
    func notifications(of key: APIKeyID) throws(StorageError) -> [Int64] {
        try connection.values("SELECT announcement FROM notification_plan WHERE api_key = \(key) ORDER BY announcement")
    }

    /// Takes the place of a former one.
    func set(_ plan: NotificationPlan, of announcement: Int64) throws {
        let limits = try plan.keptLimits
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

extension NotificationPlan {
    /// From the columns `api_key`, `limits` and `is_operator`; nil for a key that is none.
    init?(_ row: borrowing Row) throws(StorageError) {
        guard let key: APIKeyID = try row["api_key"] else { return nil }
        let limits: [UInt8]? = try row["limits"]
        // What a later version of the program has written in a way that is not known here allows nothing.
        self.init(
            apiKey: key,
            limits: limits.map {
                (try? CBORDecoder().decode(PublishingLimits.self, from: $0)) ?? PublishingLimits(kinds: [])
            }, isOperator: try row["is_operator"])
    }

    /// How a database holds its limits.
    var keptLimits: [UInt8]? {
        get throws { try limits.map { try CBOREncoder().encode($0) } }
    }
}
