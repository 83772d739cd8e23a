// The accounts feed, and the deletion of what is no longer needed.

import Models
import Storage

extension IdentityStore {
    /// A page of the accounts feed, as `FeedSource.ReadPage` wants it.
    func readFeed(
        epoch: FeedEpoch?, after cursor: UInt64?, limit: Int
    ) async throws(IdentityStoreError) -> FeedPage {
        try read { try IdentitySchema.feed.readPage(epoch: epoch, after: cursor, limit: limit, in: $0) }
    }

    /// Calls `listener` after every change of the accounts feed; it must be quick.
    func onChange(_ listener: @escaping @Sendable () -> Void) {
        database.onCommit(changing: IdentitySchema.feed.name, listener)
    }

    /// Deletes password links and codes that have expired, code requests that are a day old, tombstones of the feed
    /// from before `moment`, and networks last used before `oldest`.
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
