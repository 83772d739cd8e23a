import Models
import Storage

struct KeptTOTP: Sendable {
    /// The encrypted secret of the authenticator app (`TOTPSeal`).
    let sealed: [UInt8]
    let createdAt: UnixTime
    /// The time at which the first code was shown; nil while the second step is not active.
    let confirmedAt: UnixTime?
    let lastStep: Int64?
    let lastUsedAt: UnixTime?
    let codeTries: SecondStepTries
    let recoveryTries: SecondStepTries

    /// The seconds that a secret waits for its first code.
    static let confirmationSeconds: Int64 = 3600
}

struct TOTPTable {
    /// The second steps. Times are milliseconds since 1970.
    static let tables: SQL = """
        CREATE TABLE totp (
            account INTEGER PRIMARY KEY REFERENCES account (number),
            -- Encrypted under a secret that is not in the database.
            sealed_secret BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            -- NULL until its person has shown a code: it counts for nothing yet.
            confirmed_at INTEGER,
            -- The time step of the code that counted last, so that none counts twice.
            last_step INTEGER,
            last_used_at INTEGER,
            code_failures INTEGER NOT NULL DEFAULT 0,
            code_failed_at INTEGER,
            recovery_failures INTEGER NOT NULL DEFAULT 0,
            recovery_failed_at INTEGER
        ) STRICT;
        CREATE INDEX unconfirmed_totp ON totp (created_at) WHERE confirmed_at IS NULL;

        -- One row a code that is left.
        CREATE TABLE recovery_code (
            account INTEGER NOT NULL REFERENCES account (number),
            hash BLOB NOT NULL,
            PRIMARY KEY (account, hash)
        ) STRICT, WITHOUT ROWID;
        """

    let connection: Connection

    /// Returns the second step, even if it still waits for its first code.
    func find(_ number: Int64) throws(StorageError) -> KeptTOTP? {
        try connection.first(
            """
            SELECT sealed_secret, created_at, confirmed_at, last_step, last_used_at, code_failures, code_failed_at, \
            recovery_failures, recovery_failed_at FROM totp WHERE account = \(number)
            """
        ) { row throws(StorageError) in
            try KeptTOTP(
                sealed: row["sealed_secret"], createdAt: row["created_at"], confirmedAt: row["confirmed_at"],
                lastStep: row["last_step"], lastUsedAt: row["last_used_at"],
                codeTries: SecondStepTries(failures: row["code_failures"], failedAt: row["code_failed_at"]),
                recoveryTries: SecondStepTries(failures: row["recovery_failures"], failedAt: row["recovery_failed_at"])
            )
        }
    }

    func counts(_ number: Int64) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM totp WHERE account = \(number) AND confirmed_at IS NOT NULL")
    }

    /// Stores a secret in place of an earlier secret. The count of tries stays, so that a new secret does not allow
    /// further tries.
    func begin(_ sealed: [UInt8], of number: Int64, at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO totp (account, sealed_secret, created_at) VALUES (\(number), \(sealed), \(now)) \
            ON CONFLICT (account) DO UPDATE SET sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
            """)
    }

    func countTry(_ tries: SecondStepTries, ofRecovery: Bool, of number: Int64) throws(StorageError) {
        let kind: SQL = ofRecovery ? "recovery" : "code"
        try connection.run(
            """
            UPDATE totp SET \(kind)_failures = \(tries.failures), \(kind)_failed_at = \(tries.failedAt) \
            WHERE account = \(number)
            """)
    }

    /// Records the use of a code; the first use confirms the secret.
    func use(_ step: Int64, of number: Int64, at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            UPDATE totp SET confirmed_at = coalesce(confirmed_at, \(now)), last_step = \(step), last_used_at = \(now), \
            code_failures = 0, code_failed_at = NULL WHERE account = \(number)
            """)
    }

    func forgiveRecovery(of number: Int64) throws(StorageError) {
        try connection.run("UPDATE totp SET recovery_failures = 0, recovery_failed_at = NULL WHERE account = \(number)")
    }

    @discardableResult
    func delete(of number: Int64) throws(StorageError) -> Bool {
        let counted = try counts(number)
        try connection.run("DELETE FROM recovery_code WHERE account = \(number)")
        try connection.run("DELETE FROM totp WHERE account = \(number)")
        return counted
    }
}

struct RecoveryCodeTable {
    let connection: Connection

    func count(of number: Int64) throws(StorageError) -> Int {
        try connection.value("SELECT count(*) FROM recovery_code WHERE account = \(number)") ?? 0
    }

    func replace(_ hashes: [[UInt8]], of number: Int64) throws(StorageError) {
        try connection.run("DELETE FROM recovery_code WHERE account = \(number)")
        for hash in hashes {
            try connection.run("INSERT INTO recovery_code (account, hash) VALUES (\(number), \(hash))")
        }
    }

    func use(_ hash: [UInt8], of number: Int64) throws(StorageError) -> Bool {
        try connection.run("DELETE FROM recovery_code WHERE account = \(number) AND hash = \(hash)") == 1
    }
}
