// Erasures with a time of grace: scheduled, taken back, and done when the time is over.

import Models
import Storage

extension IdentityStore {
    /// The accounts whose time of grace is over, the earliest first.
    func dueErasures(at now: UnixTime, limit: Int) async throws(IdentityStoreError) -> [AccountID] {
        try await read { try ScheduledErasureTable(connection: $0).due(at: now, limit: limit) }
    }

    /// Erases an account whose time of grace is over. False when there is none any more: another process has erased it,
    /// or an operator has opened it.
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

    /// Takes back the erasure of the account whose password was checked. Refused when that is too late, or the password
    /// has changed meanwhile.
    func cancelErasure(_ checked: AccountPassword, at now: UnixTime) async throws(IdentityStoreError) {
        try await write { connection in
            guard var row = try AccountTable(connection: connection).find(checked.account),
                try PasswordTable(connection: connection).find(checked.account)?.generation == checked.generation
            else { throw Refusal.passwordOutdated }
            _ = try admit(&row, cancelsErasure: true, at: now, connection)
        }
    }

    /// When an account is erased, and whether its person may take that back; nil when it is not to be.
    func scheduledErasure(of account: AccountID) async throws(IdentityStoreError) -> ScheduledErasure? {
        try await read { connection in
            guard let row = try AccountTable(connection: connection).find(account) else { return nil }
            return try ScheduledErasureTable(connection: connection).find(row.number)
        }
    }
}

extension IdentityStore {
    /// Closes an account until it is erased. Of two requests the first one counts.
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

    /// Lets the person of an account in who has just been recognised. Refused for a disabled account, also for one that is
    /// to be erased, unless its person takes that back in time.
    ///
    /// - Returns: Whether an erasure was taken back.
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

    /// Refuses an account that nobody signs in to, as `admit` does, and takes nothing back.
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
    /// Whether its person may take it back now, and does.
    func check(cancelsErasure: Bool, at now: UnixTime) throws(Refusal) {
        guard reopens else { throw .accountDisabled }
        guard dueAt > now else { throw .erasureDue }
        guard cancelsErasure else { throw .erasurePending(until: dueAt) }
    }
}
