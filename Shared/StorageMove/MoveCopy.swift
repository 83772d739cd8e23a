import Storage

struct MoveCopy {
    /// Sorted so that each follows the tables that it references.
    let tables: [MovedTable]
    let source: EngineConnection
    let target: EngineConnection

    /// Returns the number of rows. Throws `cannotMove` if the target's rows differ from the source's.
    func run(
        _ reached: (StorageMove.Step) throws -> Void, _ report: (StorageMove.Progress) -> Void
    ) throws -> Int {
        // The initial rows are among the copied ones.
        for table in tables.reversed() { _ = try target.run("DELETE FROM \(table.sql)") }
        var copied: [(MovedTable, RowDigest)] = []
        for table in tables {
            let rows = MovedRows(table: table)
            let total = try rows.count(in: source)
            let digest = try rows.copy(from: source, to: target) {
                report(StorageMove.Progress(table: table.name, rows: $0, total: total, stage: .copied))
            }
            copied.append((table, digest))
        }
        try reached(.copied)
        for (table, digest) in copied {
            let arrived = try MovedRows(table: table).digest(in: target)
            let total = try MovedRows(table: table).count(in: source)
            guard arrived == digest, total == digest.rows else {
                throw StorageError.cannotMove(
                    path: "table \(table.name)",
                    reason: """
                        \(total) rows are to be moved, \(digest.rows) were read and \(arrived.rows) arrived, or some arrived \
                        as others; nothing was changed
                        """)
            }
            report(StorageMove.Progress(table: table.name, rows: digest.rows, total: total, stage: .verified))
        }
        try reached(.verified)
        return copied.reduce(0) { $0 + $1.1.rows }
    }
}
