import Storage

/// The columns of a row with their values, for INSERT and UPDATE.
struct RowValues: ExpressibleByDictionaryLiteral {
    private var pairs: [(column: SQL, value: SQL)]

    init(dictionaryLiteral pairs: (SQL, SQL)...) { self.pairs = pairs.map { (column: $0.0, value: $0.1) } }

    var columns: [SQL] { pairs.map { $0.column } }

    /// `(a, b) VALUES (1, 2)`.
    var inserted: SQL { "(\(SQL(list: columns))) VALUES (\(SQL(list: pairs.map { $0.value })))" }

    /// `a = 1, b = 2`.
    var assigned: SQL { SQL(list: pairs.map { "\($0.column) = \($0.value)" }) }

    static func + (one: RowValues, other: RowValues) -> RowValues {
        var sum = one
        sum.pairs += other.pairs
        return sum
    }
}
