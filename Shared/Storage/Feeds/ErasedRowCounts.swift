public import Models

/// Counts the erased rows of each table.
public struct ErasedRowCounts: Hashable, Sendable {
    /// In the order of the first count, without tables that had no rows.
    public private(set) var tables: [ErasedTable] = []

    public init() {}

    /// - Parameter end: When the rows are deleted, if they stay for a while.
    public mutating func add(_ rows: Int, of table: String, goneBy end: UnixTime? = nil) {
        guard rows > 0 else { return }
        guard let index = tables.firstIndex(where: { $0.name == table }) else {
            return tables.append(ErasedTable(table, rows: Int64(rows), goneBy: end))
        }
        tables[index].rows += Int64(rows)
        tables[index].goneBy = [tables[index].goneBy, end].compactMap(\.self).max()
    }
}
