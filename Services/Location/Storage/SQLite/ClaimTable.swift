// Rows of the table `claim`: which account has claimed a device.

import Models
import Storage

/// The table `claim`.
struct ClaimTable {
    let connection: Connection

    /// Who has claimed a device, and when; nil when nobody has.
    func find(_ device: Int64) throws(StorageError) -> (claimant: AccountID, at: UnixTime)? {
        let row = try connection.prepare("SELECT account, claimed_at FROM claim WHERE device = ?1")
        try row.bind(1, device)
        guard try row.step(), let account = AccountID(row.text(0)) else { return nil }
        return (account, UnixTime(milliseconds: row.int64(1)))
    }

    /// What an account has claimed, the latest first.
    func list(of account: AccountID) throws(StorageError) -> [ClaimedDevice] {
        let row = try connection.prepare(ClaimTable.claimsOfAccount)
        try row.bind(1, account.text)
        var devices: [ClaimedDevice] = []
        while try row.step() {
            guard let device = DeviceID(row.text(0)) else { continue }
            devices.append(
                ClaimedDevice(
                    device: device, claimedAt: UnixTime(milliseconds: row.int64(1)), hasKey: row.int64(2) != 0))
        }
        return devices
    }

    private static let claimsOfAccount = """
        SELECT d.id, c.claimed_at, d.key_hash IS NOT NULL FROM claim c JOIN device d ON d.number = c.device \
        WHERE c.account = ?1 ORDER BY c.claimed_at DESC, c.device DESC
        """

    /// How many devices an account has claimed.
    func count(of account: AccountID) throws(StorageError) -> Int {
        let row = try connection.prepare("SELECT count(*) FROM claim WHERE account = ?1")
        try row.bind(1, account.text)
        return try row.step() ? Int(row.int64(0)) : 0
    }

    func insert(_ device: Int64, of account: AccountID, at now: UnixTime) throws(StorageError) {
        let statement = try connection.prepare("INSERT INTO claim (device, account, claimed_at) VALUES (?1, ?2, ?3)")
        try statement.bind(1, device)
        try statement.bind(2, account.text)
        try statement.bind(3, now.rawValue)
        try statement.run()
    }

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
