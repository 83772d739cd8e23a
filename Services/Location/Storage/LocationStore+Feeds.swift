// What location follows: the accounts, whose devices and positions go with them.

import CBOR
import Models
import Storage

extension LocationStore {
    /// Applies a page of the accounts feed and stores the cursor behind it. What belongs to an erased account is
    /// deleted: claimed devices with all that is kept of them, other claims, positions. What belongs to a disabled
    /// account stays, but for the tickets with which its devices are handed over. Those end, too, that were made before the
    /// account's sessions ended: whoever made them may be whom that was to keep out. After a feed that starts over has been
    /// read to its end, accounts that it did not name count as erased.
    func applyAccounts(_ page: FeedPage, at now: UnixTime) async throws(LocationStoreError) {
        let erased = try await write { connection in
            var erased: [DeviceID] = []
            var sessionsEndBefore: UnixTime?
            try LocationSchema.accountRows.apply(page, at: now, in: connection) { bytes in
                let account = try CBORDecoder().decode(AccountChange.self, from: bytes)
                sessionsEndBefore = account.sessionsEndBefore
                return account
            } isClosed: { account, isClosed in
                guard isClosed || sessionsEndBefore != nil else { return }
                try ClaimTable(connection: connection)
                    .endOffers(of: account, madeBy: isClosed ? nil : sessionsEndBefore)
            } erase: { account in
                var counts = ErasedRowCounts()
                let (claims, devices) = (ClaimTable(connection: connection), DeviceTable(connection: connection))
                for device in try claims.devices(of: account) {
                    if let id = try devices.id(of: device) { erased.append(id) }
                    try devices.erase(device, in: &counts)
                }
                counts.add(try claims.delete(of: account), of: "claim")
                let hadPosition = try PositionTable(connection: connection).delete(of: account, at: now)
                counts.add(hadPosition ? 1 : 0, of: "position")
                return counts
            }
            return erased
        }
        changes.record(erased)
    }
}
