import Models
import Storage

extension SessionStore {
    func appendAuditEntry(_ call: AuditedCall, at now: UnixTime) async throws(SessionStoreError) {
        try await write { _ = try $0.auditLog.append(call, at: now) }
    }

    func listAuditEntries(_ asked: ListAuditEntries) async throws(SessionStoreError) -> [AuditEntry] {
        try await read { try $0.auditLog.entries(asked) }
    }

    func verifyAuditLog(
        after number: Int64, _ hash: [UInt8], limit: Int
    ) async throws(SessionStoreError) -> VerifyAuditLog.Reply {
        try await read { connection in
            var reply = VerifyAuditLog.Reply(
                number: number, hash: number == 0 ? AuditChain.origin : hash, hasMore: false)
            try connection.auditLog.forEach(after: number, limit: limit) { entry in
                guard AuditChain.follows(entry, number: reply.number, reply.hash) else {
                    reply.broken = reply.number + 1
                    return false
                }
                (reply.number, reply.hash) = (entry.number, entry.hash)
                return true
            }
            // Entries after the last matching one were skipped, or are beyond this part of the log.
            if reply.broken == nil, let head = try connection.auditLog.head(), head.number > reply.number {
                if reply.number - number < Int64(limit) {
                    reply.broken = reply.number + 1
                } else {
                    reply.hasMore = true
                }
            }
            return reply
        }
    }
}

extension SessionSchema {
    /// The acts with a beginning but no outcome in the audit log. `entry` is the number of the beginning's entry.
    static let begunActTable: SQL = """
        CREATE TABLE begun_act (
            id TEXT PRIMARY KEY NOT NULL,
            at INTEGER NOT NULL,
            service TEXT NOT NULL,
            entry INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX begun_act_by_time ON begun_act (at);
        """
}

extension SessionStore {
    private static let portion = 100

    func beginAct(_ act: BegunAct, _ call: AuditedCall) async throws(SessionStoreError) {
        try await write { connection in
            let entry = try connection.auditLog.append(call, at: act.mark.at)
            try connection.run(
                """
                INSERT INTO begun_act (id, at, service, entry) \
                VALUES (\(act.mark.id), \(act.mark.at), \(act.target.description), \(entry.number))
                """)
        }
    }

    /// Records the outcome of an act, once. `audited` is the subject, if it is known only from the reply.
    func endAct(
        _ act: ActMark, _ outcome: String, _ audited: AuditedSubject?, at now: UnixTime
    ) async throws(SessionStoreError) {
        try await write { connection in
            let number: Int64? = try connection.value("SELECT entry FROM begun_act WHERE id = \(act.id)")
            guard let number else { return }
            try connection.run("DELETE FROM begun_act WHERE id = \(act.id)")
            guard var call = try connection.auditLog.entries(ListAuditEntries(before: number + 1, limit: 1)).first?.call
            else { return }
            call.outcome = outcome
            call.account = audited?.account ?? call.account
            call.subjectKey = audited?.key ?? call.subjectKey
            call.subjectName = audited?.name ?? call.subjectName
            _ = try connection.auditLog.append(call, at: now)
        }
    }

    /// Returns whether an act of auth-session was performed. If not, it can no longer be performed.
    func settleAct(_ act: ActMark) async throws(SessionStoreError) -> Bool {
        try await write { try PerformedActTable.settle(act, in: $0) }
    }

    func begunActs(before moment: UnixTime) async throws(SessionStoreError) -> [BegunAct] {
        try await read { connection in
            try connection.all(
                "SELECT id, at, service FROM begun_act WHERE at < \(moment) ORDER BY at", limit: SessionStore.portion
            ) { row throws(StorageError) -> BegunAct? in
                guard let target = ServiceName(try row["service"] as String) else { return nil }
                return BegunAct(mark: ActMark(id: try row["id"], at: try row["at"]), target: target)
            }
        }
    }
}

struct AuditTable {
    let connection: Connection

    private static let columns: SQL = """
        number, at, credential, api_key, api_key_name, call, account, subject_key, subject_name, outcome, request, hash
        """

    func head() throws(StorageError) -> (number: Int64, hash: [UInt8])? {
        try connection.first("SELECT number, hash FROM audit_entry ORDER BY number DESC LIMIT 1") {
            row throws(StorageError) in (number: try row["number"], hash: try row["hash"])
        }
    }

    /// Appends an entry. All processes write the common partition in turn, so no two entries have the same predecessor.
    func append(_ call: AuditedCall, at now: UnixTime) throws(StorageError) -> AuditEntry {
        let head = try head()
        let entry = AuditChain.entry(call, at: now, after: head?.number ?? 0, head?.hash ?? AuditChain.origin)
        try connection.run(
            """
            INSERT INTO audit_entry (\(AuditTable.columns)) VALUES (\(entry.number), \(entry.at), \(call.credential.rawValue), \
            \(call.apiKey), \(call.apiKeyName), \(call.call), \(call.account), \(call.subjectKey), \
            \(call.subjectName), \(call.outcome), \(call.request), \(entry.hash))
            """)
        return entry
    }

    /// Returns the entries that a message asks for, the latest first. Times and calls have no index: to skip a million
    /// newer entries takes 50 ms, while an index of times would make a page since a distant day four times slower,
    /// because all entries since then would be sorted by number.
    func entries(_ asked: ListAuditEntries) throws(StorageError) -> [AuditEntry] {
        let before = asked.before ?? .max
        var condition: SQL = "number < \(before)"
        if let account = asked.account { condition = "\(condition) AND account = \(account)" }
        if let kind = asked.credential { condition = "\(condition) AND credential = \(kind.rawValue)" }
        if let key = asked.apiKey { condition = "\(condition) AND api_key = \(key)" }
        if let call = asked.call { condition = "\(condition) AND call = \(call)" }
        if let since = asked.since { condition = "\(condition) AND at >= \(since)" }
        if let until = asked.until { condition = "\(condition) AND at < \(until)" }
        if let omitted = asked.omittedCalls, !omitted.isEmpty {
            condition = "\(condition) AND call NOT IN \(list: omitted)"
        }
        return try connection.all(
            "SELECT \(AuditTable.columns) FROM audit_entry WHERE \(condition) ORDER BY number DESC",
            limit: asked.limit, AuditEntry.init)
    }

    /// Passes entries to `visit` in order, until it returns false. Unreadable entries are skipped; a caller that checks
    /// the numbers notices the gap.
    func forEach(after number: Int64, limit: Int, _ visit: (AuditEntry) -> Bool) throws(StorageError) {
        try connection.forEach(
            """
            SELECT \(AuditTable.columns) FROM audit_entry WHERE number > \(number) ORDER BY number LIMIT \(limit)
            """
        ) { row throws(StorageError) in
            guard let entry = try AuditEntry(row) else { return true }
            return visit(entry)
        }
    }
}

extension AuditEntry {
    fileprivate init?(_ row: borrowing Row) throws(StorageError) {
        guard let credential = AuditCredential(rawValue: try row["credential"]) else { return nil }
        try self.init(
            number: row["number"], at: row["at"],
            call: AuditedCall(
                credential: credential, apiKey: row["api_key"], apiKeyName: row["api_key_name"],
                call: row["call"], account: row["account"], subjectKey: row["subject_key"],
                subjectName: row["subject_name"], outcome: row["outcome"], request: row["request"]),
            hash: row["hash"])
    }
}
