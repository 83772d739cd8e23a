import Crypto
import Foundation
import Storage

struct MovedRows {
    let table: MovedTable

    static let reportedRows = 100_000
    /// How many bytes are sent to a server before the results are read.
    private static let sentBytes = 1 << 20

    /// Copies the rows, and returns the digest of the source. `report` gets the number of copied rows now and then.
    func copy(from source: EngineConnection, to target: EngineConnection, _ report: (Int) -> Void) throws -> RowDigest {
        var digest = RowDigest()
        let insertion = table.insertion
        var bytes = 0
        try forEach(in: source) { row in
            digest.add(row)
            do { try target.enqueue(insertion.with(row)) } catch { throw failure(error, of: row) }
            bytes += row.reduce(0) { $0 + $1.binarySize }
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

    /// Throws for the first text that PostgreSQL would reject, because it contains U+0000 or invalid UTF-8.
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
                throw unreadable(unread.name, row, "a value of another type, or a text that is not UTF-8")
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

struct MoveCopy {
    /// The tables, each after the tables that it references.
    let tables: [MovedTable]
    let source: EngineConnection
    let target: EngineConnection

    /// Moves the rows, and returns their number. Throws `cannotMove` if the target's rows differ from the source's.
    func run(_ reached: (StorageMove.Step) throws -> Void, _ report: (StorageMove.Progress) -> Void) throws -> Int {
        // The initial rows of the target are deleted, because they are among the copied rows.
        for table in tables.reversed() { _ = try target.run("DELETE FROM \(table.sql)") }
        var copied: [(MovedTable, RowDigest)] = []
        for table in tables {
            let rows = MovedRows(table: table)
            let total = try rows.count(in: source)
            let digest = try rows.copy(from: source, to: target) {
                report(StorageMove.Progress(table: table.name, rows: $0, total: total, stage: .copied))
            }
            copied.append((table, digest))
        }
        try reached(.copied)
        for (table, digest) in copied {
            let arrived = try MovedRows(table: table).digest(in: target)
            let total = try MovedRows(table: table).count(in: source)
            guard arrived == digest, total == digest.rows else {
                throw StorageError.cannotMove(
                    path: "table \(table.name)",
                    reason: """
                        \(total) rows are to be moved, \(digest.rows) were read and \(arrived.rows) arrived, or some arrived \
                        as others; nothing was changed
                        """)
            }
            report(StorageMove.Progress(table: table.name, rows: digest.rows, total: total, stage: .verified))
        }
        try reached(.verified)
        return copied.reduce(0) { $0 + $1.1.rows }
    }
}

/// The number of rows and the sum of their SHA-256 digests. The sum needs no order and no memory.
struct RowDigest: Hashable, Sendable {
    private(set) var rows = 0
    private var sum = SIMD4<UInt64>()

    mutating func add(_ row: [StoredValue]) {
        var hash = SHA256()
        for value in row { hash.update(value) }
        hash.finalize().withUnsafeBytes { sum &+= $0.loadUnaligned(as: SIMD4<UInt64>.self) }
        rows += 1
    }
}

extension SHA256 {
    /// Adds a value with its type and length, so that different rows never have the same bytes.
    fileprivate mutating func update(_ value: StoredValue) {
        switch value {
        case .null: begin(0, 0)
        case .integer(let number): begin(1, number)
        case .real(let number):
            // SQLite stores no negative zero. It equals positive zero, so both get the same digest.
            begin(2, Int64(bitPattern: number == 0 ? 0 : number.bitPattern))
        case .text(var text): text.withUTF8 { append(3, $0) }
        case .bytes(let bytes): bytes.withUnsafeBufferPointer { append(4, $0) }
        }
    }

    private mutating func begin(_ kind: UInt8, _ number: Int64) {
        withUnsafeBytes(of: kind) { update(bufferPointer: $0) }
        withUnsafeBytes(of: number.littleEndian) { update(bufferPointer: $0) }
    }

    private mutating func append(_ kind: UInt8, _ bytes: UnsafeBufferPointer<UInt8>) {
        begin(kind, Int64(bytes.count))
        update(bufferPointer: UnsafeRawBufferPointer(bytes))
    }
}
