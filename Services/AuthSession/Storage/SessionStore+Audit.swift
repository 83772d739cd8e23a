import Models
import Storage

extension SessionStore {
    func appendAuditEntry(_ call: AuditedCall, at now: UnixTime) async throws(SessionStoreError) {
        try await write { _ = try AuditTable(connection: $0).append(call, at: now) }
    }

    func listAuditEntries(
        of account: AccountID?, before number: Int64?, limit: Int
    ) async throws(SessionStoreError) -> [AuditEntry] {
        try await read { connection in
            let table = AuditTable(connection: connection)
            guard let account else { return try table.entries(before: number ?? .max, limit: limit) }
            return try table.entries(of: account, before: number ?? .max, limit: limit)
        }
    }

    func verifyAuditLog(
        after number: Int64, _ hash: [UInt8], limit: Int
    ) async throws(SessionStoreError) -> VerifyAuditLog.Reply {
        try await read { connection in
            let table = AuditTable(connection: connection)
            var reply = VerifyAuditLog.Reply(
                number: number, hash: number == 0 ? AuditChain.origin : hash, hasMore: false)
            try table.forEach(after: number, limit: limit) { entry in
                guard AuditChain.follows(entry, number: reply.number, reply.hash) else {
                    reply.broken = reply.number + 1
                    return false
                }
                (reply.number, reply.hash) = (entry.number, entry.hash)
                return true
            }
            // Entries after the last matching one were skipped, or are beyond this part.
            if reply.broken == nil, let head = try table.head(), head.number > reply.number {
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
