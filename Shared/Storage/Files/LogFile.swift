// SQLite's write-ahead log on disk (https://www.sqlite.org/fileformat2.html, section 4), as far as SQLite will read it.

import Foundation

struct LogFile {
    /// The bytes before the first frame, and before the page in each.
    static let header = 32
    static let frameHeader = 24

    let salt: UInt64
    private let bytes: Data
    private let isBigEndian: Bool
    private let pageSize: Int
    private let headerSum: LogSum

    static func url(of database: URL) -> URL { URL(fileURLWithPath: database.path + "-wal") }

    /// Nil without a log, or if SQLite would ignore it.
    init?(of database: URL) {
        guard let bytes = try? Data(contentsOf: LogFile.url(of: database), options: .alwaysMapped),
            bytes.count >= LogFile.header
        else { return nil }
        let header: (magic: UInt32, pageSize: Int, salt: UInt64, sum: LogSum)? = bytes.withUnsafeBytes { bytes in
            let header = UnsafeRawBufferPointer(rebasing: bytes[..<LogFile.header])
            let magic = header.word(at: 0)
            guard magic & ~1 == LogFile.magic else { return nil }
            let sum = LogSum(of: UnsafeRawBufferPointer(rebasing: header[..<24]), isBigEndian: magic & 1 == 1)
            guard sum == LogSum(storedIn: header, at: 24) else { return nil }
            return (magic, Int(header.word(at: 8)), header.longWord(at: 16), sum)
        }
        guard let header, header.pageSize > 0 else { return nil }
        (self.bytes, salt, pageSize, headerSum) = (bytes, header.salt, header.pageSize, header.sum)
        isBigEndian = header.magic & 1 == 1
    }

    /// Its last bit is the byte order of the checksums.
    private static let magic: UInt32 = 0x377f_0682

    /// Whether SQLite reads up to the last frame of a commit in this log.
    func reaches(_ commit: LoggedCommit) -> Bool {
        let size = LogFile.frameHeader + pageSize
        guard bytes.count >= LogFile.header + Int(commit.number) * size else { return false }
        return bytes.withUnsafeBytes { bytes in
            var sum = headerSum
            for place in stride(from: LogFile.header, to: LogFile.header + Int(commit.number) * size, by: size) {
                let frame = UnsafeRawBufferPointer(rebasing: bytes[place..<place + size])
                sum.add(UnsafeRawBufferPointer(rebasing: frame[..<8]), isBigEndian: isBigEndian)
                sum.add(UnsafeRawBufferPointer(rebasing: frame[LogFile.frameHeader...]), isBigEndian: isBigEndian)
                guard frame.longWord(at: 8) == salt, sum == LogSum(storedIn: frame, at: 16) else { return false }
            }
            return sum == commit.sum
        }
    }
}

struct LogSum: Hashable {
    private(set) var first: UInt32 = 0
    private(set) var second: UInt32 = 0

    init(of bytes: UnsafeRawBufferPointer, isBigEndian: Bool = false) { add(bytes, isBigEndian: isBigEndian) }

    init(storedIn bytes: UnsafeRawBufferPointer, at place: Int) {
        (first, second) = (bytes.word(at: place), bytes.word(at: place + 4))
    }

    /// Adds bytes; their number must be a multiple of eight.
    mutating func add(_ bytes: UnsafeRawBufferPointer, isBigEndian: Bool) {
        for place in stride(from: 0, to: bytes.count, by: 8) {
            let one = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
            let other = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
            first &+= (isBigEndian ? one.bigEndian : one.littleEndian) &+ second
            second &+= (isBigEndian ? other.bigEndian : other.littleEndian) &+ first
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Big-endian, as in SQLite's files.
    func word(at place: Int) -> UInt32 { loadUnaligned(fromByteOffset: place, as: UInt32.self).bigEndian }

    func longWord(at place: Int) -> UInt64 { loadUnaligned(fromByteOffset: place, as: UInt64.self).bigEndian }
}
