import Models
import Storage

extension IdentityStore {
    /// Stores a sign-in with Apple. Creates an account for a new user, unless `refusal` is set; the new account takes
    /// its derived address from any other account. The first such sign-in to an existing account removes what
    /// `FirstProof.apple` lists. Refused for a disabled account.
    func recogniseAppleUser(
        _ account: NewAccount, login: LoginRecord, refusedIfNew refusal: Refusal? = nil, cancelsErasure: Bool = false,
        at now: UnixTime
    ) async throws(IdentityStoreError) -> RecognisedAccount {
        try await write { connection in
            let found = try connection.accounts.find(account.id)
            if found == nil, let refusal { throw refusal }
            let result: RecognisedAccount.RecognitionResult =
                found == nil ? .made : found?.profile.vouchedAt == nil ? .takenOver : .known
            var row = try found ?? make(account, at: now, connection)
            let hasCancelled = try admit(&row, cancelsErasure: cancelsErasure, at: now, connection)
            // The account's id and address can be derived by anyone, so its creator may be a stranger.
            if result == .takenOver { try remove(by: .apple, from: &row, at: now, connection) }
            if result != .known { row.profile.vouchedAt = now }
            let verified = try recognise(&row, login: login, from: nil, at: now, connection)
            if result != .known {
                try connection.accounts.update(row)
                try publish(row, at: now, connection)
            }
            return RecognisedAccount(verified: verified, result: result, hasCancelledErasure: hasCancelled)
        }
    }

    /// Stores an identification by a provider. A new link creates the account. It is refused if `refusal` is set or
    /// `address` is a name of another account; a nil `address` skips this check. The claims follow
    /// `AccountProfile.follow`. Unless `skipsSecondStep`, an account with a second step stays unchanged, and so does
    /// its planned erasure. Refused for a disabled account.
    func recogniseIssuedUser(
        _ link: ProviderLink, _ claims: PersonClaims, as account: NewAccount, login: LoginRecord,
        unlessNamed address: LoginKey? = nil, refusedIfNew refusal: Refusal? = nil, cancelsErasure: Bool = false,
        skipsSecondStep: Bool = false,
        at now: UnixTime
    ) async throws(IdentityStoreError) -> RecognisedAccount {
        try await write { connection in
            let linked = try connection.providerLinks.find(link)
            if linked == nil, let address, try connection.accounts.find(address) != nil {
                throw Refusal.addressOfAnother
            }
            if linked == nil, let refusal { throw refusal }
            var row = try linked.map { try present($0, connection) } ?? insert(account, at: now, connection)
            if try !skipsSecondStep && connection.totps.counts(row.number) {
                try checkOpen(row, cancelsErasure: cancelsErasure, at: now, connection)
                let halfway = try recognise(&row, takingOnly: FirstStep(), login: login, from: nil, at: now, connection)
                return RecognisedAccount(verified: halfway, result: .known, hasCancelledErasure: false)
            }
            let hasCancelled = try admit(&row, cancelsErasure: cancelsErasure, at: now, connection)
            if linked == nil {
                try connection.providerLinks.insert(link, to: row.number, at: now)
                row.profile.vouchedAt = now
            }
            if row.profile.follow(claims, &row.phoneOrigin, at: now) { try connection.accounts.update(row) }
            let verified = try recognise(&row, login: login, from: nil, at: now, connection)
            if linked == nil { try publish(row, at: now, connection) }
            return RecognisedAccount(
                verified: verified, result: linked == nil ? .made : .known, hasCancelledErasure: hasCancelled)
        }
    }

    /// Creates the account of an Apple user. Its derived address is taken from any older account.
    private func make(_ account: NewAccount, at now: UnixTime, _ connection: Connection) throws -> AccountRow {
        for (_, key) in account.names.keys {
            guard var holder = try connection.accounts.find(key) else { continue }
            holder.profile.names.email = nil
            try connection.accounts.update(holder)
            try connection.signInNames.replace(holder.profile.names, of: holder.number)
            try connection.passwordResets.delete(of: holder.number)
        }
        return try insert(account, at: now, connection)
    }

    /// Links an account with the provider that has just identified its user. If the provider has verified the account's
    /// address, that also proves the address. Refused if the account was disabled or its sessions have ended since, and
    /// if the provider's user has another account.
    func linkIssuedUser(
        _ link: ProviderLink, _ claims: PersonClaims, to account: AccountID, verifiedAt moment: UnixTime,
        at now: UnixTime
    ) async throws(IdentityStoreError) -> VerifiedAccount {
        try await write { connection in
            guard var row = try connection.accounts.find(account), row.profile.status == .active,
                !row.moments.hasEnded(nil, signedInAt: moment), moment <= row.moments.verifiedAt
            else { throw Refusal.accountDisabled }
            let linked = try connection.providerLinks.find(link)
            guard linked == nil || linked == account else { throw Refusal.linkTaken }
            let isProof = claims.emailIsVerified == true && row.profile.isNamed(claims.email)
            if isProof, row.profile.lacksProof {
                try remove(by: .provider, from: &row, at: now, connection)
                row.moments.recognise(at: now)
                try publish(row, at: now, connection)
            }
            if try connection.providerLinks.find(link) == nil {
                try connection.providerLinks.insert(link, to: row.number, at: now)
            }
            let follows = row.profile.follow(claims, &row.phoneOrigin, at: now)
            if isProof { row.profile.emailVerifiedAt = now }
            if isProof || follows { try connection.accounts.update(row) }
            return VerifiedAccount(profile: row.profile, verifiedAt: row.moments.verifiedAt)
        }
    }

    func listProviderLinks(_ account: AccountID) async throws(IdentityStoreError) -> [LinkedProvider] {
        try await read { try $0.providerLinks.all(of: active(account, $0).number) }
    }

    /// Deletes a link, and ends all sessions that started with identity providers. Refuses if it is the only way to
    /// sign in, or the session has ended.
    func removeProviderLink(
        _ link: ProviderLinkID, of account: AccountID, signedInAt: UnixTime?, in session: SessionID? = nil,
        at now: UnixTime
    ) async throws(IdentityStoreError) {
        try await write { connection in
            var row = try active(account, signedInAt: signedInAt, in: session, connection)
            guard try connection.providerLinks.delete(link, of: row.number) else { throw Refusal.unknownLink }
            guard try !connection.accounts.isUnreachable(row) else { throw Refusal.onlyWayIn }
            row.moments.endProviderSessions(at: now)
            try publish(row, at: now, connection)
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

    /// Deletes a link. Returns false if the account had no such link.
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
