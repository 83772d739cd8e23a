package import Models
package import Storage
package import WebAuthn

/// A stored passkey with the facts that are needed to check an authenticator's answer.
package struct KeptPasskey<Owner: Hashable & Sendable>: Hashable, Sendable {
    package let id: PasskeyID
    package let owner: Owner
    package let key: PasskeyPublicKey
    package let signCount: UInt32
    package let isBackupEligible: Bool

    package init(id: PasskeyID, owner: Owner, key: PasskeyPublicKey, signCount: UInt32, isBackupEligible: Bool) {
        (self.id, self.owner, self.key) = (id, owner, key)
        (self.signCount, self.isBackupEligible) = (signCount, isBackupEligible)
    }
}

/// The SQL statements that tables of passkeys share. The public keys in them are no secrets.
package protocol PasskeyTable {
    associatedtype Owner: ColumnValue & Hashable & Sendable
    /// The type of `ownerColumn`'s values, which may be a number in place of the owner.
    associatedtype OwnerValue: ColumnValue

    static var name: SQL { get }
    static var ownerColumn: SQL { get }
    static var joined: SQL { get }
    static var owner: SQL { get }
    /// Whether the table has a column `is_backed_up`.
    static var keepsBackup: Bool { get }

    var connection: Connection { get }
}

extension PasskeyTable {
    package func descriptors(of owner: OwnerValue) throws(StorageError) -> [PasskeyDescriptor] {
        try connection.all(
            """
            SELECT credential_id, transports FROM \(Self.name) WHERE \(Self.ownerColumn) = \(owner) \
            ORDER BY created_at, id
            """, PasskeyDescriptor.init)
    }

    package func find(credential id: [UInt8]) throws(StorageError) -> KeptPasskey<Owner>? {
        try connection.first(
            """
            SELECT p.id, \(Self.owner) AS owner, p.algorithm, p.public_key, p.sign_count, p.is_backup_eligible \
            FROM \(Self.joined) WHERE p.credential_id = \(id)
            """
        ) { row throws(StorageError) in
            guard let algorithm = PasskeyAlgorithm(rawValue: try row["algorithm"]) else {
                throw .unreadable(column: "algorithm", source: "\(Self.name)")
            }
            let count: Int64 = try row["sign_count"]
            return try KeptPasskey(
                id: row["id"], owner: row["owner"], key: PasskeyPublicKey(algorithm, row["public_key"]),
                signCount: UInt32(clamping: count), isBackupEligible: row["is_backup_eligible"])
        }
    }

    /// Stores a passkey. Returns false if the table already has it.
    package func insert(
        _ id: PasskeyID, _ made: AttestedPasskey, called name: some ColumnValue, of owner: OwnerValue, at now: UnixTime
    ) throws(StorageError) -> Bool {
        let key = made.credential.key
        let (column, value): (SQL, SQL) = Self.keepsBackup ? ("is_backed_up, ", "\(made.isBackedUp), ") : ("", "")
        return try connection.run(
            """
            INSERT INTO \(Self.name) (id, \(Self.ownerColumn), credential_id, algorithm, public_key, sign_count, \
            is_backup_eligible, \(column)transports, name, created_at) VALUES (\(id), \(owner), \
            \(made.credential.id), \(key.algorithm.rawValue), \(key.bytes), \(Int64(made.signCount)), \
            \(made.isBackupEligible), \(value)\(made.transports.joined(separator: ",")), \(name), \(now)) \
            ON CONFLICT (credential_id) DO NOTHING
            """) == 1
    }

    package func record(_ use: PasskeyUse, of passkey: PasskeyID, at now: UnixTime) throws(StorageError) {
        let backup: SQL = Self.keepsBackup ? "is_backed_up = \(use.isBackedUp), " : ""
        try connection.run(
            """
            UPDATE \(Self.name) SET sign_count = \(Int64(use.signCount)), \
            is_backup_eligible = \(use.isBackupEligible), \
            \(backup)last_used_at = CASE WHEN last_used_at > \(now) THEN last_used_at ELSE \(now) END \
            WHERE id = \(passkey)
            """)
    }

    /// Deletes a passkey. Returns whether it existed.
    package func delete(_ passkey: PasskeyID, of owner: OwnerValue) throws(StorageError) -> Bool {
        try connection.run("DELETE FROM \(Self.name) WHERE id = \(passkey) AND \(Self.ownerColumn) = \(owner)") == 1
    }

    package func deleteAll(of owner: OwnerValue) throws(StorageError) {
        try connection.run("DELETE FROM \(Self.name) WHERE \(Self.ownerColumn) = \(owner)")
    }
}

extension PasskeyDescriptor {
    package init(_ row: borrowing Row) throws(StorageError) {
        let transports: String = try row["transports"]
        try self.init(credentialID: row["credential_id"], transports: transports.split(separator: ",").map(String.init))
    }
}
