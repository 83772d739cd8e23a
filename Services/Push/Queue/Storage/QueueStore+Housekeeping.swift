import Models
import Storage

extension QueueStore {
    /// At most `limit` of each kind; returns whether more may be left.
    func forget(_ ages: Retention, limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        try await write { connection in
            let old = connection.oldRows
            let history = now.adding(seconds: -ages.history)
            let tables: [(SQL, UnixTime)] = [
                ("idempotency_key", now.adding(seconds: -ages.keys)),
                ("ended_session", now.adding(seconds: -ages.endedSessions)), ("former_token", history),
                ("probe", now.adding(seconds: -CountRules.day)), ("inquiry", history), ("interaction", history),
                ("push_count", caps.beginning(at: now)), ("webhook_event", history),
            ]
            var isMoreToCome = false
            for (table, moment) in tables {
                let deleted = try old.delete(from: table, before: moment, limit: limit)
                isMoreToCome = isMoreToCome || deleted >= limit
            }
            try connection.notifications.endPresence(at: now, limit: limit)
            let deliveries = try old.deleteFirst(
                of: "delivery", before: history, limit: limit, where: "AND next_at IS NULL")
            let entries = try old.deleteFirst(of: "inbox", before: history, limit: limit)
            try old.deleteOwned(before: now.adding(seconds: -ages.tests), limit: limit)
            let ended = now.adding(seconds: -ages.notifications)
            try connection.series.deleteEnded(before: ended)
            let notifications = try old.deleteNotifications(endedBefore: ended, limit: limit)
            return isMoreToCome || deliveries == limit || entries == limit || notifications == limit
        }
    }
}
