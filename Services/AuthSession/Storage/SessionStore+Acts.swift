import Models
import Storage

extension SessionStore {
    private static let portion = 100

    func beginAct(_ act: BegunAct, _ call: AuditedCall) async throws(SessionStoreError) {
        try await write { connection in
            let entry = try AuditTable(connection: connection).append(call, at: act.mark.at)
            try BegunActTable(connection: connection).insert(act, entry: entry.number)
        }
    }

    /// Records an outcome, once. `audited` is the subject, if only the reply contains it.
    func endAct(
        _ act: ActMark, _ outcome: String, _ audited: AuditedSubject?, at now: UnixTime
    ) async throws(SessionStoreError) {
        try await write { connection in
            let table = AuditTable(connection: connection)
            guard let number = try BegunActTable(connection: connection).remove(act),
                var call = try table.entries(before: number + 1, limit: 1).first?.call
            else { return }
            call.outcome = outcome
            call.account = audited?.account ?? call.account
            call.subjectKey = audited?.key ?? call.subjectKey
            _ = try table.append(call, at: now)
        }
    }

    /// If an act of auth-session was not done, it never will be.
    func settleAct(_ act: ActMark) async throws(SessionStoreError) -> Bool {
        try await write { try PerformedActTable.settle(act, in: $0) }
    }

    func begunActs(before moment: UnixTime) async throws(SessionStoreError) -> [BegunAct] {
        try await read { try BegunActTable(connection: $0).all(before: moment, limit: SessionStore.portion) }
    }
}
