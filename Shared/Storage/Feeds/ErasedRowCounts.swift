// How many rows are erased with an account, counted while they are.

public import Models

/// Counts the rows of each table that are erased with an account.
public struct ErasedRowCounts: Hashable, Sendable {
    /// In the order in which they were first counted, without tables of which there was no row.
    public private(set) var tables: [ErasedTable] = []

    public init() {}

    /// Adds rows of a table.
    ///
    /// - Parameter end: When they are deleted, where they stay for a while.
    public mutating func add(_ rows: Int, of table: String, goneBy end: UnixTime? = nil) {
        guard rows > 0 else { return }
        guard let index = tables.firstIndex(where: { $0.name == table }) else {
            return tables.append(ErasedTable(table, rows: Int64(rows), goneBy: end))
        }
        tables[index].rows += Int64(rows)
        tables[index].goneBy = [tables[index].goneBy, end].compactMap(\.self).max()
    }
}
