// Where signed-in people were last, and the feed of it.

import Models
import Storage

extension LocationStore {
    /// Keeps where a person is, unless it is older than what is kept or than an erasure, or the person has forbidden it;
    /// says whether it is. Refused when the account has been erased.
    func setPosition(
        _ position: Position, of account: AccountID, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<Bool> {
        try await write(reading: [PositionTable.query(account)]) { connection in
            let (table, former, erasedAt) = try status(of: account, connection)
            guard PositionRules.replaces(former, erasedAt: erasedAt, position, at: now) else {
                return AccessResult(value: false)
            }
            try table.set(
                PositionStatus(position: position, isAllowed: true), of: account, instead: former, at: now)
            return AccessResult(value: true)
        }
    }

    /// What is kept of where a person was.
    func getPosition(of account: AccountID) async throws(LocationStoreError) -> PositionStatus {
        try await read { try PositionTable(connection: $0).find(account) ?? PositionStatus(isAllowed: true) }
    }

    /// Erases where a person was, also what is reported later and is from before.
    func erasePosition(
        of account: AccountID, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<Done> {
        try await write { connection in
            let table = PositionTable(connection: connection)
            let former = try table.find(account)
            // Of an erased account there is nothing, and nothing would delete the row.
            if former == nil, try LocationSchema.accountRows.isErased(account, in: connection) {
                return AccessResult(value: Done())
            }
            try table.set(
                PositionStatus(isAllowed: former?.isAllowed ?? true), of: account, instead: former, at: now)
            return AccessResult(value: Done())
        }
    }

    /// Says whether positions of a person are kept; forbidding erases the one that there is. Refused when the account
    /// has been erased.
    func allowPositions(
        _ isAllowed: Bool, of account: AccountID, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<PositionStatus> {
        try await write { connection in
            let (table, former, _) = try status(of: account, connection)
            guard isAllowed != former?.isAllowed ?? true else {
                return AccessResult(value: former ?? PositionStatus(isAllowed: isAllowed))
            }
            let status = PositionStatus(isAllowed: isAllowed)
            try table.set(status, of: account, instead: former, at: now)
            return AccessResult(value: status)
        }
    }

    /// What is known of a person who is still there.
    private func status(
        of account: AccountID, _ connection: Connection
    ) throws -> (table: PositionTable, former: PositionStatus?, erasedAt: UnixTime?) {
        let table = PositionTable(connection: connection)
        // What is known of an erased account goes with it, and nothing can be known of it afterwards.
        if let former = try table.findWithErasure(account) { return (table, former.status, former.erasedAt) }
        if try LocationSchema.accountRows.isErased(account, in: connection) { throw Refusal.accountErased }
        return (table, nil, nil)
    }
}

extension LocationStore {
    /// Looks at up to `limit` people behind `account`, and erases positions from before `oldest`. A position that a
    /// wrong clock dated into the future counts as one from now, so that it ages. Gives the account of the last one it
    /// looked at; nil when there was none.
    func forgetPositions(
        after account: String, limit: Int, before oldest: UnixTime, at now: UnixTime
    ) async throws(LocationStoreError) -> String? {
        let latest = PositionRules.latest(at: now)
        let look = try await read {
            try PositionTable(connection: $0).look(after: account, limit: limit, before: oldest, ahead: latest)
        }
        if !look.outdated.isEmpty || !look.ahead.isEmpty {
            try await write { connection in
                let table = PositionTable(connection: connection)
                for account in look.outdated { try table.delete(of: account, ifBefore: oldest, at: now) }
                for account in look.ahead.compactMap(AccountID.init) {
                    guard let former = try table.find(account), var position = former.position, position.at > latest
                    else { continue }
                    position.at = now
                    try table.set(
                        PositionStatus(position: position, isAllowed: true), of: account, instead: former, at: now)
                }
            }
        }
        return look.last
    }
}
