import CPostgreSQL
import Foundation

/// A reusable buffer for the values of one statement.
final class PostgreSQLParameters {
    private(set) var count = 0
    private var room = 16
    private var bytes: UnsafeMutableRawPointer = .allocate(byteCount: 1024, alignment: 8)
    private var size = 1024
    private(set) var pointers: UnsafeMutablePointer<UnsafePointer<CChar>?>
    private(set) var lengths: UnsafeMutablePointer<Int32>
    private(set) var formats: UnsafeMutablePointer<Int32>
    private(set) var types: UnsafeMutablePointer<Oid>

    init() {
        pointers = .allocate(capacity: room)
        lengths = .allocate(capacity: room)
        formats = .allocate(capacity: room)
        types = .allocate(capacity: room)
        formats.initialize(repeating: 1, count: room)
    }

    deinit {
        bytes.deallocate()
        for pointer in [UnsafeMutableRawPointer(pointers), .init(lengths), .init(formats), .init(types)] {
            pointer.deallocate()
        }
    }

    /// Takes a statement's values, in the order of the parameters. Throws `textWithNUL`.
    func take(_ sql: SQL) throws(StorageError) {
        var (values, length) = (0, 0)
        for case .value(let value) in sql.parts {
            values += 1
            length += value.binarySize
        }
        makeRoom(for: values, bytes: length)
        count = 0
        var used = 0
        for case .value(let value) in sql.parts {
            types[count] = value.postgreSQLType
            let start = bytes + used
            let written = value.write(to: start)
            if case .text = value, memchr(start, 0, written) != nil { throw .textWithNUL }
            pointers[count] = written < 0 ? nil : UnsafePointer(start.assumingMemoryBound(to: CChar.self))
            lengths[count] = Int32(clamping: max(0, written))
            used += max(0, written)
            count += 1
        }
    }

    func fit(_ statement: PostgreSQLStatement) -> Bool {
        guard statement.types.count == count else { return false }
        for index in 0..<count where statement.types[index] != types[index] { return false }
        return true
    }

    var currentTypes: [Oid] { Array(UnsafeBufferPointer(start: types, count: count)) }

    private func makeRoom(for values: Int, bytes length: Int) {
        if length > size || size > Self.keptSize {
            size = max(length, 1024)
            bytes.deallocate()
            bytes = .allocate(byteCount: size, alignment: 8)
        }
        guard values > room else { return }
        room = values
        for pointer in [UnsafeMutableRawPointer(pointers), .init(lengths), .init(formats), .init(types)] {
            pointer.deallocate()
        }
        pointers = .allocate(capacity: room)
        lengths = .allocate(capacity: room)
        formats = .allocate(capacity: room)
        types = .allocate(capacity: room)
        formats.initialize(repeating: 1, count: room)
    }

    /// The largest buffer that is kept, in bytes. A larger buffer is released after its use.
    private static let keptSize = 1 << 16
}

/// The numbers of types, which are the same in every PostgreSQL server.
enum PostgreSQLType {
    static let bool: Oid = 16
    static let bytea: Oid = 17
    static let name: Oid = 19
    static let int8: Oid = 20
    static let int2: Oid = 21
    static let int4: Oid = 23
    static let text: Oid = 25
    static let oid: Oid = 26
    static let float4: Oid = 700
    static let float8: Oid = 701
    static let varchar: Oid = 1043
    static let numeric: Oid = 1700
}

extension ColumnType {
    fileprivate var postgreSQLType: Oid {
        switch self {
        case .integer: PostgreSQLType.int8
        case .real: PostgreSQLType.float8
        case .text: PostgreSQLType.text
        case .bytes: PostgreSQLType.bytea
        }
    }
}

extension StoredValue {
    fileprivate var postgreSQLType: Oid {
        switch self {
        case .null(let type): type.postgreSQLType
        case .integer: PostgreSQLType.int8
        case .real: PostgreSQLType.float8
        case .text: PostgreSQLType.text
        case .bytes: PostgreSQLType.bytea
        }
    }

    /// The size of a value in bytes.
    package var binarySize: Int {
        switch self {
        case .null: 0
        case .integer, .real: 8
        case .text(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        }
    }

    /// Writes the value and returns the number of its bytes; -1 for NULL, and for NaN, which is stored as NULL.
    fileprivate func write(to start: UnsafeMutableRawPointer) -> Int {
        switch self {
        case .null: return -1
        case .integer(let number):
            start.storeBytes(of: number.bigEndian, as: Int64.self)
            return 8
        case .real(let number):
            guard !number.isNaN else { return -1 }
            start.storeBytes(of: number.bitPattern.bigEndian, as: UInt64.self)
            return 8
        case .text(var text):
            return text.withUTF8 { bytes in
                if let base = bytes.baseAddress { start.copyMemory(from: base, byteCount: bytes.count) }
                return bytes.count
            }
        case .bytes(let bytes):
            bytes.withUnsafeBytes { bytes in
                if let base = bytes.baseAddress { start.copyMemory(from: base, byteCount: bytes.count) }
            }
            return bytes.count
        }
    }
}
