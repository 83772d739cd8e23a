// What accounts have to do with devices: claims, and keys set without the old one.

import Models
import Storage

extension LocationStore {
    /// Ties a device to an account that shows the device's key, and unties it from any other. A repeated claim changes
    /// no owner; it allows the account to reset the key again when that had been changed.
    ///
    /// An account has at most `DeviceClaim.maximumCount` devices. The key is checked before anything about claims is
    /// answered.
    func claimDevice(
        _ device: DeviceID, key: DeviceKey, for account: AccountID, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<ClaimedDevice> {
        try await write(telling: [device]) { connection in
            if try LocationSchema.accountRows.isErased(account, in: connection) { throw Refusal.accountErased }
            let row = try DeviceTable(connection: connection).findProtection(device)
            _ = try check(key, of: device, row, rules.refusesUnproven)
            // A proven key is a stored one, so the device is known.
            guard let number = row?.number else { throw Refusal.noKeyConfigured(device) }
            let claims = ClaimTable(connection: connection)
            let claim = try claims.find(number)
            if let refusal = DeviceClaim.refuses(account, claim: claim, count: try claims.count(of: account)) {
                throw refusal
            }
            let own = claim?.claimant == account ? claim : nil
            if own == nil { try claims.put(number, of: account, at: now) } else { try claims.renew(number) }
            let claimed = ClaimedDevice(
                device: device, claimedAt: own?.claimedAt ?? now, hasKey: true, canResetKey: true)
            return AccessResult(value: claimed, proven: [device])
        }
    }

    /// Reads what an account has claimed, the latest first.
    func listClaimedDevices(
        of account: AccountID
    ) async throws(LocationStoreError) -> AccessResult<[ClaimedDevice]> {
        try await read { AccessResult(value: try ClaimTable(connection: $0).list(of: account)) }
    }

    /// Gives a device another key, whatever key it has. An operator's change outdates claims; where there is no key, an
    /// operator would lock out whoever uses the device, and is refused.
    ///
    /// - Parameter salt: fresh random bytes.
    func resetDeviceKey(
        _ device: DeviceID, by owner: DeviceOwner, new: DeviceKey, salt: [UInt8]
    ) async throws(LocationStoreError) -> AccessResult<Done> {
        let stored = hasher.stored(new, salt: salt)
        return try await write(telling: [device], on: .device(device)) { connection in
            let row = try find(device, of: owner, connection)
            guard owner != .operator || row.key != nil else { throw Refusal.noKeyToReset(device) }
            try replaceKey(by: stored, of: row.number, owner, connection)
            return AccessResult(value: Done())
        }
    }

    /// Takes a device's key away; done already when it has none. An operator's change outdates claims.
    func removeDeviceKey(
        _ device: DeviceID, by owner: DeviceOwner
    ) async throws(LocationStoreError) -> AccessResult<Done> {
        try await write(telling: [device], on: .device(device)) { connection in
            let row = try find(device, of: owner, connection)
            try replaceKey(by: nil, of: row.number, owner, connection)
            return AccessResult(value: Done())
        }
    }

    /// Unties a device from the account that has claimed it.
    func releaseDevice(
        _ device: DeviceID, of account: AccountID
    ) async throws(LocationStoreError) -> AccessResult<Done> {
        try await write(telling: [device], on: .device(device)) { connection in
            let claims = ClaimTable(connection: connection)
            let row = try DeviceTable(connection: connection).findProtection(device)
            // An account gives up also what has come to nothing by a change of the key.
            guard let row, try claims.find(row.number)?.claimant == account else {
                throw Refusal.notYours(.account(account))
            }
            try claims.delete(row.number)
            return AccessResult(value: Done())
        }
    }

    /// The claimant stays the claimant; an operator's word, which is for somebody else, ends older claims.
    private func replaceKey(
        by key: StoredDeviceKey?, of number: Int64, _ owner: DeviceOwner, _ connection: Connection
    ) throws {
        let devices = DeviceTable(connection: connection)
        try devices.setKey(key, of: number)
        if owner == .operator { try devices.outdateClaims(of: number) }
    }

    /// The device that `owner` may act for; throws the refusal when they may not.
    func find(_ device: DeviceID, of owner: DeviceOwner, _ connection: Connection) throws -> DeviceRow {
        let row = try DeviceTable(connection: connection).findProtection(device)
        let claim = try row.flatMap { try ClaimTable(connection: connection).find($0.number) }
        if let refusal = DeviceClaim.refuses(owner, device, isKnown: row != nil, claim: claim) { throw refusal }
        guard let row else { throw Refusal.notYours(owner) }
        return row
    }
}
