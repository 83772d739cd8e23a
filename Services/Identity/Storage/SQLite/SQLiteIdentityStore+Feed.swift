// The accounts feed, and what is no longer needed.

import Models
import Storage

extension SQLiteIdentityStore {
    func readFeed(
        epoch: FeedEpoch?, after cursor: UInt64?, limit: Int
    ) async throws(IdentityStoreError) -> FeedPage {
        try read { try IdentitySchema.feed.readPage(epoch: epoch, after: cursor, limit: limit, in: $0) }
    }

    func onChange(_ listener: @escaping @Sendable () -> Void) {
        database.onCommit(changing: IdentitySchema.feed.name, listener)
    }

    func purge(
        at now: UnixTime, tombstonesBefore moment: UnixTime, networksBefore oldest: UnixTime
    ) async throws(IdentityStoreError) {
        try await write { connection in
            try PasswordResetTable(connection: connection).deleteExpired(at: now)
            try PhoneCodeTable(connection: connection).deleteExpired(at: now)
            try PhoneCodeRequestTable(connection: connection).deleteOld(at: now)
            try KnownNetworkTable(connection: connection).deleteOld(before: oldest)
            try IdentitySchema.feed.pruneTombstones(olderThan: moment, in: connection)
        }
    }
}
