// Passwords: found, shown, changed, and set anew with a token.

import Models
import Storage

extension SQLiteIdentityStore {
    func findPassword(of name: LoginKey) async throws(IdentityStoreError) -> AccountPassword? {
        try read { try PasswordTable(connection: $0).find(name) }
    }

    func findPassword(of account: AccountID) async throws(IdentityStoreError) -> AccountPassword? {
        try read { try PasswordTable(connection: $0).find(account) }
    }

    func verifyPassword(
        _ checked: AccountPassword, stronger: StoredPassword?, login: LoginRecord, at now: UnixTime
    ) async throws(IdentityStoreError) -> VerifiedAccount {
        try await write { connection in
            var row = try stillValid(checked, connection)
            row.moments.recognise(at: now)
            row.profile.lastLogin = login
            row.profile.lastLogin.at = row.moments.verifiedAt
            try AccountTable(connection: connection).updateLogin(row)
            if let stronger { try PasswordTable(connection: connection).strengthen(stronger, of: row.number) }
            return VerifiedAccount(profile: row.profile, verifiedAt: row.moments.verifiedAt)
        }
    }

    func changePassword(
        _ checked: AccountPassword, new: StoredPassword, at now: UnixTime
    ) async throws(IdentityStoreError) {
        try await write { connection in
            let row = try stillValid(checked, connection)
            try PasswordTable(connection: connection).set(new, of: row.number, at: now)
            try PasswordResetTable(connection: connection).delete(of: row.number)
        }
    }

    func requestPasswordReset(
        of address: LoginKey, token: [UInt8], until end: UnixTime
    ) async throws(IdentityStoreError) -> ResetRequest {
        try await write { connection in
            let resets = PasswordResetTable(connection: connection)
            let number = try resets.countRequest()
            guard let row = try AccountTable(connection: connection).find(address), row.profile.status == .active,
                row.profile.mayResetPassword, let email = row.profile.names.email
            else { return ResetRequest(number: number, recipient: nil) }
            try resets.set(token, of: row.number, until: end)
            let recipient = ResetRequest.Recipient(
                account: row.id, address: email, locale: row.profile.details.locale)
            return ResetRequest(number: number, recipient: recipient)
        }
    }

    func checkPasswordReset(_ token: [UInt8], at now: UnixTime) async throws(IdentityStoreError) {
        try read { _ = try resetting(token, at: now, $0) }
    }

    func resetPassword(
        _ token: [UInt8], new: StoredPassword, at now: UnixTime
    ) async throws(IdentityStoreError) -> AccountProfile {
        try await write { connection in
            var row = try resetting(token, at: now, connection)
            try PasswordResetTable(connection: connection).delete(of: row.number)
            try PasswordTable(connection: connection).set(new, of: row.number, at: now)
            row.moments.endSessions(at: now)
            try AccountTable(connection: connection).updateStanding(row)
            try record(row, at: now, connection)
            return try present(row.id, connection).profile
        }
    }
}

extension SQLiteIdentityStore {
    /// The account, if it is still open and has the password that was checked. Hashing takes long enough for both to
    /// change meanwhile.
    func stillValid(_ checked: AccountPassword, _ connection: Connection) throws -> AccountRow {
        guard let row = try AccountTable(connection: connection).find(checked.account),
            row.profile.status == .active,
            try PasswordTable(connection: connection).find(checked.account)?.generation == checked.generation
        else { throw Refusal.passwordOutdated }
        return row
    }

    /// The account that a token lets set a new password.
    private func resetting(_ token: [UInt8], at now: UnixTime, _ connection: Connection) throws -> AccountRow {
        guard let row = try AccountTable(connection: connection).find(reset: token, at: now),
            row.profile.status == .active, row.profile.mayResetPassword
        else { throw Refusal.unknownReset }
        return row
    }
}
