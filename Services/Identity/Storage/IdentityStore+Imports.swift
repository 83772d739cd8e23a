import Models
import Storage

extension IdentityStore {
    func beginImport(_ token: [UInt8], from source: ImportSource, at now: UnixTime) async throws(IdentityStoreError) {
        try await write { try $0.accountImports.begin(token, from: source, at: now) }
    }

    /// Creates the accounts of a portion. An account that exists stays as it is. Refuses if the import has ended.
    func importAccounts(
        _ candidates: [ImportCandidate], from source: ImportSource, in token: [UInt8], at now: UnixTime
    ) async throws(IdentityStoreError) -> [ImportedUserResult] {
        try await write { connection in
            guard try connection.accountImports.isOpen(token, of: source, at: now) else { throw Refusal.unknownImport }
            let results = try candidates.map { candidate in
                let result = try judge(candidate, from: source, connection)
                if result.outcome == .made, let account = candidate.account {
                    try make(account, of: candidate.user, from: source, at: now, connection)
                }
                return result
            }
            try connection.accountImports.count(results, in: token)
            return results
        }
    }

    func previewImport(
        _ candidates: [ImportCandidate], from source: ImportSource
    ) async throws(IdentityStoreError) -> [ImportedUserResult] {
        try await read { connection in try candidates.map { try judge($0, from: source, connection) } }
    }

    func endImport(_ token: [UInt8], at now: UnixTime) async throws(IdentityStoreError) -> AccountImportCounts {
        try await write { connection in
            guard let counts = try connection.accountImports.end(token, at: now) else { throw Refusal.unknownImport }
            return counts
        }
    }

    private func judge(
        _ candidate: ImportCandidate, from source: ImportSource, _ connection: Connection
    ) throws -> ImportedUserResult {
        guard let account = candidate.account else { return ImportedUserResult(.refused, reason: candidate.refusal) }
        if let known = try connection.accountImports.account(of: candidate.user, from: source) {
            return ImportedUserResult(.known, account: known)
        }
        if let reason = try obstacle(to: account, connection) { return ImportedUserResult(.refused, reason: reason) }
        return ImportedUserResult(.made, account: account.new.id, passwordFlaw: candidate.passwordFlaw)
    }

    private func obstacle(to account: ImportedAccount, _ connection: Connection) throws -> String? {
        if try connection.accounts.wasErased(account.new.id) { return "its account was erased after an earlier import" }
        if try connection.accounts.find(account.new.id) != nil { return "an account has its id" }
        if let taken = try connection.signInNames.findTaken(account.new.names) {
            return "its \(taken.rawValue) belongs to another account"
        }
        let taken = try account.links.first { try connection.providerLinks.find($0) != nil }
        return taken.map { "its user at \($0.issuer) belongs to another account" }
    }

    private func make(
        _ account: ImportedAccount, of user: Personal<String>, from source: ImportSource, at now: UnixTime,
        _ connection: Connection
    ) throws {
        var row = try insert(account.new, at: now, connection)
        try connection.accountImports.insert(
            user, from: source, of: row.number, createdAt: account.createdAt.map { min($0, now) } ?? now, at: now)
        if account.isOfApple {
            row.profile.vouchedAt = now
            (row.profile.contactEmail, row.profile.contactEmailIsVerified) = (
                account.contactEmail, account.emailIsVerified
            )
        } else if account.emailIsVerified {
            row.profile.emailVerifiedAt = now
        }
        if let phone = account.verifiedPhone {
            (row.profile.verifiedPhone, row.profile.phoneVerifiedAt) = (phone.text, now)
            row.phoneOrigin = .person
        }
        try connection.accounts.update(row)
        for link in account.links { try connection.providerLinks.insert(link, to: row.number, at: now) }
        if account.isDisabled { row.profile.status = .disabled }
        try publish(row, at: now, connection)
    }
}

struct AccountImportTable {
    let connection: Connection

    /// How long the token of an import is valid, in seconds.
    static let lifetime: Int64 = 24 * 3600

    static let tables: SQL = """
        -- The hash of another system, with its scheme and parameters, until the first sign-in. It counts while `hash` is empty.
        ALTER TABLE password ADD COLUMN imported TEXT;

        CREATE TABLE imported_account (
            source TEXT NOT NULL,
            external_id TEXT NOT NULL,
            account INTEGER NOT NULL REFERENCES account (number),
            imported_at INTEGER NOT NULL,
            PRIMARY KEY (source, external_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX imported_account_by_account ON imported_account (account);

        CREATE TABLE account_import (
            token_hash BLOB PRIMARY KEY NOT NULL,
            source TEXT NOT NULL,
            begun_at INTEGER NOT NULL,
            made INTEGER NOT NULL,
            known INTEGER NOT NULL,
            refused INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX account_import_by_moment ON account_import (begun_at);
        """

    func begin(_ token: [UInt8], from source: ImportSource, at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO account_import (token_hash, source, begun_at, made, known, refused) \
            VALUES (\(token), \(source.rawValue), \(now), 0, 0, 0)
            """)
    }

    func isOpen(_ token: [UInt8], of source: ImportSource, at now: UnixTime) throws(StorageError) -> Bool {
        try connection.exists(
            """
            SELECT 1 FROM account_import WHERE token_hash = \(token) AND source = \(source.rawValue) \
            AND begun_at > \(now.adding(seconds: -AccountImportTable.lifetime))
            """)
    }

    func count(_ results: [ImportedUserResult], in token: [UInt8]) throws(StorageError) {
        func count(_ outcome: ImportOutcome) -> Int { results.count { $0.outcome == outcome } }
        try connection.run(
            """
            UPDATE account_import SET made = made + \(count(.made)), known = known + \(count(.known)), \
            refused = refused + \(count(.refused)) WHERE token_hash = \(token)
            """)
    }

    /// Deletes an import, and returns its counts; nil if it has ended before.
    func end(_ token: [UInt8], at now: UnixTime) throws(StorageError) -> AccountImportCounts? {
        let counts = try connection.first(
            "SELECT made, known, refused FROM account_import WHERE token_hash = \(token)"
        ) { row throws(StorageError) in
            AccountImportCounts(made: try row["made"], known: try row["known"], refused: try row["refused"])
        }
        try connection.run("DELETE FROM account_import WHERE token_hash = \(token)")
        return counts
    }

    func account(of user: Personal<String>, from source: ImportSource) throws(StorageError) -> AccountID? {
        try connection.first(
            """
            SELECT a.id FROM imported_account i JOIN account a ON a.number = i.account \
            WHERE i.source = \(source.rawValue) AND i.external_id = \(user)
            """
        ) { row throws(StorageError) -> AccountID in try row["id"] }
    }

    func insert(
        _ user: Personal<String>, from source: ImportSource, of number: Int64, createdAt: UnixTime, at now: UnixTime
    ) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO imported_account (source, external_id, account, imported_at) \
            VALUES (\(source.rawValue), \(user), \(number), \(now))
            """)
        try connection.run("UPDATE account SET created_at = \(createdAt) WHERE number = \(number)")
    }
}
