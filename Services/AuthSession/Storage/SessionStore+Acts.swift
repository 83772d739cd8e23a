// Acts of operators: begun, ended and settled.

import Models
import Storage

extension SessionStore {
    /// How many acts are settled in one round.
    private static let portion = 100

    /// Notes that an act is about to be done.
    func beginAct(_ act: BegunAct, _ call: AuditedCall) async throws(SessionStoreError) {
        try await write { connection in
            let entry = try AuditTable(connection: connection).append(call, at: act.mark.at)
            try BegunActTable(connection: connection).insert(act, entry: entry.number)
        }
    }

    /// Notes what came of an act, once.
    ///
    /// - Parameter audited: Whom and what it was about, where only its reply has told that.
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

    /// Whether an act of auth-session's own was done. One that was not never will be.
    func settleAct(_ act: ActMark) async throws(SessionStoreError) -> Bool {
        try await write { try PerformedActTable.settle(act, in: $0) }
    }

    /// Acts that have begun before a moment and whose end is not noted.
    func begunActs(before moment: UnixTime) async throws(SessionStoreError) -> [BegunAct] {
        try await read { try BegunActTable(connection: $0).all(before: moment, limit: SessionStore.portion) }
    }
}
