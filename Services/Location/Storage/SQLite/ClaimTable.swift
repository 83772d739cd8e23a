// Rows of the table `claim`: which account has claimed a device.

import Models
import Storage

/// The table `claim`.
struct ClaimTable {
    let connection: Connection

    /// Who has claimed a device; nil when nobody has.
    func find(_ device: Int64) throws(StorageError) -> StoredClaim? {
        let row = try connection.prepare(ClaimTable.claimOfDevice)
        try row.bind(1, device)
        guard try row.step(), let account = AccountID(row.text(0)) else { return nil }
        return StoredClaim(
            claimant: account, claimedAt: UnixTime(milliseconds: row.int64(1)), isCurrent: row.int64(2) != 0)
    }

    private static let claimOfDevice = """
        SELECT c.account, c.claimed_at, c.key_generation = d.key_generation \
        FROM claim c JOIN device d ON d.number = c.device WHERE c.device = ?1
        """

    /// What an account has claimed, the latest first.
    func list(of account: AccountID) throws(StorageError) -> [ClaimedDevice] {
        let row = try connection.prepare(ClaimTable.claimsOfAccount)
        try row.bind(1, account.text)
        var devices: [ClaimedDevice] = []
        while try row.step() {
            guard let device = DeviceID(row.text(0)) else { continue }
            devices.append(
                ClaimedDevice(
                    device: device, claimedAt: UnixTime(milliseconds: row.int64(1)), hasKey: row.int64(2) != 0,
                    canResetKey: row.int64(3) != 0))
        }
        return devices
    }

    private static let claimsOfAccount = """
        SELECT d.id, c.claimed_at, d.key_hash IS NOT NULL, c.key_generation = d.key_generation \
        FROM claim c JOIN device d ON d.number = c.device \
        WHERE c.account = ?1 ORDER BY c.claimed_at DESC, c.device DESC
        """

    /// How many devices an account has claimed.
    func count(of account: AccountID) throws(StorageError) -> Int {
        let row = try connection.prepare("SELECT count(*) FROM claim WHERE account = ?1")
        try row.bind(1, account.text)
        return try row.step() ? Int(row.int64(0)) : 0
    }

    /// The devices that go with an account: those whose key has not been changed by others since the account claimed them.
    func devices(of account: String) throws(StorageError) -> [Int64] {
        let row = try connection.prepare(ClaimTable.devicesOfAccount)
        try row.bind(1, account)
        var devices: [Int64] = []
        while try row.step() { devices.append(row.int64(0)) }
        return devices
    }

    private static let devicesOfAccount = """
        SELECT c.device FROM claim c JOIN device d ON d.number = c.device \
        WHERE c.account = ?1 AND c.key_generation = d.key_generation
        """

    /// Gives a device to an account, whoever had it, by the key that the device has now.
    func put(_ device: Int64, of account: AccountID, at time: UnixTime) throws(StorageError) {
        let statement = try connection.prepare(ClaimTable.putting)
        try statement.bind(1, device)
        try statement.bind(2, account.text)
        try statement.bind(3, time.rawValue)
        try statement.run()
    }

    private static let putting = """
        REPLACE INTO claim (device, account, claimed_at, key_generation) \
        SELECT number, ?2, ?3, key_generation FROM device WHERE number = ?1
        """

    /// Notes that who has claimed a device has shown the key that it has now.
    func renew(_ device: Int64) throws(StorageError) {
        let statement = try connection.prepare(ClaimTable.renewal)
        try statement.bind(1, device)
        try statement.run()
    }

    private static let renewal = """
        UPDATE claim SET key_generation = (SELECT key_generation FROM device WHERE number = ?1) WHERE device = ?1
        """

    func delete(_ device: Int64) throws(StorageError) {
        let statement = try connection.prepare("DELETE FROM claim WHERE device = ?1")
        try statement.bind(1, device)
        try statement.run()
    }

    /// Deletes an account's claims.
    func delete(of account: String) throws(StorageError) {
        let statement = try connection.prepare("DELETE FROM claim WHERE account = ?1")
        try statement.bind(1, account)
        try statement.run()
    }
}
