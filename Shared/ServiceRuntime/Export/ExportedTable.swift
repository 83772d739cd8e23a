// What of a table belongs into the export of an account, and what does not.

public import Models
public import Storage

/// A table of which the rows of an account are given out.
///
/// Every column of the table stands in `columns` or, with the reason, in `leftOut`; a test compares them with the
/// database.
public struct ExportedTable: Sendable {
    /// The table in the database.
    public let table: String
    public let subject: ExportSubject
    /// The columns of the table that are not given out, with the reason.
    public let leftOut: [String: String]
    let columns: [ExportedColumn]
    let selected: SQL
    let key: ExportKey
    let source: @Sendable (AccountID) -> SQL

    /// - Parameters:
    ///   - table: Its name in the database.
    ///   - name: The name of the file.
    ///   - title: What it is, in a sentence for people.
    ///   - columns: Those that are given out. Members are called like them, in camel case.
    ///   - leftOut: The others, each with the reason.
    ///   - key: By what the rows of an account are told apart, in the order in which they are given out.
    ///   - source: What stands behind FROM and ends with a condition; it names the table `t`.
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

    /// The names of the columns that are given out.
    public var exported: [String] { columns.map { "\($0.name)" } }
}

/// A column, and the form in which its value is given out.
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

    /// A column of bytes that are given out as JSON.
    public init(_ name: StaticString, decode: @escaping @Sendable ([UInt8]) throws -> String) {
        self.name = name
        form = .json
        self.decode = decode
    }

    var sql: SQL { SQL(stringLiteral: name) }

    /// `created_at` as `createdAt`.
    var memberName: String {
        let words = "\(name)".split(separator: "_").map(String.init)
        return words.dropFirst().reduce(words.first ?? "") { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}
