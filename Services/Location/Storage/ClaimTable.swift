import Models
import Storage

struct ClaimTable {
    let connection: Connection

    func find(_ device: Int64) throws(StorageError) -> StoredClaim? {
        try connection.first(
            """
            SELECT c.account, c.claimed_at, c.key_generation = d.key_generation AS is_current \
            FROM claim c JOIN device d ON d.number = c.device WHERE c.device = \(device)
            """
        ) { row throws(StorageError) in
            try StoredClaim(claimant: row["account"], claimedAt: row["claimed_at"], isCurrent: row["is_current"])
        }
    }

    func list(of account: AccountID) throws(StorageError) -> [ClaimedDevice] {
        try connection.all(
            """
            SELECT d.id, c.claimed_at, d.key_hash IS NOT NULL AS has_key, \
            c.key_generation = d.key_generation AS is_current, \
            CASE WHEN c.handover_session IS NOT NULL AND c.key_generation = d.key_generation THEN c.handover_ends_at END \
            AS handover_ends_at, d.tells_readers \
            FROM claim c JOIN device d ON d.number = c.device \
            WHERE c.account = \(account) ORDER BY c.claimed_at DESC, c.device DESC
            """
        ) { row throws(StorageError) in
            try ClaimedDevice(
                device: row["id"], claimedAt: row["claimed_at"], hasKey: row["has_key"], canResetKey: row["is_current"],
                handoverEndsAt: row["handover_ends_at"], tellsOfNewReaders: row["tells_readers"])
        }
    }

    /// The owners of the devices that let a reader see their location, in the order of `AllowedDeviceTable.devices`.
    func owners(letting reader: DeviceID, atMost limit: Int) throws(StorageError) -> [ListReadableDevices.Owner] {
        try connection.all(
            """
            SELECT d.id, c.account FROM allowed_device a JOIN device d ON d.number = a.device \
            JOIN claim c ON c.device = d.number AND c.key_generation = d.key_generation \
            WHERE a.reader = \(reader) AND a.reads_current = 1 AND d.has_allowed_list = 1 \
            ORDER BY a.device LIMIT \(limit)
            """
        ) { row throws(StorageError) in
            try ListReadableDevices.Owner(device: row["id"], account: row["account"])
        }
    }

    /// Returns an account's valid claims, the latest first. Only the account itself can have changed or removed the
    /// keys of these devices since it claimed them.
    func counting(of account: AccountID) throws(StorageError) -> [CountingClaim] {
        try list(of: account).filter(\.canResetKey).map { CountingClaim(device: $0.device, hasKey: $0.hasKey) }
    }

    func count(of account: AccountID) throws(StorageError) -> Int {
        try connection.value("SELECT count(*) FROM claim WHERE account = \(account)") ?? 0
    }

    /// Returns the devices of an account whose keys were changed by no other person since the claim.
    func devices(of account: String) throws(StorageError) -> [Int64] {
        try connection.values(
            """
            SELECT c.device FROM claim c JOIN device d ON d.number = c.device \
            WHERE c.account = \(account) AND c.key_generation = d.key_generation
            """)
    }

    /// Gives a device to an account, even if another account has it.
    func put(_ device: Int64, of account: AccountID, at time: UnixTime) throws(StorageError) {
        // The old claim's handover ticket is deleted with it.
        try delete(device)
        try connection.run(
            """
            INSERT INTO claim (device, account, claimed_at, key_generation) \
            SELECT number, \(account), \(time), key_generation FROM device WHERE number = \(device)
            """)
    }

    /// Records that the claimant has shown the device's current key. An outdated claim's trackers and forwarders stay
    /// ended.
    func renew(_ device: Int64) throws(StorageError) {
        let isOutdated: SQL = """
            device = \(device) AND EXISTS (SELECT 1 FROM claim c \
            JOIN device d ON d.number = c.device WHERE c.device = \(device) AND c.key_generation <> d.key_generation)
            """
        try connection.run("DELETE FROM tracker WHERE \(isOutdated)")
        try ForwarderTable(connection: connection).delete(isOutdated)
        try connection.run(
            """
            UPDATE claim SET key_generation = (SELECT key_generation FROM device WHERE number = \(device)) \
            WHERE device = \(device)
            """)
    }

    func offer(_ device: Int64, by ticket: [UInt8], in session: SessionID?, until end: UnixTime) throws(StorageError) {
        try connection.run(
            """
            UPDATE claim SET handover_hash = \(ticket), handover_session = \(session), handover_ends_at = \(end) \
            WHERE device = \(device)
            """)
    }

    /// Suspends or resumes an account's share links, trackers and forwarders. Returns its devices if the state is new.
    func setClosed(_ isClosed: Bool, of account: String) throws(StorageError) -> [DeviceID] {
        let devices: [DeviceID] = try connection.values(
            """
            SELECT d.id FROM claim c JOIN device d ON d.number = c.device \
            WHERE c.account = \(account) AND c.is_closed <> \(isClosed)
            """)
        if devices.isEmpty { return [] }
        try connection.run("UPDATE claim SET is_closed = \(isClosed) WHERE account = \(account)")
        return devices
    }

    /// Deletes claims up to and including `moment`. Returns their devices, which stay.
    func release(of account: String, madeBy moment: UnixTime) throws(StorageError) -> [DeviceID] {
        let devices: [DeviceID] = try connection.values(
            """
            SELECT d.id FROM claim c JOIN device d ON d.number = c.device \
            WHERE c.account = \(account) AND c.claimed_at <= \(moment)
            """)
        try ArrivalTable(connection: connection).delete(claimedBy: account, until: moment)
        try ReaderNoticeTable(connection: connection).end(claimedBy: account, until: moment)
        let isReleased: SQL =
            "device IN (SELECT device FROM claim WHERE account = \(account) AND claimed_at <= \(moment))"
        try connection.run("DELETE FROM tracker WHERE \(isReleased)")
        try ForwarderTable(connection: connection).delete(isReleased)
        try connection.run("DELETE FROM claim WHERE account = \(account) AND claimed_at <= \(moment)")
        return devices
    }

    func offered(by ticket: [UInt8], at now: UnixTime) throws(StorageError) -> OfferedDevice? {
        try connection.first(
            """
            SELECT c.device, d.id, c.account, c.handover_session FROM claim c JOIN device d ON d.number = c.device \
            WHERE c.handover_hash = \(ticket) AND c.handover_ends_at > \(now) \
            AND c.handover_session IS NOT NULL AND c.key_generation = d.key_generation
            """
        ) { row throws(StorageError) in
            try OfferedDevice(
                number: row["device"], device: row["id"], account: row["account"], session: row["handover_session"])
        }
    }

    /// Deletes a claim with the device's trackers, forwarders, places of arrivals and notices of readers.
    func delete(_ device: Int64) throws(StorageError) {
        _ = try ArrivalTable(connection: connection).delete(device: device)
        try ReaderNoticeTable(connection: connection).end(device)
        try ForwarderTable(connection: connection).delete("device = \(device)")
        try connection.run("DELETE FROM tracker WHERE device = \(device)")
        try connection.run("DELETE FROM claim WHERE device = \(device)")
    }

    func delete(of account: String) throws(StorageError) -> Int {
        try connection.run("DELETE FROM claim WHERE account = \(account)")
    }
}
