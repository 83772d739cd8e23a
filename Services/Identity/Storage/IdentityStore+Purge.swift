// The deletion of what is no longer needed.

import Models
import Storage

extension IdentityStore {
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
