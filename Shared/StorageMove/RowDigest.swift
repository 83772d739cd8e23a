import Crypto
import Storage

/// The number of rows and the sum of their SHA-256 digests, which needs no order and no memory.
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
    /// Includes type and length, so that different rows never have the same bytes.
    fileprivate mutating func update(_ value: StoredValue) {
        switch value {
        case .null: begin(0, 0)
        case .integer(let number):
            begin(1, number)
        case .real(let number):
            // SQLite stores no negative zero, which equals positive zero.
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
