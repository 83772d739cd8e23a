import Models
import PasskeyStorage
import Storage
import WebAuthn

extension IdentityStore {
    /// Returns the account for a new passkey. Refuses at the limit, and for an account that is not active.
    func beginPasskeyRegistration(
        _ account: AccountID
    ) async throws(IdentityStoreError) -> (profile: AccountProfile, passkeys: [PasskeyDescriptor]) {
        try await read { connection in
            let row = try active(account, connection)
            let passkeys = try connection.passkeys.descriptors(of: row.number)
            guard passkeys.count < AccountPasskeyTable.maximumPerAccount else { throw Refusal.tooManyPasskeys }
            return (row.profile, passkeys)
        }
    }

    /// Uses up a challenge and stores the passkey of its answer. Refuses if the challenge was answered before, the
    /// passkey is known, the account has too many passkeys, or the session has ended; a nil `signedInAt` skips the
    /// check of the session.
    func registerPasskey(
        _ made: AttestedPasskey, _ id: PasskeyID, called name: Personal<String>, of account: AccountID,
        signedInAt: UnixTime?, in session: SessionID? = nil, answering challenge: AnsweredChallenge, at now: UnixTime
    ) async throws(IdentityStoreError) -> Passkey {
        try await write(on: .account(account)) { connection in
            let row = try active(account, signedInAt: signedInAt, in: session, connection)
            guard try connection.spentChallenges.insert(challenge) else { throw Refusal.passkey(.spent) }
            guard try connection.passkeys.descriptors(of: row.number).count < AccountPasskeyTable.maximumPerAccount
            else {
                throw Refusal.tooManyPasskeys
            }
            guard try connection.passkeys.insert(id, made, called: name, of: row.number, at: now) else {
                throw Refusal.passkeyKnown
            }
            guard let kept = try connection.passkeys.find(id, of: row.number) else { throw Refusal.unknownPasskey }
            return kept
        }
    }

    func findPasskey(credential id: [UInt8]) async throws(IdentityStoreError) -> KeptPasskey<AccountID>? {
        try await read { try $0.passkeys.find(credential: id) }
    }

    /// Stores a sign-in with a passkey, and uses up its challenge. If the account has a second step, a passkey without
    /// a PIN, finger or face is only the first step; then the second step cancels an erasure. Refusals use nothing up.
    func verifyPasskey(
        _ shown: ShownPasskey, credential id: [UInt8], answering challenge: AnsweredChallenge, login: LoginRecord,
        from network: SeenNetwork?, cancelsErasure: Bool, at now: UnixTime
    ) async throws(IdentityStoreError) -> RecognisedAccount {
        let verify = { @Sendable (connection: Connection) throws -> RecognisedAccount in
            guard var row = try connection.accounts.find(shown.passkey.owner) else {
                throw Refusal.passkey(.credential)
            }
            let isAlone = try shown.isUserVerified || !connection.totps.counts(row.number)
            var hasCancelledErasure = false
            if isAlone {
                hasCancelledErasure = try self.admit(&row, cancelsErasure: cancelsErasure, at: now, connection)
            } else {
                try self.checkOpen(row, cancelsErasure: cancelsErasure, at: now, connection)
            }
            _ = try self.use(shown, credential: id, answering: challenge, at: now, connection)
            let verified = try self.recognise(
                &row, takingOnly: shown.isUserVerified ? nil : FirstStep(), login: login, from: network, at: now,
                connection)
            return RecognisedAccount(verified: verified, hasCancelledErasure: hasCancelledErasure)
        }
        // Cancelling an erasure changes a feed, whose writes run one after the other.
        return cancelsErasure ? try await write(verify) : try await write(on: .account(shown.passkey.owner), verify)
    }

    func listPasskeys(_ account: AccountID) async throws(IdentityStoreError) -> [Passkey] {
        try await read { try $0.passkeys.all(of: active(account, $0).number) }
    }

    func renamePasskey(
        _ passkey: PasskeyID, of account: AccountID, to name: Personal<String>
    ) async throws(IdentityStoreError) -> Passkey {
        try await write(on: .account(account)) { connection in
            let row = try active(account, connection)
            try connection.passkeys.rename(passkey, of: row.number, to: name)
            guard let renamed = try connection.passkeys.find(passkey, of: row.number) else {
                throw Refusal.unknownPasskey
            }
            return renamed
        }
    }

    /// Deletes a passkey. Refuses if the user could no longer sign in.
    func removePasskey(_ passkey: PasskeyID, of account: AccountID) async throws(IdentityStoreError) {
        try await write(on: .account(account)) { connection in
            let row = try active(account, connection)
            guard try connection.passkeys.delete(passkey, of: row.number) else { throw Refusal.unknownPasskey }
            guard try !connection.accounts.isUnreachable(row) else { throw Refusal.onlyWayIn }
        }
    }
}

struct AccountPasskeyTable: PasskeyTable {
    typealias Owner = AccountID
    typealias OwnerValue = Int64

    static let maximumPerAccount = 20

    static let name: SQL = "passkey"
    static let ownerColumn: SQL = "account"
    static let joined: SQL = "passkey p JOIN account a ON a.number = p.account"
    static let owner: SQL = "a.id"
    static let keepsBackup = true

    /// The passkeys. The model of the authenticator is not stored.
    static let tables: SQL = """
        CREATE TABLE passkey (
            id TEXT PRIMARY KEY NOT NULL,
            account INTEGER NOT NULL REFERENCES account (number),
            credential_id BLOB NOT NULL UNIQUE,
            -- Of COSE, and the key in the form that `PasskeyPublicKey` says.
            algorithm INTEGER NOT NULL,
            public_key BLOB NOT NULL,
            sign_count INTEGER NOT NULL,
            is_backup_eligible INTEGER NOT NULL CHECK (is_backup_eligible IN (0, 1)),
            is_backed_up INTEGER NOT NULL CHECK (is_backed_up IN (0, 1)),
            -- Words with commas between them.
            transports TEXT NOT NULL,
            name TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            last_used_at INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX passkey_by_account ON passkey (account);

        -- SHA-256 of challenges that were answered, kept for as long as they would count.
        CREATE TABLE spent_passkey_challenge (
            hash BLOB PRIMARY KEY NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX spent_passkey_challenge_by_expiry ON spent_passkey_challenge (expires_at);
        """

    let connection: Connection

    private static let columns: SQL = "p.id, p.credential_id, p.name, p.created_at, p.last_used_at, p.is_backed_up"

    func all(of number: Int64) throws(StorageError) -> [Passkey] {
        try connection.all(
            """
            SELECT \(AccountPasskeyTable.columns) FROM passkey p WHERE p.account = \(number) \
            ORDER BY p.created_at DESC, p.id
            """, Passkey.init)
    }

    func find(_ passkey: PasskeyID, of number: Int64) throws(StorageError) -> Passkey? {
        try connection.first(
            "SELECT \(AccountPasskeyTable.columns) FROM passkey p WHERE p.id = \(passkey) AND p.account = \(number)",
            Passkey.init)
    }

    func rename(_ passkey: PasskeyID, of number: Int64, to name: Personal<String>) throws(StorageError) {
        try connection.run("UPDATE passkey SET name = \(name) WHERE id = \(passkey) AND account = \(number)")
    }
}

extension Passkey {
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        try self.init(
            id: row["id"], credentialID: row["credential_id"], name: row["name"], createdAt: row["created_at"],
            lastUsedAt: row["last_used_at"], isBackedUp: row["is_backed_up"])
    }
}

struct SpentPasskeyChallengeTable {
    let connection: Connection

    /// Stores a used challenge. Returns false if it was used before.
    func insert(_ challenge: AnsweredChallenge) throws(StorageError) -> Bool {
        try connection.run(
            """
            INSERT INTO spent_passkey_challenge (hash, expires_at) VALUES (\(challenge.hash), \(challenge.expiresAt)) \
            ON CONFLICT (hash) DO NOTHING
            """) == 1
    }
}
