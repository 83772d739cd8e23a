import Storage

/// The columns of a row with their values, for INSERT and UPDATE.
struct RowValues: ExpressibleByDictionaryLiteral {
    private var pairs: [(column: SQL, value: SQL)]

    init(dictionaryLiteral pairs: (SQL, SQL)...) { self.pairs = pairs.map { (column: $0.0, value: $0.1) } }

    var columns: [SQL] { pairs.map { $0.column } }

    var inserted: SQL { "(\(SQL(list: columns))) VALUES (\(SQL(list: pairs.map { $0.value })))" }

    /// The text for UPDATE: `a = 1, b = 2`.
    var assigned: SQL { SQL(list: pairs.map { "\($0.column) = \($0.value)" }) }

    static func + (one: RowValues, other: RowValues) -> RowValues {
        var sum = one
        sum.pairs += other.pairs
        return sum
    }
}

/// The rows that one transaction added. Numbers grow, but on PostgreSQL rows of other transactions can lie between.
struct AddedRows {
    let count: Int
    let numbers: ClosedRange<Int64>

    /// Runs `insert`, which returns the number of rows that it added. Nil if it added no rows.
    init?(to table: SQL, on connection: Connection, _ insert: () throws(StorageError) -> Int) throws(StorageError) {
        let former: Int64 = try connection.value("SELECT max(number) FROM \(table)") ?? 0
        count = try insert()
        guard count > 0, let last: Int64 = try connection.value("SELECT max(number) FROM \(table)") else { return nil }
        numbers = former + 1...last
    }
}

/// Names in one column, separated by commas, which names cannot contain. NULL means none.
enum Names {
    static func text(_ names: [String]?) -> String? {
        guard let names, !names.isEmpty else { return nil }
        return names.joined(separator: ",")
    }

    static func read(_ text: String?) -> [String] {
        text?.utf8.split(separator: UInt8(ascii: ",")).compactMap(String.init) ?? []
    }

    static func given(_ text: String?) -> [String]? { text == nil ? nil : read(text) }
}
