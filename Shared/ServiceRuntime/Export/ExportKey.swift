public import Models
public import Storage

/// Identifies and sorts an account's rows in a table.
public enum ExportKey: Sendable {
    case number(SQL)
    case text(SQL)
    /// Two columns of whole numbers, in the order of an index.
    case numbers(SQL, SQL)
    /// Rows of several owners: the column with the owner, a query for all owners in a column `owner`, and the key of one
    /// owner's rows. A page reads one owner after the other, so that it can use the table's index.
    indirect case within(SQL, owners: @Sendable (AccountID) -> SQL, ExportKey)
}

extension ExportKey {
    var selected: SQL {
        switch self {
        case .number(let column), .text(let column): "\(column) AS export_key"
        case .numbers(let first, let second): "\(first) AS export_key, \(second) AS export_key_2"
        case .within(_, _, let key): key.selected
        }
    }

    var order: SQL {
        switch self {
        case .number(let column), .text(let column): column
        case .numbers(let first, let second): "\(first), \(second)"
        case .within(_, _, let key): key.order
        }
    }

    /// The rows after a position among those of one owner; all without a position.
    func condition(after place: String?) -> SQL {
        guard let place else { return "1 = 1" }
        switch self {
        case .text(let column): return "\(column) > \(place)"
        case .number(let column):
            guard let number = Int64(place) else { return "1 = 0" }
            return "\(column) > \(number)"
        case .numbers(let first, let second):
            let parts = place.split(separator: "/").map { Int64($0) }
            guard parts.count == 2, let one = parts[0], let two = parts[1] else { return "1 = 0" }
            return "(\(first), \(second)) > (\(one), \(two))"
        case .within(_, _, let key): return key.condition(after: place)
        }
    }

    func place(of row: borrowing Row) throws(StorageError) -> String {
        switch self {
        case .number: "\(try row["export_key"] as Int64)"
        case .text: try row["export_key"]
        case .numbers: "\(try row["export_key"] as Int64)/\(try row["export_key_2"] as Int64)"
        case .within(_, _, let key): try key.place(of: row)
        }
    }
}
