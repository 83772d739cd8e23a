// Where a service's database is.

public import Foundation

/// Where a database is, and by that which engine it has.
public enum DatabaseLocation: Sendable {
    /// A file of SQLite, of this process alone.
    case file(URL)
    /// A schema of a PostgreSQL, which several processes may have open.
    case postgreSQL(PostgreSQLAddress, schema: String)
}

/// Without what is secret in an address.
extension DatabaseLocation: CustomStringConvertible {
    public var description: String {
        switch self {
        case .file(let url): url.path
        case .postgreSQL(let address, let schema): "\(address), schema \(schema)"
        }
    }
}
