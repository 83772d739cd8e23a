// What location follows: the accounts, whose devices and positions go with them.

import CBOR
import Models
import Storage

extension LocationStore {
    /// Applies a page of the accounts feed and stores the cursor behind it. What belongs to an erased account is
    /// deleted: claimed devices with all that is kept of them, other claims, positions. What belongs to a disabled
    /// account stays. Of an account that was taken over, the claims and the position from before go, which may tell where
    /// somebody else is. After a feed that starts over has been read to its end, accounts that it did not name count as erased.
    func applyAccounts(_ page: FeedPage, at now: UnixTime) async throws(LocationStoreError) {
        let changed = try await write { connection in
            var changed: [DeviceID] = []
            var takenOverAt: UnixTime?
            try LocationSchema.accountRows.apply(page, at: now, in: connection) { bytes in
                let account = try CBORDecoder().decode(AccountChange.self, from: bytes)
                takenOverAt = account.takenOverAt
                return account
            } isClosed: { account, _ in
                if let takenOverAt {
                    changed += try ClaimTable(connection: connection).release(of: account, madeBy: takenOverAt)
                    try PositionTable(connection: connection)
                        .delete(of: account, ifBefore: UnixTime(rawValue: takenOverAt.rawValue + 1), at: now)
                }
            } erase: { account in
                var counts = ErasedRowCounts()
                let (claims, devices) = (ClaimTable(connection: connection), DeviceTable(connection: connection))
                for device in try claims.devices(of: account) {
                    if let id = try devices.id(of: device) { changed.append(id) }
                    try devices.erase(device, in: &counts)
                }
                counts.add(try claims.delete(of: account), of: "claim")
                let hadPosition = try PositionTable(connection: connection).delete(of: account, at: now)
                counts.add(hadPosition ? 1 : 0, of: "position")
                return counts
            }
            return changed
        }
        changes.record(changed)
    }
}
