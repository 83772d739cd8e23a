/// The engines word the condition of a rule or a partial index differently, so each is asked which values meet it, from a few
/// for each column: all that a condition of these schemas can tell apart.
struct Condition {
    struct Column {
        var name: String
        /// One of SQLite's four.
        var type: String
        var isRequired: Bool
    }

    /// How an engine writes values, and what it says of NULL.
    struct Dialect {
        /// By SQLite's name of the type.
        var types: [String: String]
        var blob: String
        var yes: String
    }

    var text: String
    var columns: [Column]

    /// - Parameter columns: Of the table; the condition names some of them.
    init(_ text: String, of columns: [Column]) {
        self.text = text
        // The names of types that PostgreSQL writes behind values may be names of columns.
        let named = text.replacing(/::[a-z ]+/, with: "")
        self.columns = columns.filter { named.mentions($0.name) }.sorted { $0.name < $1.name }
    }

    static func and(_ conditions: [Condition]) -> [Condition] {
        Dictionary(grouping: conditions) { $0.columns.map(\.name) }.values.compactMap { group in
            guard var all = group.first else { return nil }
            all.text = group.map { "(\($0.text))" }.joined(separator: " AND ")
            return all
        }
    }

    /// One text for each choice of values that meets the condition or, with `refused`, violates it; NULL does neither.
    func query(_ dialect: Dialect, texts: [String], refused: Bool) -> String {
        let sources = columns.enumerated().map { place, column in
            let values = values(of: column, dialect, texts: texts).map { value in
                // Each engine has its own way to write bytes, and there is one value of that type.
                let label = value == dialect.blob ? "bytes" : value.replacing("'", with: "")
                return """
                    SELECT CAST('\(label)' AS \(dialect.types["TEXT"] ?? "")) AS label\(place), \
                    CAST(\(value) AS \(dialect.types[column.type] ?? "")) AS \(column.name)
                    """
            }
            return "(\(values.joined(separator: " UNION ALL "))) AS source\(place)"
        }
        let labels = columns.enumerated().map { "'\($1.name)=' || label\($0)" }.joined(separator: " || ' ' || ")
        let condition = "coalesce((\(text)), \(refused ? dialect.yes : "NOT \(dialect.yes)"))"
        return """
            SELECT \(labels) FROM \(sources.joined(separator: " CROSS JOIN ")) \
            WHERE \(refused ? "NOT " : "")\(condition)
            """
    }

    private func values(of column: Column, _ dialect: Dialect, texts: [String]) -> [String] {
        let values =
            switch column.type {
            case "INTEGER": ["0", "1", "2"]
            case "REAL": ["1.5"]
            case "BLOB": [dialect.blob]
            default: (Set(texts).sorted() + ["some other"]).map { "'\($0)'" }
            }
        return column.isRequired ? values : values + ["NULL"]
    }
}
