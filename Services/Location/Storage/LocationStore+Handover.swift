// Claimed devices that go from one account to another.

import Models
import Storage

extension LocationStore {
    /// Keeps the hash of a ticket with which another account takes over a device that this account has claimed, with the
    /// session that made it.
    func offerDevice(
        _ device: DeviceID, of account: AccountID, by ticket: [UInt8], in session: SessionID?, until end: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<Done> {
        try await write(on: .device(device)) { connection in
            let row = try find(device, of: .account(account), connection)
            try ClaimTable(connection: connection).offer(row.number, by: ticket, in: session, until: end)
            return AccessResult(value: Done())
        }
    }

    /// What to ask about the session that made a ticket. Refused when the ticket does not count.
    func session(offering ticket: [UInt8], at now: UnixTime) async throws(LocationStoreError) -> CheckSession {
        try await read { connection in
            guard let offered = try ClaimTable(connection: connection).offered(by: ticket, at: now) else {
                throw Refusal.unknownTicket
            }
            return CheckSession(account: offered.account, session: offered.session)
        }
    }

    /// Gives the device that a ticket hands over to an account, with its places. Of two that show the ticket at once the
    /// second finds none.
    ///
    /// Who had it before knows its id and its key, and has told both to others. So it gets another key, and a list in which
    /// nobody stands. Its visitors and its slogan say something of who had it before. The lists of others name it because of
    /// them too, so it is taken out of these: otherwise who has it now would see their friends.
    ///
    /// - Parameters:
    ///   - key: The new key.
    ///   - salt: Fresh random bytes.
    func takeOverDevice(
        by ticket: [UInt8], for account: AccountID, key: DeviceKey, salt: [UInt8], at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<ClaimedDevice> {
        let stored = hasher.stored(key, salt: salt)
        let offered = try await read { try ClaimTable(connection: $0).offered(by: ticket, at: now) }
        // A visit from before would otherwise come into the list afterwards.
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
