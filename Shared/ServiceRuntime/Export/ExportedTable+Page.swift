import BaliseJSON
import Foundation
public import Models
public import Storage

extension ExportedTable {
    /// Reads as many entries as fit.
    /// - Parameter place: The end of the previous page; nil for the first.
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
            // The position after an owner's last row is equivalent to the one before the next owner's first row.
            if page.isFull { return ExportPage.Reply(entries: page.json.bytes, next: "\(owner)/\(last ?? "")") }
            (next, after) = (try self.owner(behind: owner, owners(account), connection), nil)
        }
        return ExportPage.Reply(entries: page.json.bytes, next: nil)
    }

    private struct Page {
        let limit: Int
        var json = JSONWriter(capacity: ExportPage.fullAtBytes)
        var count = 0

        init(limit: Int) { self.limit = limit }

        var isFull: Bool { count >= limit || json.bytes.count >= ExportPage.fullAtBytes }
    }

    private func begin(
        _ place: String?, _ owners: SQL, _ connection: Connection
    ) throws(StorageError) -> (owner: Int64?, place: String?) {
        guard let place else { return (try owner(behind: nil, owners, connection), nil) }
        let parts = place.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let owner = Int64(parts[0]) else { return (nil, nil) }
        // The object may belong to another account by now.
        let same: Int64? = try connection.value("SELECT o.owner FROM (\(owners)) o WHERE o.owner = \(owner)")
        guard same != nil else { return (try self.owner(behind: owner, owners, connection), nil) }
        return (owner, String(parts[1]))
    }

    private func owner(behind owner: Int64?, _ owners: SQL, _ connection: Connection) throws(StorageError) -> Int64? {
        try connection.value("SELECT min(o.owner) AS owner FROM (\(owners)) o WHERE o.owner > \(owner ?? .min)")
    }

    /// Adds rows until the page is full. Returns the position of the last one.
    private func read(
        _ page: inout Page, from rows: SQL, after place: String?, _ connection: Connection
    ) throws(StorageError) -> String? {
        var last: String?
        // The engine may send all requested rows.
        let limit = page.limit - page.count
        try connection.forEach(
            """
            SELECT \(selected), \(key.selected) FROM \(rows) AND \(key.condition(after: place)) ORDER BY \(key.order) \
            LIMIT \(limit)
            """
        ) { row throws(StorageError) in
            // It counts also if a value is unreadable, so that the next page starts after it.
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
            case .moment(let moment):
                write(string: RFC3339.text(of: moment.date, to: .milliseconds))
            case .json(let json): write(json: json)
            }
        }
        write("}")
    }
}
