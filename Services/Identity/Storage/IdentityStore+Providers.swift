// Persons for whom an identity provider vouches.

import Models
import Storage

extension IdentityStore {
    /// Notes that Apple has vouched for the person of an account. Makes the account when there is none.
    ///
    /// The first time for an account that was there before, everything from before ends: its password, its links for a
    /// new password, its passkeys, its second step, and its sessions. Refused for a disabled account.
    ///
    /// - Parameters:
    ///   - account: What a new account begins with. When another account has its derived address, that one loses it.
    ///   - refusal: Why no account is made; nil to make it.
    ///   - cancelsErasure: Whether an erasure that the person asked for is taken back.
    func recogniseAppleUser(
        _ account: NewAccount, login: LoginRecord, refusedIfNew refusal: Refusal? = nil, cancelsErasure: Bool = false,
        at now: UnixTime
    ) async throws(IdentityStoreError) -> RecognisedAccount {
        try await write { connection in
            let accounts = AccountTable(connection: connection)
            let found = try accounts.find(account.id)
            if found == nil, let refusal { throw refusal }
            let result: RecognisedAccount.RecognitionResult =
                found == nil ? .made : found?.profile.verifiedAt == nil ? .takenOver : .known
            var row = try found ?? make(account, at: now, connection)
            let hasCancelled = try admit(&row, cancelsErasure: cancelsErasure, at: now, connection)
            if result == .takenOver {
                // Whoever made it showed no more than what can be derived.
                try PasswordTable(connection: connection).delete(of: row.number)
                try PasswordResetTable(connection: connection).delete(of: row.number)
                try PasskeyTable(connection: connection).deleteAll(of: row.number)
                try TOTPTable(connection: connection).delete(of: row.number)
                row.moments.endSessions(at: now)
                row.profile.passwordChangedAt = nil
                row.profile.updatedAt = max(now, row.profile.updatedAt)
            }
            row.moments.recognise(at: now)
            row.profile.lastLogin = login
            row.profile.lastLogin.at = row.moments.verifiedAt
            if result != .known {
                row.profile.verifiedAt = now
                try accounts.updateStatus(row)
                try record(row, at: now, connection)
            }
            try accounts.updateLogin(row)
            let verified = VerifiedAccount(profile: row.profile, verifiedAt: row.moments.verifiedAt)
            return RecognisedAccount(verified: verified, result: result, hasCancelledErasure: hasCancelled)
        }
    }

    /// Notes that an identity provider has vouched for the person behind a link. Makes the account and links it when
    /// there is none. Takes over what the provider says, by the rules of `AccountProfile.follow`. Refused for a
    /// disabled account.
    ///
    /// - Parameters:
    ///   - claims: As they are kept.
    ///   - account: What a new account begins with; it has no names.
    ///   - address: No account is made where this is the name of one; nil to make it in any case.
    ///   - refusal: Why no account is made; nil to make it.
    ///   - cancelsErasure: Whether an erasure that the person asked for is taken back.
    func recogniseIssuedUser(
        _ link: ProviderLink, _ claims: PersonClaims, as account: NewAccount, login: LoginRecord,
        unlessNamed address: LoginKey? = nil, refusedIfNew refusal: Refusal? = nil, cancelsErasure: Bool = false,
        at now: UnixTime
    ) async throws(IdentityStoreError) -> RecognisedAccount {
        try await write { connection in
            let accounts = AccountTable(connection: connection)
            let links = ProviderLinkTable(connection: connection)
            let linked = try links.find(link)
            if linked == nil, let address, try accounts.find(address) != nil { throw Refusal.addressOfAnother }
            if linked == nil, let refusal { throw refusal }
            var row = try linked.map { try present($0, connection) } ?? insert(account, at: now, connection)
            let hasCancelled = try admit(&row, cancelsErasure: cancelsErasure, at: now, connection)
            if linked == nil {
                try links.insert(link, to: row.number)
                row.profile.verifiedAt = now
            }
            if row.profile.follow(claims, &row.phoneOrigin, at: now) { try accounts.update(row) }
            row.moments.recognise(at: now)
            row.profile.lastLogin = login
            row.profile.lastLogin.at = row.moments.verifiedAt
            if linked == nil {
                try accounts.updateStatus(row)
                try record(row, at: now, connection)
            }
            try accounts.updateLogin(row)
            let verified = VerifiedAccount(profile: row.profile, verifiedAt: row.moments.verifiedAt)
            return RecognisedAccount(
                verified: verified, result: linked == nil ? .made : .known, hasCancelledErasure: hasCancelled)
        }
    }

    /// Links an account with the identity provider that vouches for its person, who was recognised a moment ago. Refused
    /// when the account has been closed, or its sessions ended, since then, and when the provider's person has another
    /// account.
    func linkIssuedUser(
        _ link: ProviderLink, _ claims: PersonClaims, to account: AccountID, recognisedAt moment: UnixTime,
        at now: UnixTime
    ) async throws(IdentityStoreError) -> VerifiedAccount {
        try await write { connection in
            let accounts = AccountTable(connection: connection)
            guard var row = try accounts.find(account), row.profile.status == .active,
                moment > row.moments.sessionsEndBefore ?? UnixTime(rawValue: .min), moment <= row.moments.verifiedAt
            else { throw Refusal.accountDisabled }
            let links = ProviderLinkTable(connection: connection)
            if let linked = try links.find(link) {
                guard linked == account else { throw Refusal.linkTaken }
            } else {
                try links.insert(link, to: row.number)
            }
            if row.profile.follow(claims, &row.phoneOrigin, at: now) { try accounts.update(row) }
            return VerifiedAccount(profile: row.profile, verifiedAt: row.moments.verifiedAt)
        }
    }

    /// Makes the account of an Apple user. The derived address is its own, whoever had it before there was that rule.
    private func make(_ account: NewAccount, at now: UnixTime, _ connection: Connection) throws -> AccountRow {
        let accounts = AccountTable(connection: connection)
        for (_, key) in account.names.keys {
            guard var holder = try accounts.find(key) else { continue }
            holder.profile.names.email = nil
            try accounts.update(holder)
            try SignInNameTable(connection: connection).replace(holder.profile.names, of: holder.number)
            try PasswordResetTable(connection: connection).delete(of: holder.number)
        }
        return try insert(account, at: now, connection)
    }
}
