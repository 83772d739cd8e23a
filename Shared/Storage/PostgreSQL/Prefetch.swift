import CPostgreSQL

final class PrefetchedStatement {
    let sql: SQL
    let statement: PostgreSQLStatement
    private var rows: OpaquePointer?

    init(_ sql: SQL, _ statement: PostgreSQLStatement) { (self.sql, self.statement) = (sql, statement) }

    deinit { PQclear(rows) }

    var hasArrived: Bool { rows != nil }

    func receive(_ rows: OpaquePointer) {
        PQclear(self.rows)
        self.rows = rows
    }

    /// The caller must release the rows.
    func take() -> OpaquePointer? {
        defer { rows = nil }
        return rows
    }
}

extension Array where Element == QueuedWrite {
    /// The writes from `start` whose first reads may be sent together: none of them changes what another one reads.
    func phase(from start: Int) -> Range<Int> {
        var asked: Set<[SQL.Part]> = []
        var end = start
        while end < count {
            let reads = self[end].reads.map(\.parts)
            // A write that does not declare its reads may change anything.
            if reads.isEmpty || !asked.isDisjoint(with: reads) { break }
            asked.formUnion(reads)
            end += 1
        }
        return start..<Swift.max(end, start + 1)
    }
}
