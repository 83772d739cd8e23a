import Models
import Storage

extension LocationStore {
    /// Stores a position; returns false if the position is older than the stored position or the last deletion, or if
    /// the user forbids it. Refused if the account was erased.
    func setPosition(
        _ position: Position, of account: AccountID, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<Bool> {
        try await write(reading: [PositionTable.query(account)]) { connection in
            let (table, former, erasedAt) = try status(of: account, connection)
            guard PositionRules.replaces(former, erasedAt: erasedAt, position, at: now) else {
                return AccessResult(value: false)
            }
            try table.set(PositionStatus(position: position, isAllowed: true), of: account, instead: former, at: now)
            return AccessResult(value: true)
        }
    }

    func getPosition(of account: AccountID) async throws(LocationStoreError) -> PositionStatus {
        try await read { try PositionTable(connection: $0).find(account) ?? PositionStatus(isAllowed: true) }
    }

    /// Deletes a position. An earlier position that arrives later is dropped.
    func erasePosition(of account: AccountID, at now: UnixTime) async throws(LocationStoreError) -> AccessResult<Done> {
        try await write { connection in
            let table = PositionTable(connection: connection)
            let former = try table.find(account)
            // An erased account has no row, and nothing would delete a new row.
            if former == nil, try LocationSchema.accountRows.isErased(account, in: connection) {
                return AccessResult(value: Done())
            }
            try table.set(PositionStatus(isAllowed: former?.isAllowed ?? true), of: account, instead: former, at: now)
            return AccessResult(value: Done())
        }
    }

    /// Allows or forbids positions. Forbidding them deletes the stored position. Refused if the account was erased.
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

    private func status(
        of account: AccountID, _ connection: Connection
    ) throws -> (table: PositionTable, former: PositionStatus?, erasedAt: UnixTime?) {
        let table = PositionTable(connection: connection)
        // The row of an erased account is gone, and no new row can follow.
        if let former = try table.findWithErasure(account) { return (table, former.status, former.erasedAt) }
        if try LocationSchema.accountRows.isErased(account, in: connection) { throw Refusal.accountErased }
        return (table, nil, nil)
    }

    /// Deletes positions older than `oldest`, among up to `limit` users after `account`. A position too far in the
    /// future gets the date `now`, so that it ages. Returns the last account examined; nil if no account was left.
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
