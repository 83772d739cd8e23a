public import Foundation

/// The location of a database, which also determines its engine.
public enum DatabaseLocation: Sendable {
    /// A SQLite file, used by this process only.
    case file(URL)
    /// A schema of a PostgreSQL, which several processes may use.
    case postgreSQL(PostgreSQLAddress, schema: String)
}

/// Without the secrets in an address.
extension DatabaseLocation: CustomStringConvertible {
    public var description: String {
        switch self {
        case .file(let url): url.path
        case .postgreSQL(let address, let schema): "\(address), schema \(schema)"
        }
    }
}
