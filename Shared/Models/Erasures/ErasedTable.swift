// How many rows of an account a service has erased.

/// How many rows of a table a service has erased with an account.
public struct ErasedTable: Codable, Hashable, Sendable {
    /// As the table is called in the service's database.
    public var name: String
    public var rows: Int64
    /// When the last of them is deleted, where they hold nothing of the person any more but have to stay for a while;
    /// nil when they are deleted.
    public var goneBy: UnixTime?

    enum CodingKeys: Int, CodingKey { case name = 0, rows, goneBy }

    public init(_ name: String, rows: Int64, goneBy: UnixTime? = nil) {
        self.name = name
        self.rows = rows
        self.goneBy = goneBy
    }
}

/// What a service has erased of an account, and where the accounts feed stood then.
public struct ErasedAccountRows: Codable, Hashable, Sendable {
    public var account: AccountID
    /// The sequence in the accounts feed of what told the service to erase them.
    public var sequence: UInt64
    /// Without tables of which there was no row.
    public var tables: [ErasedTable]

    enum CodingKeys: Int, CodingKey { case account = 0, sequence, tables }

    public init(account: AccountID, sequence: UInt64, tables: [ErasedTable]) {
        self.account = account
        self.sequence = sequence
        self.tables = tables
    }
}
