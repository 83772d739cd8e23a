// What is deleted when its time is over.

import Models
import Storage

extension PushStore {
    /// Deletes what is older than its time, at most so many rows of a kind; whether there may be more.
    func forget(_ ages: Retention, limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        try await write { connection in
            let old = OldRows(connection: connection)
            let told = now.adding(seconds: -ages.told)
            try old.delete(from: "idempotency_key", before: now.adding(seconds: -ages.keys))
            try old.delete(from: "ended_session", before: now.adding(seconds: -ages.endedSessions))
            try old.delete(from: "former_token", before: told)
            try old.delete(from: "probe", before: now.adding(seconds: -CountRules.day))
            try old.delete(from: "inquiry", before: told)
            try AnnouncementTable(connection: connection).endPresence(at: now, limit: limit)
            let deliveries = try old.deleteDeliveries(before: told, limit: limit)
            let entries = try old.deleteInboxEntries(before: told, limit: limit)
            try old.deleteTests(before: now.adding(seconds: -ages.tests), limit: limit)
            return deliveries == limit || entries == limit
        }
    }

    /// Removes tokens that have not been registered again since a moment, at most so many.
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
