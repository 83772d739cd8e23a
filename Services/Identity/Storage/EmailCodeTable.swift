import Models
import Storage

/// The mailed codes, one per account and use.
struct EmailCodeTable {
    static let tables: SQL = """
        CREATE TABLE email_code (
            -- With its account a code goes, also where a program erases it that does not know of codes by mail.
            account INTEGER NOT NULL REFERENCES account (number) ON DELETE CASCADE,
            purpose TEXT NOT NULL,
            -- Where it was sent.
            address TEXT NOT NULL,
            -- Of code, purpose, account and address together, under a secret that is not in the database; so is
            -- address_hash.
            code_hash BLOB NOT NULL,
            tries INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            used_at INTEGER,
            PRIMARY KEY (account, purpose)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX email_code_by_expiry ON email_code (expires_at);

        -- Also of addresses that nobody here has: then there is no account, and nothing was sent.
        CREATE TABLE sign_in_code (
            address_hash BLOB PRIMARY KEY NOT NULL,
            account INTEGER REFERENCES account (number) ON DELETE CASCADE,
            code_hash BLOB NOT NULL,
            tries INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            used_at INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sign_in_code_by_account ON sign_in_code (account);
        CREATE INDEX sign_in_code_by_expiry ON sign_in_code (expires_at);

        -- Kept for an hour, to count codes by account and by address. The account is NULL for a sign-in, and once it is
        -- erased.
        CREATE TABLE email_code_request (
            account INTEGER REFERENCES account (number) ON DELETE SET NULL,
            purpose TEXT NOT NULL,
            address_hash BLOB NOT NULL,
            requested_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX email_code_request_by_account ON email_code_request (account);
        CREATE INDEX email_code_request_by_address ON email_code_request (address_hash);
        CREATE INDEX email_code_request_by_moment ON email_code_request (requested_at);
        """

    let connection: Connection

    struct Sent {
        let address: EmailAddress
        let code: KeptEmailCode
    }

    /// Returns the codes by use, including codes that are no longer valid. Leaves out codes for addresses that today's
    /// rules refuse.
    func all(of number: Int64) throws -> [EmailCodeUse: Sent] {
        let rows = try connection.all(
            """
            SELECT purpose, address, code_hash, tries, expires_at, used_at FROM email_code WHERE account = \(number)
            """
        ) { row throws(StorageError) in
            let use: EmailCodeUse = try row["purpose"]
            let text: String = try row["address"]
            let code = try KeptEmailCode(row)
            return (try? EmailAddress(text)).map { (use, Sent(address: $0, code: code)) }
        }
        return Dictionary(rows.compactMap(\.self)) { first, _ in first }
    }

    /// Stores a code. It replaces an earlier code of the same use and the count of its tries.
    func set(
        _ hash: [UInt8], for use: EmailCodeUse, to address: EmailAddress, of number: Int64, until end: UnixTime
    ) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO email_code (account, purpose, address, code_hash, tries, expires_at) \
            VALUES (\(number), \(use), \(address.text), \(hash), 0, \(end)) ON CONFLICT (account, purpose) DO UPDATE \
            SET address = excluded.address, code_hash = excluded.code_hash, tries = 0, \
            expires_at = excluded.expires_at, used_at = NULL
            """)
    }

    func countTry(of use: EmailCodeUse, of number: Int64) throws(StorageError) {
        try connection.run("UPDATE email_code SET tries = tries + 1 WHERE account = \(number) AND purpose = \(use)")
    }

    func use(_ use: EmailCodeUse, of number: Int64, at now: UnixTime) throws(StorageError) {
        try connection.run("UPDATE email_code SET used_at = \(now) WHERE account = \(number) AND purpose = \(use)")
    }

    /// Deletes all codes with their waiting messages, including codes for a sign-in. The code for the use `kept` stays.
    func deleteAll(of number: Int64, but kept: EmailCodeUse? = nil) throws(StorageError) {
        for use in EmailCodeUse.allCases where use != kept {
            try connection.run("DELETE FROM email_code WHERE account = \(number) AND purpose = \(use)")
            try connection.messages.delete(use.message, of: number)
        }
        try connection.run("DELETE FROM sign_in_code WHERE account = \(number)")
    }
}

/// Codes for a sign-in, one per address.
struct SignInCodeTable {
    let connection: Connection

    func find(_ addressHash: [UInt8]) throws(StorageError) -> (account: AccountID?, code: KeptEmailCode)? {
        try connection.first(
            """
            SELECT a.id AS owner, c.code_hash, c.tries, c.expires_at, c.used_at FROM sign_in_code c \
            LEFT JOIN account a ON a.number = c.account WHERE c.address_hash = \(addressHash)
            """
        ) { row throws(StorageError) in (try row["owner"], try KeptEmailCode(row)) }
    }

    /// Stores a code. It replaces an earlier code with its tries. `number` is nil for an unconfirmed address.
    func set(_ hash: [UInt8], for addressHash: [UInt8], of number: Int64?, until end: UnixTime) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO sign_in_code (address_hash, account, code_hash, tries, expires_at) \
            VALUES (\(addressHash), \(number), \(hash), 0, \(end)) ON CONFLICT (address_hash) DO UPDATE \
            SET account = excluded.account, code_hash = excluded.code_hash, tries = 0, \
            expires_at = excluded.expires_at, used_at = NULL
            """)
    }

    func countTry(_ addressHash: [UInt8]) throws(StorageError) {
        try connection.run("UPDATE sign_in_code SET tries = tries + 1 WHERE address_hash = \(addressHash)")
    }

    func use(_ addressHash: [UInt8], at now: UnixTime) throws(StorageError) {
        try connection.run("UPDATE sign_in_code SET used_at = \(now) WHERE address_hash = \(addressHash)")
    }
}

struct EmailCodeRequestTable {
    let connection: Connection

    func moments(of number: Int64, _ use: EmailCodeUse) throws(StorageError) -> [UnixTime] {
        try connection.values(
            "SELECT requested_at FROM email_code_request WHERE account = \(number) AND purpose = \(use)")
    }

    /// Returns the times of requests for an address. `addressHash` is a hash of the address and the use.
    func moments(of addressHash: [UInt8]) throws(StorageError) -> [UnixTime] {
        try connection.values("SELECT requested_at FROM email_code_request WHERE address_hash = \(addressHash)")
    }

    func insert(_ number: Int64?, _ use: EmailCodeUse, _ addressHash: [UInt8], at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO email_code_request (account, purpose, address_hash, requested_at) \
            VALUES (\(number), \(use), \(addressHash), \(now))
            """)
    }
}

extension EmailCodeUse: ColumnValue {}

extension KeptEmailCode {
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        try self.init(hash: row["code_hash"], tries: row["tries"], expiresAt: row["expires_at"], usedAt: row["used_at"])
    }
}
