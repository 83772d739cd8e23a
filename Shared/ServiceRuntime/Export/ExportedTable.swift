public import Models
public import Storage

/// Every column must be in `columns` or, with a reason, in `leftOut`; a test compares them with the database.
public struct ExportedTable: Sendable {
    public let table: String
    public let subject: ExportSubject
    /// The columns that are not exported, with the reasons.
    public let leftOut: [String: String]
    let columns: [ExportedColumn]
    let selected: SQL
    let key: ExportKey
    let source: @Sendable (AccountID) -> SQL

    /// - Parameters:
    ///   - name: The name of the file.
    ///   - title: One sentence for people.
    ///   - columns: The exported ones. Their members have the same names in camel case.
    ///   - leftOut: The others, each with the reason.
    ///   - key: Identifies and sorts an account's rows.
    ///   - source: The text after FROM, which ends with a condition; it names the table `t`.
    public init(
        _ table: String, as name: String, _ title: String, _ columns: [ExportedColumn],
        leftOut: [String: String] = [:], key: ExportKey, from source: @escaping @Sendable (AccountID) -> SQL
    ) {
        self.table = table
        self.columns = columns
        self.leftOut = leftOut
        self.key = key
        self.source = source
        subject = ExportSubject(
            name: name, title: title,
            members: columns.map { ExportSubject.Member(name: $0.memberName, form: $0.form) })
        selected = columns.dropFirst().reduce(columns.first?.sql ?? "1 AS nothing") { "\($0), \($1.sql)" }
    }

    public var exported: [String] { columns.map { "\($0.name)" } }
}

/// A column of an exported table, and the form of its values in the export.
public struct ExportedColumn: Sendable {
    let name: StaticString
    let form: ExportedForm
    let decode: (@Sendable ([UInt8]) throws -> String)?

    /// A column of the table, or one that the source adds.
    public init(_ name: StaticString, _ form: ExportedForm = .text) {
        self.name = name
        self.form = form
        decode = nil
    }

    /// A column of bytes that are exported as JSON.
    public init(_ name: StaticString, decode: @escaping @Sendable ([UInt8]) throws -> String) {
        self.name = name
        form = .json
        self.decode = decode
    }

    var sql: SQL { SQL(stringLiteral: name) }

    /// `created_at` becomes `createdAt`.
    var memberName: String {
        let words = "\(name)".split(separator: "_").map(String.init)
        return words.dropFirst().reduce(words.first ?? "") { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}
