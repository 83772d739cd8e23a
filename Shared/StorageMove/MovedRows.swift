import Foundation
import Storage

struct MovedRows {
    let table: MovedTable

    static let reportedRows = 100_000
    /// The bytes that are sent to a server before the results are read.
    private static let sentBytes = 1 << 20

    /// Returns the digest of the source; `report` gets the number of copied rows now and then.
    func copy(
        from source: EngineConnection, to target: EngineConnection, _ report: (Int) -> Void
    ) throws -> RowDigest {
        var digest = RowDigest()
        let insertion = table.insertion
        var bytes = 0
        try forEach(in: source) { row in
            digest.add(row)
            do { try target.enqueue(insertion.with(row)) } catch { throw failure(error, of: row) }
            bytes += row.reduce(0) { $0 + $1.size }
            if bytes > Self.sentBytes {
                try target.settle()
                bytes = 0
            }
            if digest.rows.isMultiple(of: Self.reportedRows) { report(digest.rows) }
        }
        try target.settle()
        return digest
    }

    func digest(in connection: EngineConnection) throws -> RowDigest {
        var digest = RowDigest()
        try forEach(in: connection) { digest.add($0) }
        return digest
    }

    func count(in connection: EngineConnection) throws -> Int {
        let statement = try connection.begin("SELECT count(*) FROM \(table.sql)", onlyReads: true)
        defer { statement.end() }
        return try statement.step() ? Int(statement.integer(0) ?? 0) : 0
    }

    /// Throws for the first text that PostgreSQL rejects: one with U+0000, or invalid UTF-8.
    func checkTexts(in connection: EngineConnection) throws {
        let texts = table.columns.filter { $0.type == .text }
        guard !texts.isEmpty else { return }
        try forEach(in: connection) { row in
            for (column, value) in zip(table.columns, row) {
                guard case .text(let text) = value, text.utf8.contains(0) else { continue }
                throw unreadable(column.name, row, "a text with U+0000, which PostgreSQL does not take")
            }
        }
    }

    private func forEach(in connection: EngineConnection, _ body: ([StoredValue]) throws -> Void) throws {
        let statement = try connection.begin(table.selection, onlyReads: true)
        defer { statement.end() }
        while try statement.step() {
            var row: [StoredValue] = []
            row.reserveCapacity(table.columns.count)
            var unread: MovedTable.Column?
            for (index, column) in table.columns.enumerated() {
                let value = statement.value(Int32(index), column.type)
                if value == nil { unread = unread ?? column }
                row.append(value ?? .null(column.type))
            }
            if let unread {
                throw unreadable(unread.name, row, "what is no value of its type, or a text that is no UTF-8")
            }
            try body(row)
        }
    }

    private func failure(_ error: any Error, of row: [StoredValue]) -> any Error {
        guard let error = error as? StorageError, case .textWithNUL = error else { return error }
        return StorageError.cannotMove(path: table.name, reason: "the row \(key(of: row)) has a text with U+0000")
    }

    private func unreadable(_ column: String, _ row: [StoredValue], _ what: String) -> StorageError {
        .cannotMove(
            path: "table \(table.name)",
            reason: "its column \(column) holds \(what), in the row \(key(of: row)); change that row and try again")
    }

    private func key(of row: [StoredValue]) -> String {
        let values = table.key.compactMap { name in
            table.columns.firstIndex { $0.name == name }.map { "\(name) = \(row[$0].shown)" }
        }
        return values.isEmpty ? "of a table without a key" : values.joined(separator: ", ")
    }
}

extension EngineConnection {
    func settle() throws(StorageError) {
        if case .postgreSQL(let connection) = self { try connection.settle() }
    }
}

extension EngineStatement {
    fileprivate func value(_ column: Int32, _ type: ColumnType) -> StoredValue? {
        if isNull(column) { return .null(type) }
        switch type {
        case .integer: return integer(column).map { .integer($0) }
        case .real: return real(column).map { .real($0) }
        case .bytes: return bytes(column).map { .bytes($0) }
        case .text:
            guard case .sqlite = self else { return text(column).map { .text($0) } }
            // SQLite accepts any bytes as text, and reading them as a string would repair invalid UTF-8.
            return bytes(column).flatMap { String(validating: $0, as: UTF8.self) }.map { .text($0) }
        }
    }
}

extension StoredValue {
    /// An estimate in bytes.
    fileprivate var size: Int {
        switch self {
        case .null: 1
        case .integer, .real: 8
        case .text(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        }
    }

    fileprivate var shown: String {
        switch self {
        case .null: "NULL"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): text.debugDescription
        case .bytes(let bytes): "x'" + bytes.map { String(format: "%02x", $0) }.joined() + "'"
        }
    }
}
