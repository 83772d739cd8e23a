import Models
import Storage

extension IdentityStore {
    /// Links an account with the provider that has just identified its user. If the provider has verified the account's
    /// address, that also proves it. Refused if the account was disabled or its sessions have ended since, and if the
    /// provider's user has another account.
    func linkIssuedUser(
        _ link: ProviderLink, _ claims: PersonClaims, to account: AccountID, verifiedAt moment: UnixTime,
        at now: UnixTime
    ) async throws(IdentityStoreError) -> VerifiedAccount {
        try await write { connection in
            let accounts = AccountTable(connection: connection)
            guard var row = try accounts.find(account), row.profile.status == .active,
                !row.moments.hasEnded(nil, signedInAt: moment), moment <= row.moments.verifiedAt
            else { throw Refusal.accountDisabled }
            let links = ProviderLinkTable(connection: connection)
            let linked = try links.find(link)
            guard linked == nil || linked == account else { throw Refusal.linkTaken }
            let isProof = claims.emailIsVerified == true && row.profile.isNamed(claims.email)
            if isProof, row.profile.lacksProof {
                try remove(by: .provider, from: &row, at: now, connection)
                row.moments.recognise(at: now)
                try accounts.updateStatus(row)
                try record(row, at: now, connection)
            }
            if try links.find(link) == nil { try links.insert(link, to: row.number, at: now) }
            let follows = row.profile.follow(claims, &row.phoneOrigin, at: now)
            if isProof { row.profile.emailVerifiedAt = now }
            if isProof || follows { try accounts.update(row) }
            return VerifiedAccount(profile: row.profile, verifiedAt: row.moments.verifiedAt)
        }
    }

    func listProviderLinks(_ account: AccountID) async throws(IdentityStoreError) -> [LinkedProvider] {
        try await read { connection in
            try ProviderLinkTable(connection: connection).all(of: active(account, connection).number)
        }
    }

    /// Deletes a link, and ends all sessions that started with identity providers. Refused if it is the only way in, or the
    /// session has ended.
    func removeProviderLink(
        _ link: ProviderLinkID, of account: AccountID, signedInAt: UnixTime?, in session: SessionID? = nil,
        at now: UnixTime
    ) async throws(IdentityStoreError) {
        try await write { connection in
            var row = try active(account, signedInAt: signedInAt, in: session, connection)
            guard try ProviderLinkTable(connection: connection).delete(link, of: row.number) else {
                throw Refusal.unknownLink
            }
            let accounts = AccountTable(connection: connection)
            guard try !accounts.isUnreachable(row) else { throw Refusal.onlyWayIn }
            row.moments.endProviderSessions(at: now)
            try accounts.updateStatus(row)
            try record(row, at: now, connection)
        }
    }
}

struct ProviderLinkTable {
    let connection: Connection

    func find(_ link: ProviderLink) throws(StorageError) -> AccountID? {
        try connection.value(
            """
            SELECT a.id FROM provider_link l JOIN account a ON a.number = l.account \
            WHERE l.issuer = \(link.issuer) AND l.subject_hash = \(link.subjectHash)
            """)
    }

    func insert(_ link: ProviderLink, to number: Int64, at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO provider_link (issuer, subject_hash, account, linked_at) \
            VALUES (\(link.issuer), \(link.subjectHash), \(number), \(now))
            """)
    }

    func all(of number: Int64) throws(StorageError) -> [LinkedProvider] {
        try connection.all(
            """
            SELECT \(ProviderLinkTable.id) AS id, issuer, linked_at FROM provider_link WHERE account = \(number) \
            ORDER BY linked_at DESC, subject_hash
            """
        ) { row throws(StorageError) in
            try LinkedProvider(id: row["id"], issuer: row["issuer"], linkedAt: row["linked_at"])
        }
    }

    /// Returns whether there was one.
    func delete(_ link: ProviderLinkID, of number: Int64) throws(StorageError) -> Bool {
        try connection.run(
            "DELETE FROM provider_link WHERE account = \(number) AND \(ProviderLinkTable.id) = \(link)") > 0
    }

    func deleteAll(of number: Int64) throws(StorageError) {
        try connection.run("DELETE FROM provider_link WHERE account = \(number)")
    }

    /// The id of a link for its user: long enough to be unique within an account.
    private static let id: SQL = "substr(subject_hash, 1, 24)"
}
