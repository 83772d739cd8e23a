import BaliseJSON
import Foundation
import MessageBus
public import Models
public import Storage

/// A service's part of an account's export. Every table is in one list; a test compares them with the database.
public struct AccountExport: Sendable {
    /// The exported tables, in the order in which people read them.
    public let tables: [ExportedTable]
    /// The tables with no data of accounts, or with data that another table also has, each with the reason.
    public let leftOut: [String: String]

    public init(_ tables: [ExportedTable], leftOut: [String: String]) {
        self.tables = tables
        self.leftOut = leftOut
    }

    func serve(of database: ServiceDatabase, in handlers: inout HandlerTable) {
        let tables = tables
        let description = DescribeExport.Reply(subjects: tables.map(\.subject))
        handlers.on(DescribeExport.self, from: [.edge]) { _, _ in description }
        handlers.onPool(ExportPage.self, from: [.edge]) { request, _ in
            guard let table = tables.first(where: { $0.subject.name == request.subject }) else {
                throw ServiceError(.invalidRequest, "there is no such subject in this service")
            }
            return try await database.readSnapshot { try table.page(of: request.account, after: request.after, in: $0) }
        }
    }
}

/// A table in the export. Every column must be in `columns` or, with a reason, in `leftOut`; a test checks this.
public struct ExportedTable: Sendable {
    public let table: String
    public let subject: ExportSubject
    /// The columns that are not exported, with the reasons.
    public let leftOut: [String: String]
    let columns: [ExportedColumn]
    let selected: SQL
    let key: ExportKey
    let source: @Sendable (AccountID) -> SQL

    /// The columns that `AccountOwnedRows` needs in a table, with the reasons for leaving them out.
    public static let ownerColumns = [
        "account": "the id of the account",
        "account_number": "an internal number of the account, which its profile shows",
        "is_confirmed": "whether the accounts feed, read anew, has told of the account again",
    ]

    /// Describes a table.
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - title: One sentence for people.
    ///   - columns: The exported columns. Their members have the same names in camel case.
    ///   - leftOut: The other columns, each with the reason.
    ///   - key: Identifies and sorts an account's rows.
    ///   - source: The text after FROM, which ends with a condition; it names the table `t`.
    public init(
        _ table: String, as name: String, _ title: String, _ columns: [ExportedColumn],
        leftOut: [String: String] = [:], key: ExportKey, from source: @escaping @Sendable (AccountID) -> SQL
    ) {
        (self.table, self.columns, self.leftOut, self.key, self.source) = (table, columns, leftOut, key, source)
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

    /// Describes a column of the table, or a column that the source adds.
    public init(_ name: StaticString, _ form: ExportedForm = .text) {
        self.name = name
        self.form = form
        decode = nil
    }

    /// Describes a column of bytes that are exported as JSON.
    public init(_ name: StaticString, decode: @escaping @Sendable ([UInt8]) throws -> String) {
        self.name = name
        form = .json
        self.decode = decode
    }

    var sql: SQL { SQL(stringLiteral: name) }

    /// The member's name in the export: `created_at` becomes `createdAt`.
    var memberName: String {
        let words = "\(name)".split(separator: "_").map(String.init)
        return words.dropFirst().reduce(words.first ?? "") { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}

/// The columns that identify and sort an account's rows in a table.
public enum ExportKey: Sendable {
    case number(SQL)
    case text(SQL)
    /// Two columns of whole numbers, in the order of an index.
    case numbers(SQL, SQL)
    /// Rows of several owners: the column with the owner, a query for all owners in a column `owner`, and the key of
    /// one owner's rows. A page reads one owner after the other, so that it can use the table's index.
    indirect case within(SQL, owners: @Sendable (AccountID) -> SQL, ExportKey)

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

    /// Returns the condition for one owner's rows after a position; if the position is nil, for all rows.
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

extension ExportedTable {
    /// Reads as many entries as fit on a page.
    /// - Parameter place: The end of the previous page; nil for the first page.
    public func page(
        of account: AccountID, after place: String?, limit: Int = ExportPage.maximumEntries, in connection: Connection
    ) throws(StorageError) -> ExportPage.Reply {
        var page = Page(limit: limit)
        guard case .within(let column, let owners, _) = key else {
            let last = try read(&page, from: source(account), after: place, connection)
            return ExportPage.Reply(entries: page.json.bytes, next: page.isFull ? last : nil)
        }
        let (before, within) = try begin(place, owners(account), connection)
        var (next, after) = (before, within)
        while let owner = next {
            let rows: SQL = "\(source(account)) AND \(column) = \(owner)"
            let last = try read(&page, from: rows, after: after, connection)
            // The position after an owner's last row means the same as the position before the next owner's first row.
            if page.isFull { return ExportPage.Reply(entries: page.json.bytes, next: "\(owner)/\(last ?? "")") }
            (next, after) = (try self.owner(behind: owner, owners(account), connection), nil)
        }
        return ExportPage.Reply(entries: page.json.bytes, next: nil)
    }

    private struct Page {
        let limit: Int
        var json = JSONWriter(capacity: ExportPage.fullAtBytes)
        var count = 0

        var isFull: Bool { count >= limit || json.bytes.count >= ExportPage.fullAtBytes }
    }

    private func begin(
        _ place: String?, _ owners: SQL, _ connection: Connection
    ) throws(StorageError) -> (owner: Int64?, place: String?) {
        guard let place else { return (try owner(behind: nil, owners, connection), nil) }
        let parts = place.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let owner = Int64(parts[0]) else { return (nil, nil) }
        // The owner may have been given to another account since the last page.
        let same: Int64? = try connection.value("SELECT o.owner FROM (\(owners)) o WHERE o.owner = \(owner)")
        guard same != nil else { return (try self.owner(behind: owner, owners, connection), nil) }
        return (owner, String(parts[1]))
    }

    private func owner(behind owner: Int64?, _ owners: SQL, _ connection: Connection) throws(StorageError) -> Int64? {
        try connection.value("SELECT min(o.owner) AS owner FROM (\(owners)) o WHERE o.owner > \(owner ?? .min)")
    }

    /// Adds rows until the page is full. Returns the position of the last row; nil without rows.
    private func read(
        _ page: inout Page, from rows: SQL, after place: String?, _ connection: Connection
    ) throws(StorageError) -> String? {
        var last: String?
        // The database may send all rows that the query asks for, so the query needs a limit.
        let limit = page.limit - page.count
        try connection.forEach(
            """
            SELECT \(selected), \(key.selected) FROM \(rows) AND \(key.condition(after: place)) ORDER BY \(key.order) \
            LIMIT \(limit)
            """
        ) { row throws(StorageError) in
            // A row with an unreadable value also counts, so that the next page starts after it.
            last = try key.place(of: row)
            let isFirst = page.json.bytes.isEmpty
            page.count += 1
            let values = try columns.map { column throws(StorageError) in try column.value(in: row) }
            if !isFirst { page.json.write(",\n") }
            page.json.write(values, of: subject.members)
            return !page.isFull
        }
        return last
    }
}

private enum ExportedValue {
    case text(String)
    case whole(Int64)
    case real(Double)
    case flag(Bool)
    case moment(UnixTime)
    case json(String)
}

extension ExportedColumn {
    fileprivate func value(in row: borrowing Row) throws(StorageError) -> ExportedValue? {
        if let decode {
            guard let bytes: [UInt8] = try row[name] else { return nil }
            do { return .json(try decode(bytes)) } catch {
                throw .unreadable(column: "\(name)", source: "an export")
            }
        }
        return switch form {
        case .text: (try row[name] as String?).map { .text($0) }
        case .whole: (try row[name] as Int64?).map { .whole($0) }
        case .real: (try row[name] as Double?).map { .real($0) }
        case .flag: (try row[name] as Bool?).map { .flag($0) }
        case .moment: (try row[name] as UnixTime?).map { .moment($0) }
        case .json: (try row[name] as String?).map { .json($0) }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ values: [ExportedValue?], of members: [ExportSubject.Member]) {
        write("{")
        var isFirst = true
        for case (let member, let value?) in zip(members, values) {
            if !isFirst { write(",") }
            isFirst = false
            write(string: member.name)
            write(":")
            switch value {
            case .text(let text): write(string: text)
            case .whole(let number): write(number)
            case .real(let number): write(number)
            case .flag(let flag): write(flag)
            case .moment(let moment): write(string: RFC3339.text(of: moment.date, to: .milliseconds))
            case .json(let json): write(json: json)
            }
        }
        write("}")
    }
}
