import Models
import Storage

extension IdentityStore {
    /// Deletes what has expired: tombstones before `moment`, networks last used before `oldest`, messages given up before
    /// `given`, and all else by its own time. Of each kind except tombstones it deletes about `limit` rows, those of one
    /// millisecond together. Returns whether more may be left.
    func purge(
        at now: UnixTime, tombstonesBefore moment: UnixTime, networksBefore oldest: UnixTime,
        messagesGivenUpBefore given: UnixTime, limit: Int
    ) async throws(IdentityStoreError) -> Bool {
        try await write { connection in
            // A row that expires now has expired.
            let next = now.adding(milliseconds: 1)
            let tables: [(table: SQL, column: SQL, before: UnixTime)] = [
                ("password_reset", "expires_at", next), ("phone_code", "expires_at", next),
                ("email_code", "expires_at", next), ("sign_in_code", "expires_at", next),
                ("spent_passkey_challenge", "expires_at", next),
                ("phone_code_request", "requested_at", next.adding(seconds: -CodeBudget.phones.windowSeconds)),
                ("email_code_request", "requested_at", next.adding(seconds: -CodeBudget.emails.windowSeconds)),
                ("known_network", "used_at", oldest), ("personal_message", "failed_at", given),
            ]
            var counts = try tables.map {
                try connection.deleteOldest(from: $0.table, by: $0.column, before: $0.before, limit: limit)
            }
            counts.append(
                try connection.deleteOldest(
                    from: "totp", by: "created_at", before: next.adding(seconds: -KeptTOTP.confirmationSeconds),
                    where: "confirmed_at IS NULL", limit: limit))
            counts.append(
                try ErasureTable(connection: connection).deleteOld(
                    askedBefore: now.adding(seconds: -ErasureRetention.pending),
                    completedBefore: now.adding(seconds: -ErasureRetention.complete), limit: limit))
            try IdentitySchema.feed.pruneTombstones(olderThan: moment, in: connection)
            return counts.contains { $0 >= limit }
        }
    }
}
