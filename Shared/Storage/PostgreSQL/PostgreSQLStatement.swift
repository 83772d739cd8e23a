import CPostgreSQL
import Foundation

/// A statement with its result. All rows have arrived before the first row is read, unless they are streamed.
@usableFromInline
package final class PostgreSQLStatement {
    let name: UnsafePointer<CChar>
    let text: String
    let types: [Oid]
    /// Whether the statement controls transactions, like BEGIN and COMMIT. Only this module may run such statements.
    let controlsTransaction: Bool
    @usableFromInline let changesData: Bool
    @exclusivity(unchecked) var isPrepared = false
    @exclusivity(unchecked) private(set) var isRunning = false

    /// The pipeline from which the further rows arrive; nil if the rows are not streamed.
    @exclusivity(unchecked) private var result: OpaquePointer?
    @exclusivity(unchecked) private var furtherResults: [OpaquePointer] = []
    @exclusivity(unchecked) private var row: Int32 = -1
    @exclusivity(unchecked) private var rows: Int32 = 0
    @exclusivity(unchecked) private var columnTypes: [Oid] = []
    @exclusivity(unchecked) private var places = ColumnPlaces()
    weak var stream: PostgreSQLPipeline?
    private weak var connection: PostgreSQLConnection?

    init(name: String, text: String, types: [Oid], controlsTransaction: Bool) {
        let bytes = name.utf8CString
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: byte) }
        self.name = UnsafePointer(copy)
        (self.text, self.types, self.controlsTransaction) = (text, types, controlsTransaction)
        changesData = !["SELECT", "VALUES", "WITH", "TABLE", "SHOW"].contains(text[...].firstSQLWord ?? "")
    }

    deinit {
        clear()
        name.deallocate()
    }

    // MARK: A run

    func begin(on connection: PostgreSQLConnection) throws(StorageError) {
        guard !isRunning else { throw .misuse("this statement is running already: \(text)") }
        isRunning = true
        self.connection = connection
    }

    @usableFromInline
    func end() {
        // If the remaining rows do not arrive, the next use of the connection notices that.
        try? stream?.endStream()
        clear()
        isRunning = false
    }

    private func clear() {
        PQclear(result)
        for result in furtherResults { PQclear(result) }
        furtherResults.removeAll(keepingCapacity: true)
        (result, row, rows) = (nil, -1, 0)
    }

    /// Appends rows that have arrived; the statement releases them.
    func append(_ result: OpaquePointer) {
        if self.result == nil { show(result) } else { furtherResults.append(result) }
    }

    private func show(_ result: OpaquePointer) {
        self.result = result
        (row, rows) = (-1, PQntuples(result))
        let columns = PQnfields(result)
        if columnTypes.count != Int(columns) { columnTypes = (0..<columns).map { PQftype(result, $0) } }
    }

    @usableFromInline
    func step() throws(StorageError) -> Bool {
        places.beginRow()
        while row + 1 >= rows {
            if !furtherResults.isEmpty {
                PQclear(result)
                show(furtherResults.removeFirst())
            } else {
                guard let next = try nextStreamedRows() else { return false }
                PQclear(result)
                show(next)
            }
        }
        row += 1
        return true
    }

    private func nextStreamedRows() throws(StorageError) -> OpaquePointer? {
        guard let stream else { return nil }
        do throws(StorageError) { return try stream.nextStreamedRows() } catch {
            connection?.recordFailure(error)
            throw error
        }
    }

    // MARK: Columns of the current row

    @usableFromInline
    func integer(_ column: Int32) -> Int64? {
        guard !isNull(column), let start = PQgetvalue(result, row, column) else { return nil }
        let bytes = UnsafeRawPointer(start)
        switch columnTypes[Int(column)] {
        case PostgreSQLType.int8: return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case PostgreSQLType.int4: return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case PostgreSQLType.int2: return Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        case PostgreSQLType.oid: return Int64(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)))
        case PostgreSQLType.bool: return bytes.load(as: UInt8.self) == 0 ? 0 : 1
        case PostgreSQLType.numeric: return numeric(column, bytes)?.integer
        default: return nil
        }
    }

    @usableFromInline
    func real(_ column: Int32) -> Double? {
        guard !isNull(column), let start = PQgetvalue(result, row, column) else { return nil }
        let bytes = UnsafeRawPointer(start)
        switch columnTypes[Int(column)] {
        case PostgreSQLType.float8: return Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
        case PostgreSQLType.float4:
            return Double(Float(bitPattern: UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))))
        case PostgreSQLType.numeric: return numeric(column, bytes)?.real
        default: return integer(column).map(Double.init)
        }
    }

    @usableFromInline
    func text(_ column: Int32) -> String? {
        switch columnTypes[Int(column)] {
        case PostgreSQLType.text, PostgreSQLType.varchar, PostgreSQLType.name:
            return buffer(column).map { String(decoding: $0, as: UTF8.self) }
        default: return nil
        }
    }

    @usableFromInline
    func bytes(_ column: Int32) -> [UInt8]? {
        guard columnTypes[Int(column)] == PostgreSQLType.bytea else { return nil }
        return buffer(column).map { [UInt8]($0) }
    }

    @usableFromInline
    func isNull(_ column: Int32) -> Bool { PQgetisnull(result, row, column) != 0 }

    private func buffer(_ column: Int32) -> UnsafeRawBufferPointer? {
        guard !isNull(column) else { return nil }
        return UnsafeRawBufferPointer(
            start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
    }

    private func numeric(_ column: Int32, _ bytes: UnsafeRawPointer) -> PostgreSQLNumeric? {
        PostgreSQLNumeric(UnsafeRawBufferPointer(start: bytes, count: Int(PQgetlength(result, row, column))))
    }

    // MARK: Positions of columns

    @usableFromInline
    func column(_ name: StaticString) throws(StorageError) -> Int32 {
        if let known = places.known(name) { return known }
        return try places.find(
            name, among: PQnfields(result), nameOf: { PQfname(result, $0).map { UnsafePointer($0) } }, misuse: failure)
    }

    @usableFromInline
    func onlyColumn() throws(StorageError) -> Int32 {
        guard columnTypes.count == 1 else { throw failure("a result with one column was wanted") }
        return 0
    }

    @usableFromInline
    func unreadable(_ name: StaticString, _ column: Int32) -> StorageError {
        if isNull(column) { return failure("NULL where there must be a value, \(name),") }
        return .unreadable(column: name.description, source: text)
    }

    private func failure(_ message: String) -> StorageError { .misuse("\(message) in: \(text)") }
}

/// A decimal number in PostgreSQL's binary form, such as `sum` of integers: digits to the base 10,000.
struct PostgreSQLNumeric {
    private let digits: [Int64]
    /// The exponent of the first digit, to the base 10,000.
    private let weight: Int
    private let isNegative: Bool

    /// Reads the binary form; nil for NaN and infinity.
    init?(_ bytes: UnsafeRawBufferPointer) {
        func number(_ index: Int) -> UInt16 {
            UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self))
        }
        guard bytes.count >= 8, bytes.count >= 8 + 2 * Int(number(0)), number(2) == 0 || number(2) == 0x4000 else {
            return nil
        }
        weight = Int(Int16(bitPattern: number(1)))
        isNegative = number(2) == 0x4000
        digits = (0..<Int(number(0))).map { Int64(number(4 + $0)) }
    }

    /// The number as an integer; nil if it has a fraction or is too large.
    var integer: Int64? {
        guard digits.count <= weight + 1 || digits.isEmpty else { return nil }
        var value: Int64 = 0
        for place in 0..<(digits.isEmpty ? 0 : weight + 1) {
            let digit = place < digits.count ? digits[place] : 0
            let (product, tooLarge) = value.multipliedReportingOverflow(by: 10_000)
            let (sum, stillTooLarge) = product.subtractingReportingOverflow(digit)
            if tooLarge || stillTooLarge { return nil }
            value = sum
        }
        // The value is built as a negative number, since the range has one more negative number than positive numbers.
        if isNegative { return value }
        return value == .min ? nil : -value
    }

    var real: Double {
        var value = 0.0
        for digit in digits { value = value * 10_000 + Double(digit) }
        let scaled = value * pow(10_000, Double(weight + 1 - digits.count))
        return isNegative ? -scaled : scaled
    }
}

final class PrefetchedStatement {
    let sql: SQL
    let statement: PostgreSQLStatement
    private var rows: OpaquePointer?

    init(_ sql: SQL, _ statement: PostgreSQLStatement) { (self.sql, self.statement) = (sql, statement) }

    deinit { PQclear(rows) }

    var hasArrived: Bool { rows != nil }

    func receive(_ rows: OpaquePointer) {
        PQclear(self.rows)
        self.rows = rows
    }

    /// Takes the rows, which the caller must release; nil if none were stored or they were taken.
    func take() -> OpaquePointer? {
        defer { rows = nil }
        return rows
    }
}

extension Array where Element == QueuedWrite {
    /// The writes from `start` whose first reads may be sent together, because none of them changes what another reads.
    func phase(from start: Int) -> Range<Int> {
        var asked: Set<[SQL.Part]> = []
        var end = start
        while end < count {
            let reads = self[end].reads.map(\.parts)
            // A write that does not declare its reads may change anything.
            if reads.isEmpty || !asked.isDisjoint(with: reads) { break }
            asked.formUnion(reads)
            end += 1
        }
        return start..<Swift.max(end, start + 1)
    }
}
