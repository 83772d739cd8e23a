import Models
import Storage

extension IdentityStore {
    /// Deletes what has expired: password links, codes and their requests, passkey challenges, unconfirmed secrets of
    /// apps, records of erasures, tombstones before `moment`, networks last used before `oldest`, and messages given
    /// up before `given`. Of each kind except tombstones it deletes about `limit` rows; rows of the same millisecond
    /// are deleted together. Returns whether there may be more.
    func purge(
        at now: UnixTime, tombstonesBefore moment: UnixTime, networksBefore oldest: UnixTime,
        messagesGivenUpBefore given: UnixTime, limit: Int
    ) async throws(IdentityStoreError) -> Bool {
        try await write { connection in
            let counts = [
                try PasswordResetTable(connection: connection).deleteExpired(at: now, limit: limit),
                try PhoneCodeTable(connection: connection).deleteExpired(at: now, limit: limit),
                try PhoneCodeRequestTable(connection: connection).deleteOld(at: now, limit: limit),
                try EmailCodeTable(connection: connection).deleteExpired(at: now, limit: limit),
                try SignInCodeTable(connection: connection).deleteExpired(at: now, limit: limit),
                try EmailCodeRequestTable(connection: connection).deleteOld(at: now, limit: limit),
                try KnownNetworkTable(connection: connection).deleteOld(before: oldest, limit: limit),
                try SpentPasskeyChallengeTable(connection: connection).deleteExpired(at: now, limit: limit),
                try TOTPTable(connection: connection).deleteUnconfirmed(
                    before: now.adding(seconds: -KeptTOTP.confirmationSeconds), limit: limit),
                try ErasureTable(connection: connection).deleteOld(
                    askedBefore: now.adding(seconds: -ErasureRetention.pending),
                    completedBefore: now.adding(seconds: -ErasureRetention.complete), limit: limit),
                try PersonalMessageTable(connection: connection).deleteDead(before: given, limit: limit),
            ]
            try IdentitySchema.feed.pruneTombstones(olderThan: moment, in: connection)
            return counts.contains { $0 >= limit }
        }
    }
}
