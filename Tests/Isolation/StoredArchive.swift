/// The files of a ZIP archive in which nothing is compressed.
public struct StoredArchive {
    public private(set) var files: [String: [UInt8]] = [:]
    public private(set) var names: [String] = []

    public struct Broken: Error { public let why: String }

    public init(_ bytes: [UInt8]) throws(Broken) {
        guard bytes.count >= 22, StoredArchive.number(bytes, bytes.count - 22, 4) == 0x0605_4b50 else {
            throw Broken(why: "there is no end of the directory")
        }
        let count = StoredArchive.number(bytes, bytes.count - 22 + 10, 2)
        var row = StoredArchive.number(bytes, bytes.count - 22 + 16, 4)
        for _ in 0..<count {
            guard StoredArchive.number(bytes, row, 4) == 0x0201_4b50 else { throw Broken(why: "no row at \(row)") }
            let checksum = StoredArchive.number(bytes, row + 16, 4)
            let (packed, size) = (StoredArchive.number(bytes, row + 20, 4), StoredArchive.number(bytes, row + 24, 4))
            let length = StoredArchive.number(bytes, row + 28, 2)
            let file = StoredArchive.number(bytes, row + 42, 4)
            let name = String(decoding: bytes[(row + 46)..<(row + 46 + length)], as: UTF8.self)
            guard StoredArchive.number(bytes, row + 10, 2) == 0, packed == size else {
                throw Broken(why: "\(name) is packed")
            }
            guard StoredArchive.number(bytes, file, 4) == 0x0403_4b50 else { throw Broken(why: "\(name) is not there") }
            let start =
                file + 30 + StoredArchive.number(bytes, file + 26, 2) + StoredArchive.number(bytes, file + 28, 2)
            let content = Array(bytes[start..<(start + size)])
            guard StoredArchive.checksum(content) == checksum,
                StoredArchive.number(bytes, start + size + 4, 4) == checksum
            else { throw Broken(why: "\(name) is damaged") }
            files[name] = content
            names.append(name)
            row += 46 + length + StoredArchive.number(bytes, row + 30, 2) + StoredArchive.number(bytes, row + 32, 2)
        }
    }

    private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { place + $1 < bytes.count ? $0 | Int(bytes[place + $1]) << (8 * $1) : $0 }
    }

    /// Bit by bit, so that it has nothing in common with a writer's table.
    private static func checksum(_ bytes: [UInt8]) -> Int {
        var rest: UInt32 = .max
        for byte in bytes {
            rest ^= UInt32(byte)
            for _ in 0..<8 { rest = rest & 1 == 1 ? rest >> 1 ^ 0xedb8_8320 : rest >> 1 }
        }
        return Int(~rest)
    }
}
