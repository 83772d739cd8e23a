import Models
import Storage

extension LocationStore {
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

    /// The session of a ticket, to ask about. Refused if the ticket is not valid.
    func session(offering ticket: [UInt8], at now: UnixTime) async throws(LocationStoreError) -> CheckSession {
        try await read { connection in
            guard let offered = try ClaimTable(connection: connection).offered(by: ticket, at: now) else {
                throw Refusal.unknownTicket
            }
            return CheckSession(account: offered.account, session: offered.session)
        }
    }

    /// Gives the device of a ticket, with its locations, to an account. A second use of the ticket at the same time finds no
    /// device.
    ///
    /// The former owner knows the id and the key, and may have shared both. So the device gets a new key and an empty allowed
    /// list, and loses its visitors and slogan. It is removed from other lists: the new owner would see the former owner's
    /// friends.
    func takeOverDevice(
        by ticket: [UInt8], for account: AccountID, key: DeviceKey, salt: [UInt8], at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<ClaimedDevice> {
        let stored = hasher.stored(key, salt: salt)
        let offered = try await read { try ClaimTable(connection: $0).offered(by: ticket, at: now) }
        // Otherwise an earlier visit could be added to the list afterwards.
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
            try claims.put(offered.number, of: account, at: now)
            return AccessResult(value: ClaimedDevice(device: offered.device, claimedAt: now, hasKey: true))
        }
    }
}
