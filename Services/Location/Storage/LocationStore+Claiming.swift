import Models
import Storage

extension LocationStore {
    /// Gives a device to an account that shows its key. A repeated claim only renews the right to reset the key. The
    /// key is checked before the claims and their maximum, so that a refusal reveals nothing about them.
    func claimDevice(
        _ device: DeviceID, key: DeviceKey, for account: AccountID, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<ClaimedDevice> {
        try await write(telling: [device]) { connection in
            if try LocationSchema.accountRows.isErased(account, in: connection) { throw Refusal.accountErased }
            let row = try DeviceTable(connection: connection).findProtection(device)
            _ = try check(key, of: device, row, rules.refusalOfClaimant)
            // A proven key is stored, so the device exists.
            guard let number = row?.number else { throw Refusal.keyUnproven(device) }
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

    func listClaimedDevices(of account: AccountID) async throws(LocationStoreError) -> AccessResult<[ClaimedDevice]> {
        try await read { AccessResult(value: try ClaimTable(connection: $0).list(of: account)) }
    }

    /// Replaces a device's key without being shown the current key. A change by an operator outdates claims. An
    /// operator cannot set a first key, which would lock out the device's user. `salt` is fresh random bytes.
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

    func removeDeviceKey(
        _ device: DeviceID, by owner: DeviceOwner
    ) async throws(LocationStoreError) -> AccessResult<Done> {
        try await write(telling: [device], on: .device(device)) { connection in
            let row = try find(device, of: owner, connection)
            try replaceKey(by: nil, of: row.number, owner, connection)
            // Without a key, anyone can read in the name of the device. So the device leaves all allowed lists.
            try AllowedDeviceTable(connection: connection).delete(reader: device)
            return AccessResult(value: Done())
        }
    }

    func releaseDevice(
        _ device: DeviceID, of account: AccountID
    ) async throws(LocationStoreError) -> AccessResult<Done> {
        try await write(telling: [device], on: .device(device)) { connection in
            let claims = ClaimTable(connection: connection)
            let row = try DeviceTable(connection: connection).findProtection(device)
            // An account may also release a claim that is outdated.
            guard let row, try claims.find(row.number)?.claimant == account else {
                throw Refusal.notYours(.account(account))
            }
            try claims.delete(row.number)
            return AccessResult(value: Done())
        }
    }

    /// Stores the key. The owner's claim stays valid; an operator's change is for another user, so it outdates claims.
    private func replaceKey(
        by key: StoredDeviceKey?, of number: Int64, _ owner: DeviceOwner, _ connection: Connection
    ) throws {
        let devices = DeviceTable(connection: connection)
        try devices.setKey(key, of: number)
        if owner == .operator { try devices.outdateClaims(of: number) }
    }

    func find(_ device: DeviceID, of owner: DeviceOwner, _ connection: Connection) throws -> DeviceRow {
        let row = try DeviceTable(connection: connection).findProtection(device)
        let claim = try row.flatMap { try ClaimTable(connection: connection).find($0.number) }
        if let refusal = DeviceClaim.refuses(owner, device, isKnown: row != nil, claim: claim) { throw refusal }
        guard let row else { throw Refusal.notYours(owner) }
        return row
    }

    /// Stores a ticket's hash with the session that created it.
    func offerDevice(
        _ device: DeviceID, of account: AccountID, by ticket: [UInt8], in session: SessionID?, until end: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<Done> {
        try await write(on: .device(device)) { connection in
            let row = try find(device, of: .account(account), connection)
            try ClaimTable(connection: connection).offer(row.number, by: ticket, in: session, until: end)
            return AccessResult(value: Done())
        }
    }

    /// Returns the request that asks auth-session whether a ticket's session is valid. Refused for an invalid ticket.
    func session(offering ticket: [UInt8], at now: UnixTime) async throws(LocationStoreError) -> CheckSession {
        try await read { connection in
            guard let offered = try ClaimTable(connection: connection).offered(by: ticket, at: now) else {
                throw Refusal.unknownTicket
            }
            return CheckSession(account: offered.account, session: offered.session)
        }
    }

    /// Gives the device of a ticket, with its locations, to an account. A second use of the ticket at the same time
    /// finds no device.
    ///
    /// The former owner knows the id and the key, and may have shared both. So the device gets a new key and an empty
    /// allowed list, and loses its visitors and slogan. The device is removed from other devices' lists: otherwise the
    /// new owner would see the former owner's friends.
    func takeOverDevice(
        by ticket: [UInt8], for account: AccountID, key: DeviceKey, salt: [UInt8], at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<ClaimedDevice> {
        let stored = hasher.stored(key, salt: salt)
        let offered = try await read { try ClaimTable(connection: $0).offered(by: ticket, at: now) }
        // Otherwise an earlier visit could be added to the visitor list after the list is emptied.
        if let offered { await untilVisitsAreRecorded(of: offered.device) }
        return try await write(telling: [offered?.device].compactMap(\.self)) { connection in
            if try LocationSchema.accountRows.isErased(account, in: connection) { throw Refusal.accountErased }
            let claims = ClaimTable(connection: connection)
            guard let offered = try claims.offered(by: ticket, at: now) else { throw Refusal.unknownTicket }
            let claim = try claims.find(offered.number)
            if claim?.claimant == account { throw Refusal.takesOwnDevice }
            if let refusal = DeviceClaim.refuses(account, claim: claim, count: try claims.count(of: account)) {
                throw refusal
            }
            let devices = DeviceTable(connection: connection)
            try devices.setKey(stored, of: offered.number)
            try devices.outdateClaims(of: offered.number)
            try devices.setSlogan(nil, of: offered.number)
            try AllowedDeviceTable(connection: connection).replace([], device: offered.number)
            try devices.setHasAllowedList(true, of: offered.number)
            try AllowedDeviceTable(connection: connection).delete(reader: offered.device)
            _ = try VisitTable(connection: connection).delete(offered.number)
            _ = try ShareLinkTable(connection: connection).forgetViews(device: offered.number)
            try claims.put(offered.number, of: account, at: now)
            return AccessResult(value: ClaimedDevice(device: offered.device, claimedAt: now, hasKey: true))
        }
    }
}
