/// The number of rows that a service has erased from a table.
public struct ErasedTable: Codable, Hashable, Sendable {
    /// The table's name in the service's database.
    public var name: String
    public var rows: Int64
    /// When the last row is deleted, if some must stay for a while without personal data; nil when all are deleted.
    public var goneBy: UnixTime?

    enum CodingKeys: Int, CodingKey { case name = 0, rows, goneBy }

    public init(_ name: String, rows: Int64, goneBy: UnixTime? = nil) {
        self.name = name
        self.rows = rows
        self.goneBy = goneBy
    }
}

/// The rows of an account that a service has erased, and its position in the accounts feed.
public struct ErasedAccountRows: Codable, Hashable, Sendable {
    public var account: AccountID
    /// The sequence in the accounts feed of the change that caused the erasure.
    public var sequence: UInt64
    /// Without tables that had no rows.
    public var tables: [ErasedTable]

    enum CodingKeys: Int, CodingKey { case account = 0, sequence, tables }

    public init(account: AccountID, sequence: UInt64, tables: [ErasedTable]) {
        self.account = account
        self.sequence = sequence
        self.tables = tables
    }
}
