// Passwords: found, shown, changed, and set anew with a token.

import Models
import Storage

extension IdentityStore {
    /// The password of the account with this name; nil when there is none.
    func findPassword(of name: LoginKey) async throws(IdentityStoreError) -> AccountPassword? {
        try await read { try PasswordTable(connection: $0).find(name) }
    }

    /// The password of an account; nil when there is none.
    func findPassword(of account: AccountID) async throws(IdentityStoreError) -> AccountPassword? {
        try await read { try PasswordTable(connection: $0).find(account) }
    }

    /// Whether an account was signed in to from a network, known by its hash, at a moment or later.
    func knowsNetwork(
        _ account: AccountID, _ hash: [UInt8], since oldest: UnixTime
    ) async throws(IdentityStoreError) -> Bool {
        try await read { try KnownNetworkTable(connection: $0).contains(hash, of: account, since: oldest) }
    }

    /// Notes that the person of an account was recognised by its password, or has taken the first of two steps by it. Refused
    /// when the password has been changed meanwhile, or the account is not open any more; one that is to be erased lets its
    /// person take that back with the second step.
    ///
    /// - Parameters:
    ///   - checked: The password as `findPassword` gave it.
    ///   - stronger: The hash of the same password with more work, which replaces the old one; nil when that is strong
    ///     enough.
    ///   - network: The network that the person signs in from, to be remembered; nil for none.
    func verifyPassword(
        _ checked: AccountPassword, stronger: StoredPassword?, login: LoginRecord, from network: SeenNetwork?,
        at now: UnixTime
    ) async throws(IdentityStoreError) -> VerifiedAccount {
        try await write(on: .account(checked.account)) { connection in
            var row = try stillValid(checked, mayBeErasedLater: true, connection)
            if let stronger { try PasswordTable(connection: connection).strengthen(stronger, of: row.number) }
            let verified = try recognise(
                &row, takingOnly: FirstStep(passwordGeneration: checked.generation), login: login, from: network,
                at: now, connection)
            guard row.profile.status == .active || verified.firstStep != nil else { throw Refusal.passwordOutdated }
            return verified
        }
    }

    /// Replaces the password that was checked. Links for a new one that are out end.
    func changePassword(
        _ checked: AccountPassword, new: StoredPassword, at now: UnixTime
    ) async throws(IdentityStoreError) {
        try await write(on: .account(checked.account)) { connection in
            let row = try stillValid(checked, connection)
            try PasswordTable(connection: connection).set(new, of: row.number, at: now)
            try PasswordResetTable(connection: connection).delete(of: row.number)
        }
    }

    /// Stores the hash of a token for a new password, in the place of an earlier one, and queues the message that brings
    /// it. Does so only when the address belongs to an account that may have a new password (`mayResetPassword`) and that its
    /// person may open: whoever had it erased may not have been its person. For every other address the same statements run
    /// and reach nobody: the time of the answer must not tell who is here.
    ///
    /// - Parameter isSent: Whether the address may get another message; if not, it is as if no account had it.
    /// - Returns: Whose token it is; nil when nothing was stored.
    func requestPasswordReset(
        of address: EmailAddress, token: [UInt8], until end: UnixTime, by message: MessageDraft, isSent: Bool = true,
        at now: UnixTime
    ) async throws(IdentityStoreError) -> AccountID? {
        try await write { connection in
            let resets = PasswordResetTable(connection: connection)
            try resets.countRequest()
            let found = try AccountTable(connection: connection).find(address.key)
            let isOpen = try mayOpen(found, at: now, connection)
            let row = found.flatMap { row in
                isSent && isOpen && row.profile.mayResetPassword && row.profile.emailAddress == address ? row : nil
            }
            try resets.set(token, of: row?.number, until: end)
            try PersonalMessageTable(connection: connection).insertWhereKnown(
                message, of: row?.number, to: address.text, in: row?.profile.details.locale, at: now)
            return row?.id
        }
    }

    /// Stores the hash of a token for a password, in the place of an earlier one, of an account that an operator has
    /// named, and queues the message that brings it. Refused when there is no such account, or none that a message could
    /// bring a password.
    func sendPasswordLink(
        to account: AccountID, token: [UInt8], until end: UnixTime, by message: MessageDraft, at now: UnixTime
    ) async throws(IdentityStoreError) {
        try await write { connection in
            let row = try present(account, connection)
            guard try mayOpen(row, at: now, connection) else { throw Refusal.closedForPasswords }
            guard row.profile.mayResetPassword else { throw Refusal.noPasswords }
            guard let email = row.profile.emailAddress else { throw Refusal.noAddress }
            try PasswordResetTable(connection: connection).set(token, of: row.number, until: end)
            try PersonalMessageTable(connection: connection).insert(
                message, of: row.number, to: email.text, in: row.profile.details.locale, at: now)
        }
    }

    /// Makes an account without a password, stores the hash of the token with which its person sets the first one, and
    /// queues the message that brings it. Refused when its address belongs to an account.
    func inviteAccount(
        _ account: NewAccount, token: [UInt8], until end: UnixTime, by message: MessageDraft, at now: UnixTime
    ) async throws(IdentityStoreError) -> AccountProfile {
        try await write { connection in
            try checkFree(account.id, account.names, connection)
            guard let email = account.names.email else { throw Refusal.noAddress }
            let row = try insert(account, at: now, connection)
            try PasswordResetTable(connection: connection).set(token, of: row.number, until: end)
            try record(row, at: now, connection)
            try PersonalMessageTable(connection: connection).insert(
                message, of: row.number, to: email, in: row.profile.details.locale, at: now)
            return row.profile
        }
    }

    /// Whose password a token would set now. Refused when it would not be taken.
    @discardableResult
    func checkPasswordReset(_ token: [UInt8], at now: UnixTime) async throws(IdentityStoreError) -> AccountProfile {
        try await read { try resetting(token, at: now, $0).profile }
    }

    /// Uses up a token: sets the password of its account, and ends its sessions and all codes that were sent before. The
    /// token came by mail, so the address is its person's; what the first such proof removes, `FirstProof` says. An erasure
    /// that was asked for by somebody who had shown the address stays: its person takes it back when they sign in.
    func resetPassword(
        _ token: [UInt8], new: StoredPassword, at now: UnixTime
    ) async throws(IdentityStoreError) -> AccountProfile {
        try await write { connection in
            var row = try resetting(token, at: now, connection)
            try PasswordResetTable(connection: connection).delete(of: row.number)
            try EmailCodeTable(connection: connection).deleteAll(of: row.number)
            try PasswordTable(connection: connection).set(new, of: row.number, at: now)
            row.moments.endSessions(at: now)
            if row.profile.lacksProof { try remove(by: .passwordLink, from: &row, at: now, connection) }
            if row.profile.names.email != nil { row.profile.emailVerifiedAt = now }
            let accounts = AccountTable(connection: connection)
            try accounts.updateStatus(row)
            try accounts.update(row)
            try record(row, at: now, connection)
            return try present(row.id, connection).profile
        }
    }
}

extension IdentityStore {
    /// The account, if it is still open and has the password that was checked. Hashing takes long enough for both to
    /// change meanwhile.
    ///
    /// - Parameter mayBeErasedLater: Whether it may be closed since it is to be erased.
    func stillValid(
        _ checked: AccountPassword, mayBeErasedLater: Bool = false, _ connection: Connection
    ) throws -> AccountRow {
        guard let row = try AccountTable(connection: connection).find(checked.account),
            row.profile.status == .active || mayBeErasedLater && row.profile.erasesAt != nil,
            try PasswordTable(connection: connection).find(checked.account)?.generation == checked.generation
        else { throw Refusal.passwordOutdated }
        return row
    }

    /// The account that a token lets set a new password.
    private func resetting(_ token: [UInt8], at now: UnixTime, _ connection: Connection) throws -> AccountRow {
        guard let row = try AccountTable(connection: connection).find(reset: token, at: now),
            try mayOpen(row, at: now, connection), row.profile.mayResetPassword
        else { throw Refusal.unknownReset }
        return row
    }

    /// Whether an account is open, or its person may still take back that it is to be erased.
    private func mayOpen(_ row: AccountRow?, at now: UnixTime, _ connection: Connection) throws -> Bool {
        // Looked for in any case, so that each address takes the same statements. No account has the number 0.
        let scheduled = try ScheduledErasureTable(connection: connection).find(row?.number ?? 0)
        guard let row else { return false }
        if row.profile.status == .active { return true }
        guard let scheduled else { return false }
        return scheduled.reopens && scheduled.dueAt > now
    }
}
