/// Each fact is one line of text, the same for both engines: two databases with the same facts accept and refuse the same rows.
/// Conditions are not compared as texts: each engine lists the values that meet them (`Condition`).
struct Catalogue {
    private(set) var facts: Set<String> = []

    mutating func add(_ fact: String) { facts.insert(fact) }

    mutating func addTable(_ name: String) { add("table \(name)") }

    /// - Parameter type: One of SQLite's four.
    mutating func addColumn(_ name: String, of table: String, type: String, isRequired: Bool, preset: String?) {
        add("column \(table).\(name) \(type)\(isRequired ? " NOT NULL" : "")")
        if let preset { add("column \(table).\(name) DEFAULT \(preset)") }
    }

    /// A column that the engine fills with a number unique in the table.
    mutating func addNumbering(_ column: String, of table: String) { add("column \(table).\(column) numbers its rows") }

    mutating func addKey(_ columns: [String], of table: String, isPrimary: Bool) {
        add("\(isPrimary ? "primary key" : "unique") \(table) (\(columns.joined(separator: ", ")))")
    }

    mutating func addReference(
        _ columns: [String], of table: String, to other: String, _ otherColumns: [String], onDelete: String,
        onUpdate: String
    ) {
        add(
            """
            reference \(table) (\(columns.joined(separator: ", "))) to \(other) \
            (\(otherColumns.joined(separator: ", "))), on delete \(onDelete), on update \(onUpdate)
            """)
    }

    mutating func addIndex(_ name: String, on table: String, _ columns: [String], isUnique: Bool, isPartial: Bool) {
        add(
            """
            \(isUnique ? "unique " : "")\(isPartial ? "partial " : "")index \(name) on \(table) \
            (\(columns.joined(separator: ", ")))
            """)
    }

    /// Epochs of feeds are random.
    mutating func addRow(_ columns: [(name: String, value: String?)], of table: String) {
        let values = columns.filter { $0.name != "epoch" }.sorted { $0.name < $1.name }
            .map { "\($0.name)=\($0.value ?? "NULL")" }
        add("row \(table) \(values.joined(separator: " "))")
    }

    /// The facts that only one of the two has, in lines that begin with + and -.
    func differences(from other: Catalogue) -> [String] {
        facts.subtracting(other.facts).map { "+ \($0)" }.sorted()
            + other.facts.subtracting(facts).map { "- \($0)" }.sorted()
    }

    func without(_ tables: Set<String>) -> Catalogue { filtered { fact in !tables.contains { fact.mentions($0) } } }

    func filtered(_ isKept: (String) -> Bool) -> Catalogue {
        var catalogue = Catalogue()
        catalogue.facts = facts.filter(isKept)
        return catalogue
    }
}

extension String {
    /// Whether a name occurs in this text, outside of quoted texts.
    func mentions(_ name: String) -> Bool {
        self.replacing(/'[^']*'/, with: "").split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains(name[...])
    }

    var quotedTexts: [String] { matches(of: /'([^']*)'/).map { String($0.output.1) } }
}
