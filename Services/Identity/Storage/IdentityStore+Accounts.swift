import CBOR
import Models
import Storage

extension IdentityStore {
    /// Creates an account. Of two simultaneous requests with the same name or id, one is refused.
    func createAccount(_ account: NewAccount, at now: UnixTime) async throws(IdentityStoreError) -> VerifiedAccount {
        try await write { connection in
            // Writes run one after the other, so the second of two accounts finds the first.
            try checkFree(account.id, account.names, connection)
            let row = try insert(account, at: now, connection)
            try record(row, at: now, connection)
            return VerifiedAccount(profile: row.profile, verifiedAt: row.moments.verifiedAt)
        }
    }

    func checkFree(_ id: AccountID?, _ names: AccountNames) async throws(IdentityStoreError) {
        try await read { try checkFree(id, names, $0) }
    }

    func findTaken(_ names: AccountNames) async throws(IdentityStoreError) -> LoginKey? {
        try await read { connection in
            let kind = try connection.signInNames.findTaken(names)
            return names.keys.first { $0.kind == kind }?.key
        }
    }

    /// Reads an account. Refuses with `accountGone` if it was erased recently.
    func getProfile(_ account: AccountID) async throws(IdentityStoreError) -> AccountProfile {
        try await read { try presentPerson(account, $0).profile }
    }

    /// Returns the account with this id or this name. Refuses if they belong to two accounts, or to none.
    func findAccount(_ account: AccountID?, _ name: LoginKey?) async throws(IdentityStoreError) -> AccountProfile {
        try await read { connection in
            let byID = try account.flatMap { try connection.accounts.find($0) }
            let byName = try name.flatMap { try connection.accounts.find($0) }
            // A user may choose a name that looks like another account's id.
            if let byID, let byName, byID.number != byName.number {
                throw Refusal.ambiguousAccount(withID: byID.id, withName: byName.id)
            }
            guard let row = byID ?? byName else { throw Refusal.unknownAccount }
            var profile = row.profile
            profile.methods = try AccountSearch.methods(of: row.number, in: connection)
            return profile
        }
    }

    func listAccounts(
        _ filter: AccountFilter, after position: AccountPosition?, limit: Int, counting: Bool = false
    ) async throws(IdentityStoreError) -> AccountPage {
        try await read { connection in
            let search = AccountSearch(connection: connection, filter: filter)
            var page = try search.page(after: position, limit: limit)
            if counting { page.total = try search.total() }
            return page
        }
    }

    /// Lets searches find the names of up to `limit` accounts that an earlier version has written. Returns whether more
    /// may be left.
    func fillNameParts(limit: Int) async throws(IdentityStoreError) -> Bool {
        try await write { try $0.nameParts.fill(limit: limit) == limit }
    }

    /// Updates a profile. A new address ends the links and codes for the old address. If the old address was proven, it
    /// gets a notice, because otherwise an attacker could replace it unnoticed. A change of a name is refused without
    /// the checked password.
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
                if let taken = try connection.signInNames.findTaken(row.profile.names, by: row.number) {
                    throw Refusal.nameTaken(taken)
                }
                try connection.signInNames.replace(row.profile.names, of: row.number)
            }
            if row.profile.emailAddress != oldAddress {
                let wasProven = row.profile.emailVerifiedAt != nil
                row.profile.emailVerifiedAt = nil
                try connection.passwordResets.delete(of: row.number)
                try connection.emailCodes.deleteAll(of: row.number)
                if wasProven, let oldAddress {
                    try connection.messages.insert(notice, for: row, to: oldAddress.text, at: now)
                }
            }
            try connection.accounts.update(row)
            return row.profile
        }
    }

    /// Changes names and locale for an operator. The display name may be a field of the app (`calledName`).
    func editAccount(
        _ account: AccountID, _ details: ProfileDetails, at now: UnixTime
    ) async throws(IdentityStoreError) -> AccountProfile {
        try await write { connection in
            var row = try present(account, connection)
            var change = details
            if let name = details.displayName, row.profile.details.fields?["displayName"] != nil {
                change.fields = ["displayName": Personal(name.value.isEmpty ? .null : .text(name.value))]
            }
            row.profile.details = try DetailRules.merge(change, into: row.profile.details)
            row.profile.updatedAt = max(now, row.profile.updatedAt)
            try connection.accounts.update(row)
            return row.profile
        }
    }

    /// Sets the status. Disabling ends sessions, password links and codes. If an account waits for its erasure,
    /// enabling it cancels the erasure; after disabling it, only operators can cancel the erasure.
    func setAccountStatus(
        _ account: AccountID, _ status: AccountStatus, at now: UnixTime
    ) async throws(IdentityStoreError) {
        try await write { connection in
            var row = try present(account, connection)
            if row.profile.erasesAt != nil {
                if status == .active {
                    _ = try connection.scheduledErasures.delete(of: row.number)
                } else {
                    try connection.scheduledErasures.close(row.number)
                }
            }
            guard row.profile.status != status else { return }
            guard status == .active else { return try close(&row, at: now, connection) }
            row.profile.status = status
            row.profile.updatedAt = max(now, row.profile.updatedAt)
            try publish(row, at: now, connection)
        }
    }

    /// Erases an account that can never be opened again (`AccountTable.isUnreachable`).
    func eraseUnreachableAccount(
        _ account: AccountID, at now: UnixTime
    ) async throws(IdentityStoreError) -> UnreachableAccount {
        try await write { connection in
            guard let row = try connection.accounts.find(account) else { return .goneBefore }
            guard try connection.accounts.isUnreachable(row) else { return .reachable }
            _ = try erase(row, at: now, connection)
            return .erased
        }
    }

    enum UnreachableAccount {
        case erased
        case goneBefore
        /// The account can still be opened, so it stays.
        case reachable
    }

    func present(_ account: AccountID, _ connection: Connection) throws -> AccountRow {
        guard let row = try connection.accounts.find(account) else { throw Refusal.unknownAccount }
        return row
    }

    /// Returns an account. Erased and unknown accounts have different errors: apps delete their data for an erased
    /// account, but must keep it for an unknown account, for example after a loss of the database.
    func presentPerson(_ account: AccountID, _ connection: Connection) throws -> AccountRow {
        if let row = try connection.accounts.find(account) { return row }
        throw try connection.accounts.wasErased(account) ? Refusal.accountGone : Refusal.unknownAccount
    }

    /// Disables an account, ends its sessions, password links and codes, and updates the feed.
    func close(_ row: inout AccountRow, at now: UnixTime, _ connection: Connection) throws {
        row.profile.status = .disabled
        row.profile.updatedAt = max(now, row.profile.updatedAt)
        // A follower of the feed may only see the account active again, and must end its sessions then.
        row.moments.endSessions(at: now)
        try connection.passwordResets.delete(of: row.number)
        try connection.phoneCodes.delete(of: row.number)
        try connection.emailCodes.deleteAll(of: row.number)
        try publish(row, at: now, connection)
    }

    /// Erases an account and updates the feed. Returns the deleted rows, and the erasure's position in the feed.
    func erase(
        _ row: AccountRow, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> (counts: ErasedRowCounts, sequence: UInt64) {
        var counts = try connection.accounts.delete(row.number)
        counts.add(try SecurityEventTable(connection: connection).delete(of: row.id), of: "security_event")
        return (counts, try IdentitySchema.feed.recordTombstone(row.id.text, at: now, in: connection))
    }

    func checkFree(_ id: AccountID?, _ names: AccountNames, _ connection: Connection) throws {
        if let taken = try connection.signInNames.findTaken(names) { throw Refusal.nameTaken(taken) }
        if let id, try connection.accounts.find(id) != nil { throw Refusal.idTaken }
    }

    /// Writes the rows of a new account. Its id and names must be free.
    func insert(_ account: NewAccount, at now: UnixTime, _ connection: Connection) throws -> AccountRow {
        var moments = SessionMoments(verifiedAt: now)
        if account.hasGivenID {
            // A follower of the feed may have missed the erasure of an earlier account with this id.
            moments.endSessions(at: now)
            moments.recognise(at: now)
        }
        let number = try connection.accounts.insert(account, moments, at: now)
        try connection.signInNames.replace(account.names, of: number)
        if let password = account.password {
            try connection.passwords.set(password, of: number, at: now)
        }
        if let network = account.network {
            try connection.knownNetworks.insert(network, of: number, at: now)
        }
        return try present(account.id, connection)
    }

    /// Stores the status and the moments of an account, and announces them in the feed.
    func publish(_ row: AccountRow, at now: UnixTime, _ connection: Connection) throws {
        try connection.accounts.updateStatus(row)
        try record(row, at: now, connection)
    }

    func record(_ row: AccountRow, at now: UnixTime, _ connection: Connection) throws {
        try IdentitySchema.feed.record(row.id.text, try CBOREncoder().encode(row.change), at: now, in: connection)
    }
}
