import Models
import Storage

extension IdentityStore {
    func dueErasures(at now: UnixTime, limit: Int) async throws(IdentityStoreError) -> [AccountID] {
        try await read { try ScheduledErasureTable(connection: $0).due(at: now, limit: limit) }
    }

    /// Returns false if another process has erased the account, or an operator has enabled it.
    func eraseDue(_ account: AccountID, at now: UnixTime) async throws(IdentityStoreError) -> Bool {
        try await write { connection in
            guard let row = try AccountTable(connection: connection).find(account),
                let scheduled = try ScheduledErasureTable(connection: connection).find(row.number),
                scheduled.dueAt <= now
            else { return false }
            try erase(row, scheduled.asked, at: now, connection)
            return true
        }
    }

    /// Cancels the erasure of an account whose password was checked. Refused if it is too late, or the password was changed
    /// since the check.
    func cancelErasure(_ checked: AccountPassword, at now: UnixTime) async throws(IdentityStoreError) {
        try await write { connection in
            guard var row = try AccountTable(connection: connection).find(checked.account),
                try PasswordTable(connection: connection).find(checked.account)?.generation == checked.generation
            else { throw Refusal.passwordOutdated }
            _ = try admit(&row, cancelsErasure: true, at: now, connection)
        }
    }

    func scheduledErasure(of account: AccountID) async throws(IdentityStoreError) -> ScheduledErasure? {
        try await read { connection in
            guard let row = try AccountTable(connection: connection).find(account) else { return nil }
            return try ScheduledErasureTable(connection: connection).find(row.number)
        }
    }
}

extension IdentityStore {
    /// Disables an account until its erasure. Of two requests, the first one stays.
    func schedule(
        _ account: AccountRow, _ asked: AskedErasure?, until end: UnixTime, at now: UnixTime, _ connection: Connection
    ) throws -> BegunErasure {
        let scheduled = ScheduledErasureTable(connection: connection)
        if let known = try scheduled.find(account.number) {
            return BegunErasure(askedAt: known.askedAt, dueAt: known.dueAt)
        }
        let isOpen = account.profile.status == .active
        try scheduled.insert(asked, of: account.number, until: end, reopens: isOpen, at: now)
        if isOpen {
            var row = account
            try close(&row, at: now, connection)
        }
        return BegunErasure(askedAt: now, dueAt: end)
    }

    /// Lets an identified user in; refused for a disabled account. One that only waits for its erasure can cancel that in time.
    /// Returns whether an erasure was cancelled.
    func admit(
        _ row: inout AccountRow, cancelsErasure: Bool, at now: UnixTime, _ connection: Connection
    ) throws -> Bool {
        guard row.profile.status == .disabled else { return false }
        try checkOpen(row, cancelsErasure: cancelsErasure, at: now, connection)
        try reopen(&row, at: now, connection)
        try AccountTable(connection: connection).updateStatus(row)
        try record(row, at: now, connection)
        return true
    }

    /// Refuses the same accounts as `admit`, and changes nothing.
    func checkOpen(
        _ row: AccountRow, cancelsErasure: Bool, at now: UnixTime, _ connection: Connection
    ) throws {
        guard row.profile.status == .disabled else { return }
        guard let scheduled = try ScheduledErasureTable(connection: connection).find(row.number) else {
            throw Refusal.accountDisabled
        }
        try scheduled.check(cancelsErasure: cancelsErasure, at: now)
    }
}

extension ScheduledErasure {
    /// Throws unless the user may cancel the erasure now, and wants to.
    func check(cancelsErasure: Bool, at now: UnixTime) throws(Refusal) {
        guard reopens else { throw .accountDisabled }
        guard dueAt > now else { throw .erasureDue }
        guard cancelsErasure else { throw .erasurePending(until: dueAt) }
    }
}
