import Models
import Storage

extension IdentityStore {
    /// Stores an identification by Apple. Creates the account if it is new, unless there is a `refusal`. It takes its derived
    /// address from any other account. The first time for an existing one, everything from before is removed
    /// (`FirstProof.apple`). Refused for a disabled account.
    func recogniseAppleUser(
        _ account: NewAccount, login: LoginRecord, refusedIfNew refusal: Refusal? = nil, cancelsErasure: Bool = false,
        at now: UnixTime
    ) async throws(IdentityStoreError) -> RecognisedAccount {
        try await write { connection in
            let accounts = AccountTable(connection: connection)
            let found = try accounts.find(account.id)
            if found == nil, let refusal { throw refusal }
            let result: RecognisedAccount.RecognitionResult =
                found == nil ? .made : found?.profile.vouchedAt == nil ? .takenOver : .known
            var row = try found ?? make(account, at: now, connection)
            let hasCancelled = try admit(&row, cancelsErasure: cancelsErasure, at: now, connection)
            // The creator has only shown what can be derived.
            if result == .takenOver { try remove(by: .apple, from: &row, at: now, connection) }
            row.moments.recognise(at: now)
            row.profile.lastLogin = login
            row.profile.lastLogin.at = row.moments.verifiedAt
            if result != .known {
                row.profile.vouchedAt = now
                try accounts.updateStatus(row)
                try accounts.update(row)
                try record(row, at: now, connection)
            }
            try accounts.updateLogin(row)
            let verified = VerifiedAccount(profile: row.profile, verifiedAt: row.moments.verifiedAt)
            return RecognisedAccount(verified: verified, result: result, hasCancelledErasure: hasCancelled)
        }
    }

    /// Stores an identification by a provider. A new link creates the account, unless there is a `refusal` or `address` is a
    /// name of another account (nil to skip). The claims follow `AccountProfile.follow`. An account with a second step stays
    /// unchanged, and so does its planned erasure. Refused for a disabled account.
    func recogniseIssuedUser(
        _ link: ProviderLink, _ claims: PersonClaims, as account: NewAccount, login: LoginRecord,
        unlessNamed address: LoginKey? = nil, refusedIfNew refusal: Refusal? = nil, cancelsErasure: Bool = false,
        skipsSecondStep: Bool = false,
        at now: UnixTime
    ) async throws(IdentityStoreError) -> RecognisedAccount {
        try await write { connection in
            let accounts = AccountTable(connection: connection)
            let links = ProviderLinkTable(connection: connection)
            let linked = try links.find(link)
            if linked == nil, let address, try accounts.find(address) != nil { throw Refusal.addressOfAnother }
            if linked == nil, let refusal { throw refusal }
            var row = try linked.map { try present($0, connection) } ?? insert(account, at: now, connection)
            if try !skipsSecondStep && TOTPTable(connection: connection).counts(row.number) {
                try checkOpen(row, cancelsErasure: cancelsErasure, at: now, connection)
                let halfway = try recognise(
                    &row, takingOnly: FirstStep(), login: login, from: nil, at: now, connection)
                return RecognisedAccount(verified: halfway, result: .known, hasCancelledErasure: false)
            }
            let hasCancelled = try admit(&row, cancelsErasure: cancelsErasure, at: now, connection)
            if linked == nil {
                try links.insert(link, to: row.number, at: now)
                row.profile.vouchedAt = now
            }
            if row.profile.follow(claims, &row.phoneOrigin, at: now) { try accounts.update(row) }
            let verified = try recognise(&row, login: login, from: nil, at: now, connection)
            if linked == nil {
                try accounts.updateStatus(row)
                try record(row, at: now, connection)
            }
            return RecognisedAccount(
                verified: verified, result: linked == nil ? .made : .known, hasCancelledErasure: hasCancelled)
        }
    }

    /// Creates the account of an Apple user. It gets the derived address, which another account may have from before this rule.
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
