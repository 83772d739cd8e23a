// What writes will ask first, asked for all writes of a batch at once.

import CPostgreSQL

/// A statement that was sent ahead of the write that will run it, and its rows once they are there.
final class PrefetchedStatement {
    let sql: SQL
    let statement: PostgreSQLStatement
    /// Nil until it has arrived.
    private var rows: OpaquePointer?

    init(_ sql: SQL, _ statement: PostgreSQLStatement) { (self.sql, self.statement) = (sql, statement) }

    deinit { PQclear(rows) }

    var hasArrived: Bool { rows != nil }

    func receive(_ rows: OpaquePointer) {
        PQclear(self.rows)
        self.rows = rows
    }

    /// The rows, for who lets go of them.
    func take() -> OpaquePointer? {
        defer { rows = nil }
        return rows
    }
}

extension Array where Element == QueuedWrite {
    /// The writes from `start` on whose first reads may be asked together: none of them asks what another one does, and
    /// so may have changed before its turn comes.
    func phase(from start: Int) -> Range<Int> {
        var asked: Set<[SQL.Part]> = []
        var end = start
        while end < count {
            let reads = self[end].reads.map(\.parts)
            // One that says nothing of what it reads may change anything.
            if reads.isEmpty || !asked.isDisjoint(with: reads) { break }
            asked.formUnion(reads)
            end += 1
        }
        return start..<Swift.max(end, start + 1)
    }
}
