import CBOR
import Models
import Storage

extension LocationStore {
    /// Applies a page of the accounts feed and stores the new cursor. An erased account loses its claimed devices with all
    /// their data, its other claims and its position; a disabled one keeps everything. For an account with a new owner, earlier
    /// claims and position are deleted: they may reveal another user's location. When a restarted feed has ended, accounts that
    /// were not in it count as erased.
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
