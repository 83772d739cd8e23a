import Models
import Storage

extension IdentityStore {
    func findPassword(of name: LoginKey) async throws(IdentityStoreError) -> AccountPassword? {
        try await read { try $0.passwords.find(name) }
    }

    func findPassword(of account: AccountID) async throws(IdentityStoreError) -> AccountPassword? {
        try await read { try $0.passwords.find(account) }
    }

    func knowsNetwork(
        _ account: AccountID, _ hash: [UInt8], since oldest: UnixTime
    ) async throws(IdentityStoreError) -> Bool {
        try await read { try $0.knownNetworks.contains(hash, of: account, since: oldest) }
    }

    /// Stores a sign-in with a password, or the first of its two steps. Refused if the password has changed since, or
    /// the account is not active. An account that waits for its erasure is accepted, because the second step can cancel
    /// the erasure. `stronger` is a stronger hash of the same password.
    func verifyPassword(
        _ checked: AccountPassword, stronger: StoredPassword?, login: LoginRecord, from network: SeenNetwork?,
        at now: UnixTime
    ) async throws(IdentityStoreError) -> VerifiedAccount {
        try await write(on: .account(checked.account)) { connection in
            var row = try stillValid(checked, mayBeErasedLater: true, connection)
            if let stronger { try connection.passwords.strengthen(stronger, of: row.number) }
            let verified = try recognise(
                &row, takingOnly: FirstStep(passwordGeneration: checked.generation), login: login, from: network,
                at: now, connection)
            guard row.profile.status == .active || verified.firstStep != nil else { throw Refusal.passwordOutdated }
            return verified
        }
    }

    /// Replaces a checked password, and ends all password links.
    func changePassword(
        _ checked: AccountPassword, new: StoredPassword, at now: UnixTime
    ) async throws(IdentityStoreError) {
        try await write(on: .account(checked.account)) { connection in
            let row = try stillValid(checked, connection)
            try connection.passwords.set(new, of: row.number, at: now)
            try connection.passwordResets.delete(of: row.number)
        }
    }

    /// Stores the hash of a password token in place of an earlier token, and queues its message. The account must allow
    /// this (`mayResetPassword`) and must be active or still wait for an erasure, which a stranger may have planned.
    /// For every other address, and without `isSent`, the same statements run without effect, because the time must not
    /// reveal accounts. Returns nil if no token was stored.
    func requestPasswordReset(
        of address: EmailAddress, token: [UInt8], until end: UnixTime, by message: MessageDraft, isSent: Bool = true,
        at now: UnixTime
    ) async throws(IdentityStoreError) -> AccountID? {
        try await write { connection in
            try connection.passwordResets.countRequest()
            let found = try connection.accounts.find(address.key)
            let isOpen = try mayOpen(found, at: now, connection)
            let row = found.flatMap { row in
                isSent && isOpen && row.profile.mayResetPassword && row.profile.emailAddress == address ? row : nil
            }
            try connection.passwordResets.set(token, of: row?.number, until: end)
            try connection.messages.insert(message, for: row, to: address.text, at: now)
            return row?.id
        }
    }

    /// Stores the hash of a password token in place of an earlier token, and queues its message. Refused for an unknown
    /// account, and for an account that cannot get a password by mail.
    func sendPasswordLink(
        to account: AccountID, token: [UInt8], until end: UnixTime, by message: MessageDraft, at now: UnixTime
    ) async throws(IdentityStoreError) {
        try await write { connection in
            let row = try present(account, connection)
            guard try mayOpen(row, at: now, connection) else { throw Refusal.closedForPasswords }
            guard row.profile.mayResetPassword else { throw Refusal.noPasswords }
            guard let email = row.profile.emailAddress else { throw Refusal.noAddress }
            try connection.passwordResets.set(token, of: row.number, until: end)
            try connection.messages.insert(message, for: row, to: email.text, at: now)
        }
    }

    /// Creates an account without a password, and queues the message with which its user sets it. Refuses a known
    /// address.
    func inviteAccount(
        _ account: NewAccount, token: [UInt8], until end: UnixTime, by message: MessageDraft, at now: UnixTime
    ) async throws(IdentityStoreError) -> AccountProfile {
        try await write { connection in
            try checkFree(account.id, account.names, connection)
            guard let email = account.names.email else { throw Refusal.noAddress }
            let row = try insert(account, at: now, connection)
            try connection.passwordResets.set(token, of: row.number, until: end)
            try record(row, at: now, connection)
            try connection.messages.insert(message, for: row, to: email, at: now)
            return row.profile
        }
    }

    /// Returns the account of a token. Refuses if the token is not valid.
    @discardableResult
    func checkPasswordReset(_ token: [UInt8], at now: UnixTime) async throws(IdentityStoreError) -> AccountProfile {
        try await read { try resetting(token, at: now, $0).profile }
    }

    /// Uses up a token: sets the password, and ends all sessions and earlier codes. The token was sent by mail, so it
    /// verifies the address; `FirstProof` applies the first time. An erasure that was planned after the address was
    /// proven stays, because the next sign-in can cancel it.
    func resetPassword(
        _ token: [UInt8], new: StoredPassword, at now: UnixTime
    ) async throws(IdentityStoreError) -> AccountProfile {
        try await write { connection in
            var row = try resetting(token, at: now, connection)
            try connection.passwordResets.delete(of: row.number)
            try connection.emailCodes.deleteAll(of: row.number)
            try connection.passwords.set(new, of: row.number, at: now)
            row.moments.endSessions(at: now)
            if row.profile.lacksProof { try remove(by: .passwordLink, from: &row, at: now, connection) }
            if row.profile.names.email != nil { row.profile.emailVerifiedAt = now }
            try connection.accounts.update(row)
            try publish(row, at: now, connection)
            return try present(row.id, connection).profile
        }
    }

    /// Returns the account if it is active and has the checked password. Status and password may have changed during
    /// the hashing. `mayBeErasedLater` also accepts an account that waits for its erasure.
    func stillValid(
        _ checked: AccountPassword, mayBeErasedLater: Bool = false, _ connection: Connection
    ) throws -> AccountRow {
        guard let row = try connection.accounts.find(checked.account),
            row.profile.status == .active || mayBeErasedLater && row.profile.erasesAt != nil,
            try connection.passwords.find(checked.account)?.generation == checked.generation
        else { throw Refusal.passwordOutdated }
        return row
    }

    private func resetting(_ token: [UInt8], at now: UnixTime, _ connection: Connection) throws -> AccountRow {
        guard let row = try connection.accounts.find(reset: token, at: now),
            try mayOpen(row, at: now, connection), row.profile.mayResetPassword
        else { throw Refusal.unknownReset }
        return row
    }

    /// Returns whether an account is active, or its user may still cancel the erasure.
    private func mayOpen(_ row: AccountRow?, at now: UnixTime, _ connection: Connection) throws -> Bool {
        // The row is always read, so that each address runs the same statements. No account has the number 0.
        let scheduled = try connection.scheduledErasures.find(row?.number ?? 0)
        guard let row else { return false }
        if row.profile.status == .active { return true }
        guard let scheduled else { return false }
        return scheduled.reopens && scheduled.dueAt > now
    }
}
