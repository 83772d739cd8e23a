import Models
import Storage

extension PushStore {
    /// At most `limit` of each kind; returns whether more may be left.
    func forget(_ ages: Retention, limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        try await write { connection in
            let old = OldRows(connection: connection)
            let told = now.adding(seconds: -ages.told)
            let tables: [(SQL, UnixTime)] = [
                ("idempotency_key", now.adding(seconds: -ages.keys)),
                ("ended_session", now.adding(seconds: -ages.endedSessions)), ("former_token", told),
                ("probe", now.adding(seconds: -CountRules.day)), ("inquiry", told), ("interaction", told),
                ("push_count", caps.beginning(at: now)), ("webhook_event", told),
            ]
            var isMoreToCome = false
            for (table, moment) in tables {
                let deleted = try old.delete(from: table, before: moment, limit: limit)
                isMoreToCome = isMoreToCome || deleted >= limit
            }
            try NotificationTable(connection: connection).endPresence(at: now, limit: limit)
            let deliveries = try old.deleteDeliveries(before: told, limit: limit)
            let entries = try old.deleteInboxEntries(before: told, limit: limit)
            try old.deleteOwned(before: now.adding(seconds: -ages.tests), limit: limit)
            let ended = now.adding(seconds: -ages.notifications)
            try SeriesTable(connection: connection).deleteEnded(before: ended)
            let notifications = try old.deleteNotifications(endedBefore: ended, limit: limit)
            return isMoreToCome || deliveries == limit || entries == limit || notifications == limit
        }
    }

    func removeTokens(silentSince moment: UnixTime, limit: Int, at now: UnixTime) async throws(PushStoreError) {
        try await change { connection, changes in
            let silent = try TokenTable(connection: connection).all(silentSince: moment, limit: limit)
            for token in silent { try drop(token, .silent, at: now, connection) }
            for recipient in Set(silent.map(\.recipient)) {
                try recordPushDevices(of: recipient, connection, in: &changes)
            }
        }
    }
}
