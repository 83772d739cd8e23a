// What accounts have to do with devices: claims, keys set without the old one, and the end of an account.

import MessageBus
import Models
import Storage

extension SQLiteLocationStore {
    func claimDevice(
        _ device: DeviceID, key: DeviceKey, for account: AccountID, at now: UnixTime
    ) async throws(LocationStoreError) -> Granted<ClaimedDevice> {
        try await write { connection in
            let row = try DeviceTable(connection: connection).findProtection(device)
            _ = try check(key, of: device, row, rules.refusesUnproven)
            // A proven key is a stored one, so the device is known.
            guard let number = row?.number else { throw Refusal.noKeyConfigured(device) }
            let claims = ClaimTable(connection: connection)
            if try LocationSchema.holdings.isErased(account, in: connection) { throw Refusal.accountErased }
            let claim = try claims.find(number)
            let count = claim == nil ? try claims.count(of: account) : 0
            if let refusal = DeviceClaim.refuses(account, device, claimant: claim?.claimant, count: count) {
                throw refusal
            }
            if claim == nil { try claims.insert(number, of: account, at: now) }
            let claimed = ClaimedDevice(device: device, claimedAt: claim?.at ?? now, hasKey: true)
            return Granted(value: claimed, proven: [device])
        }
    }

    func listClaimedDevices(
        of account: AccountID
    ) async throws(LocationStoreError) -> Granted<[ClaimedDevice]> {
        try read { Granted(value: try ClaimTable(connection: $0).list(of: account)) }
    }

    func resetDeviceKey(
        _ device: DeviceID, by owner: DeviceOwner, new: DeviceKey, salt: [UInt8]
    ) async throws(LocationStoreError) -> Granted<Done> {
        let stored = hasher.stored(new, salt: salt)
        return try await write { connection in
            let number = try find(device, of: owner, connection)
            try DeviceTable(connection: connection).setKey(stored, of: number)
            return Granted(value: Done())
        }
    }

    func removeDeviceKey(
        _ device: DeviceID, by owner: DeviceOwner
    ) async throws(LocationStoreError) -> Granted<Done> {
        try await write { connection in
            let number = try find(device, of: owner, connection)
            try DeviceTable(connection: connection).setKey(nil, of: number)
            return Granted(value: Done())
        }
    }

    func releaseDevice(
        _ device: DeviceID, of account: AccountID
    ) async throws(LocationStoreError) -> Granted<Done> {
        try await write { connection in
            let number = try find(device, of: .account(account), connection)
            try ClaimTable(connection: connection).delete(number)
            return Granted(value: Done())
        }
    }

    /// The number of a device that `owner` may act for; throws the refusal when they may not.
    private func find(_ device: DeviceID, of owner: DeviceOwner, _ connection: Connection) throws -> Int64 {
        let row = try DeviceTable(connection: connection).findProtection(device)
        let claim = try row.flatMap { try ClaimTable(connection: connection).find($0.number) }
        if let refusal = DeviceClaim.refuses(owner, isKnown: row != nil, claimant: claim?.claimant) { throw refusal }
        guard let row else { throw Refusal.notYours(owner) }
        return row.number
    }
}

extension SQLiteLocationStore {
    func accountsCursor() throws(LocationStoreError) -> FeedCursor? {
        try read { try FeedCursorTable.read(AccountChange.feed, in: $0) }
    }

    func takeAccounts(_ page: FeedPage, at now: UnixTime) async throws(LocationStoreError) {
        try await write { connection in
            try LocationSchema.holdings.apply(page, at: now, in: connection) {
                try CBORDecoder().decode(AccountChange.self, from: $0)
            } erase: { account in
                try ClaimTable(connection: connection).delete(of: account)
                try PositionTable(connection: connection).delete(of: account, at: now)
            }
        }
    }
}
