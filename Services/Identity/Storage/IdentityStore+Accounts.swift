// Accounts: made, read, changed, closed, erased.

import CBOR
import Models
import Storage

extension IdentityStore {
    /// Makes an account. Of two at once with one name, or with one id, one is refused.
    func createAccount(_ account: NewAccount, at now: UnixTime) async throws(IdentityStoreError) -> VerifiedAccount {
        try await write { connection in
            // Writes follow one another, so of two accounts with one name the second finds the first.
            try checkFree(account.id, account.names, connection)
            let row = try insert(account, at: now, connection)
            try record(row, at: now, connection)
            return VerifiedAccount(profile: row.profile, verifiedAt: row.moments.verifiedAt)
        }
    }

    /// Whether an account could have this id, if one is given, and these names. Refused when not.
    func checkFree(_ id: AccountID?, _ names: AccountNames) async throws(IdentityStoreError) {
        try await read { try checkFree(id, names, $0) }
    }

    /// The first of the names that belongs to an account; nil when none does.
    func findTaken(_ names: AccountNames) async throws(IdentityStoreError) -> LoginKey? {
        try await read { connection in
            let kind = try SignInNameTable(connection: connection).findTaken(names)
            return names.keys.first { $0.kind == kind }?.key
        }
    }

    /// Reads an account. Refused as `accountGone` when it was erased of late.
    func getProfile(_ account: AccountID) async throws(IdentityStoreError) -> AccountProfile {
        try await read { try presentPerson(account, $0).profile }
    }

    /// The account with this id, or with this name. Refused when they are two accounts.
    func findAccount(_ account: AccountID?, _ name: LoginKey?) async throws(IdentityStoreError) -> AccountProfile {
        try await read { connection in
            let accounts = AccountTable(connection: connection)
            let byID = try account.flatMap { try accounts.find($0) }
            let byName = try name.flatMap { try accounts.find($0) }
            // A name may be chosen to look like somebody's id, and an id like somebody's name.
            if let byID, let byName, byID.number != byName.number {
                throw Refusal.ambiguousAccount(withID: byID.id, withName: byName.id)
            }
            guard let row = byID ?? byName else { throw Refusal.unknownAccount }
            return row.profile
        }
    }

    /// A page of the accounts that an operator looks for, the newest first.
    func listAccounts(
        _ filter: AccountFilter, after position: AccountPosition?, limit: Int
    ) async throws(IdentityStoreError) -> AccountPage {
        try await read { try AccountSearch(connection: $0, filter: filter).page(after: position, limit: limit) }
    }

    /// Changes what an account says about its person. A new e-mail address ends the links and codes that were sent to
    /// the old one, and the old one is told, where its person had shown that it is theirs: who took the account over could
    /// otherwise do so unseen.
    ///
    /// - Parameters:
    ///   - checked: The account's password, when it was shown. Refused when a name changes without it.
    ///   - notice: What the old address is told.
    func updateProfile(
        _ account: AccountID, names: AccountNames, details: ProfileDetails, checked: AccountPassword?,
        telling notice: MessageDraft, at now: UnixTime
    ) async throws(IdentityStoreError) -> AccountProfile {
        try await write { connection in
            var row = try presentPerson(account, connection)
            let (old, oldAddress) = (row.profile.names, row.profile.emailAddress)
            row.profile.details = try DetailRules.merge(details, into: row.profile.details)
            row.profile.names = AccountNames(
                username: names.username ?? old.username, email: names.email ?? old.email,
                phone: names.phone ?? old.phone)
            row.profile.updatedAt = max(now, row.profile.updatedAt)
            if NameRules.change(names, from: old) {
                guard let checked else { throw Refusal.passwordNeeded }
                _ = try stillValid(checked, connection)
                let table = SignInNameTable(connection: connection)
                if let taken = try table.findTaken(row.profile.names, by: row.number) {
                    throw Refusal.nameTaken(taken)
                }
                try table.replace(row.profile.names, of: row.number)
            }
            if row.profile.emailAddress != oldAddress {
                let wasProven = row.profile.emailVerifiedAt != nil
                row.profile.emailVerifiedAt = nil
                try PasswordResetTable(connection: connection).delete(of: row.number)
                try EmailCodeTable(connection: connection).deleteAll(of: row.number)
                if wasProven, let oldAddress {
                    try PersonalMessageTable(connection: connection).insert(
                        notice, of: row.number, to: oldAddress.text, in: row.profile.details.locale, at: now)
                }
            }
            try AccountTable(connection: connection).update(row)
            return row.profile
        }
    }

    /// Opens or closes an account. Closing it ends its sessions, the links for a new password, and its codes. Opening one
    /// that is to be erased takes that back, and closing it keeps its person from that.
    func setAccountStatus(
        _ account: AccountID, _ status: AccountStatus, at now: UnixTime
    ) async throws(IdentityStoreError) {
        try await write { connection in
            var row = try present(account, connection)
            if row.profile.erasesAt != nil {
                let scheduled = ScheduledErasureTable(connection: connection)
                if status == .active {
                    _ = try scheduled.delete(of: row.number)
                } else {
                    try scheduled.close(row.number)
                }
            }
            guard row.profile.status != status else { return }
            guard status == .active else { return try close(&row, at: now, connection) }
            row.profile.status = status
            row.profile.updatedAt = max(now, row.profile.updatedAt)
            try AccountTable(connection: connection).updateStatus(row)
            try record(row, at: now, connection)
        }
    }

    /// Erases an account that nobody can sign in to: it has no name and no password, and no identity provider knows it.
    func eraseUnreachableAccount(
        _ account: AccountID, at now: UnixTime
    ) async throws(IdentityStoreError) -> UnreachableAccount {
        try await write { connection in
            let accounts = AccountTable(connection: connection)
            guard let row = try accounts.find(account) else { return .goneBefore }
            guard try accounts.isUnreachable(row) else { return .reachable }
            _ = try erase(row, at: now, connection)
            return .erased
        }
    }

    /// What became of an account that nobody may be able to sign in to.
    enum UnreachableAccount {
        case erased
        case goneBefore
        /// Somebody can sign in to it, so it stays.
        case reachable
    }
}

extension IdentityStore {
    /// The account; refused when there is none.
    func present(_ account: AccountID, _ connection: Connection) throws -> AccountRow {
        guard let row = try AccountTable(connection: connection).find(account) else { throw Refusal.unknownAccount }
        return row
    }

    /// The account of somebody who is signed in. An account that was erased and one that was never known, as after the
    /// loss of the database, are refused differently: apps drop what they keep of the first, and must not do so for the
    /// second.
    func presentPerson(_ account: AccountID, _ connection: Connection) throws -> AccountRow {
        let accounts = AccountTable(connection: connection)
        if let row = try accounts.find(account) { return row }
        throw try accounts.wasErased(account) ? Refusal.accountGone : Refusal.unknownAccount
    }

    /// Closes an account and tells the followers: ends its sessions, the links for a new password, and its codes.
    func close(_ row: inout AccountRow, at now: UnixTime, _ connection: Connection) throws {
        row.profile.status = .disabled
        row.profile.updatedAt = max(now, row.profile.updatedAt)
        // Who follows the feed may see no more than the account's opening again, and must end them then.
        row.moments.endSessions(at: now)
        try PasswordResetTable(connection: connection).delete(of: row.number)
        try PhoneCodeTable(connection: connection).delete(of: row.number)
        try EmailCodeTable(connection: connection).deleteAll(of: row.number)
        try AccountTable(connection: connection).updateStatus(row)
        try record(row, at: now, connection)
    }

    /// Deletes an account and tells the followers; gives what was deleted, and where the feed tells of it.
    func erase(
        _ row: AccountRow, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> (counts: ErasedRowCounts, sequence: UInt64) {
        var counts = try AccountTable(connection: connection).delete(row.number)
        counts.add(try SecurityEventTable(connection: connection).delete(of: row.id), of: "security_event")
        return (counts, try IdentitySchema.feed.recordTombstone(row.id.text, at: now, in: connection))
    }

    /// Refused when the id or a name belongs to an account.
    func checkFree(_ id: AccountID?, _ names: AccountNames, _ connection: Connection) throws {
        if let taken = try SignInNameTable(connection: connection).findTaken(names) { throw Refusal.nameTaken(taken) }
        if let id, try AccountTable(connection: connection).find(id) != nil { throw Refusal.idTaken }
    }

    /// Writes the rows of a new account. Its id and names must be free.
    func insert(_ account: NewAccount, at now: UnixTime, _ connection: Connection) throws -> AccountRow {
        var moments = SessionMoments(verifiedAt: now)
        if account.hasGivenID {
            // Who follows the feed may not have heard that an earlier account with this id was erased.
            moments.endSessions(at: now)
            moments.recognise(at: now)
        }
        let number = try AccountTable(connection: connection).insert(account, moments, at: now)
        try SignInNameTable(connection: connection).replace(account.names, of: number)
        if let password = account.password {
            try PasswordTable(connection: connection).set(password, of: number, at: now)
        }
        if let network = account.network {
            try KnownNetworkTable(connection: connection).insert(network, of: number, at: now)
        }
        return try present(account.id, connection)
    }

    /// Tells the followers how the account stands.
    func record(_ row: AccountRow, at now: UnixTime, _ connection: Connection) throws {
        try IdentitySchema.feed.record(row.id.text, try CBOREncoder().encode(row.change), at: now, in: connection)
    }
}
