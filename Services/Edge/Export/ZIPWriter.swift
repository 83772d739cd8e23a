/// A ZIP archive (PKWARE's APPNOTE 6.3.10) as a stream: sizes follow the content, and the directory is at the end. It
/// is not compressed, and limited to 4 GiB and 65,535 files, because more would need Zip64.
struct ZIPWriter {
    enum Failure: Error, CustomStringConvertible {
        case tooLarge

        var description: String { "the archive would have more than 4 GiB or 65,534 files, the limits of ZIP" }
    }

    private struct Entry {
        let name: [UInt8]
        let offset: UInt32
        var checksum = CRC32()
        var size: UInt32 = 0
    }

    /// The date and time in the form of MS-DOS.
    private let moment: (date: UInt16, time: UInt16)
    private var offset: UInt64 = 0
    private var entries: [Entry] = []

    /// Bit 3: sizes follow the content. Bit 11: names are UTF-8.
    private static let flags: UInt16 = 1 << 3 | 1 << 11
    private static let version: UInt16 = 20

    /// Sets the time of all files. A year outside 1980 to 2107 becomes the nearest of these.
    init(year: Int, month: Int, day: Int, hour: Int, minute: Int) {
        let years = UInt16(min(max(year - 1980, 0), 127))
        moment = (years << 9 | UInt16(month) << 5 | UInt16(day), UInt16(hour) << 11 | UInt16(minute) << 5)
    }

    mutating func begin(_ name: String) throws(Failure) -> [UInt8] {
        guard entries.count < UInt16.max - 1 else { throw .tooLarge }
        let entry = Entry(name: Array(name.utf8), offset: UInt32(truncatingIfNeeded: offset))
        entries.append(entry)
        var bytes = Bytes()
        bytes.add(0x0403_4b50 as UInt32)
        bytes.add(head(of: entry, isKnown: false))
        bytes.add(entry.name)
        return try counted(bytes.all)
    }

    mutating func content(_ part: [UInt8]) throws(Failure) -> [UInt8] {
        guard !entries.isEmpty else { return [] }
        entries[entries.count - 1].checksum.add(part)
        entries[entries.count - 1].size &+= UInt32(truncatingIfNeeded: part.count)
        return try counted(part)
    }

    mutating func end() throws(Failure) -> [UInt8] {
        guard let entry = entries.last else { return [] }
        var bytes = Bytes()
        bytes.add(0x0807_4b50 as UInt32)
        bytes.add(entry.checksum.value)
        bytes.add(entry.size)
        bytes.add(entry.size)
        return try counted(bytes.all)
    }

    mutating func finish() throws(Failure) -> [UInt8] {
        let start = offset
        var bytes = Bytes()
        for entry in entries {
            bytes.add(0x0201_4b50 as UInt32)
            bytes.add(ZIPWriter.version)
            bytes.add(head(of: entry, isKnown: true))
            // The entry has no comment and no attributes, and is on the first disk.
            for field in [0, 0, 0] as [UInt16] { bytes.add(field) }
            bytes.add(0 as UInt32)
            bytes.add(entry.offset)
            bytes.add(entry.name)
        }
        let size = bytes.all.count
        bytes.add(0x0605_4b50 as UInt32)
        for field in [0, 0, UInt16(entries.count), UInt16(entries.count)] as [UInt16] { bytes.add(field) }
        bytes.add(UInt32(truncatingIfNeeded: size))
        bytes.add(UInt32(truncatingIfNeeded: start))
        bytes.add(0 as UInt16)
        return try counted(bytes.all)
    }

    private func head(of entry: Entry, isKnown: Bool) -> [UInt8] {
        var bytes = Bytes()
        for field in [ZIPWriter.version, ZIPWriter.flags, 0, moment.time, moment.date] { bytes.add(field) }
        bytes.add(isKnown ? entry.checksum.value : 0)
        bytes.add(isKnown ? entry.size : 0)
        bytes.add(isKnown ? entry.size : 0)
        bytes.add(UInt16(entry.name.count))
        bytes.add(0 as UInt16)
        return bytes.all
    }

    private mutating func counted(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
        offset += UInt64(bytes.count)
        guard offset < UInt64(UInt32.max) else { throw .tooLarge }
        return bytes
    }

    private struct Bytes {
        private(set) var all: [UInt8] = []

        mutating func add(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number.littleEndian) { all.append(contentsOf: $0) }
        }

        mutating func add(_ bytes: [UInt8]) { all += bytes }
    }
}

/// CRC-32 of ISO 3309, with the reversed polynomial 0xedb88320.
struct CRC32: Sendable {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1 }
    }

    private var state: UInt32 = .max

    var value: UInt32 { ~state }

    mutating func add(_ bytes: [UInt8]) {
        state = CRC32.table.withUnsafeBufferPointer { table in
            bytes.reduce(state) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
        }
    }
}
