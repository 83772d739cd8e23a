/// An RDB file, as Redis 5 to 7.4 and Valkey 8 write it: the RDB versions 9 to 12. The file comes from outside, so each
/// length in it is checked against the bytes that follow. Only one value is in memory at a time.
public final class RDBFile {
    /// A key of the database.
    public struct Entry: Sendable {
        /// The name of the key.
        public let key: [UInt8]
        /// The place of the key's value in the file.
        public let place: Place
    }

    /// A value in the file.
    public struct Place: Sendable {
        /// When the key expires, in milliseconds since 1970; nil if it does not expire.
        public let expiresAt: Int64?
        let kind: UInt8
        let offset: Int
    }

    private static let versions = 9...12

    private let bytes: RDBBytes
    private let database: Int

    /// Opens a file.
    /// - Parameter database: The number of the database whose keys are read.
    public init(_ path: String, database: Int = 0) throws(RedisError) {
        bytes = try RDBBytes(path)
        self.database = database
    }

    /// Reads the file to its end, and checks its checksum. Throws if the file is incomplete or damaged.
    public func check(_ take: (Entry) -> Void) throws(RedisError) { try read(isChecking: true, take) }

    /// Passes each key of the database, without its value, to `take`.
    public func readKeys(_ take: (Entry) -> Void) throws(RedisError) { try read(isChecking: false, take) }

    /// Returns the value of a key that this file has passed.
    public func value(at place: Place) throws(RedisError) -> RedisValue {
        try bytes.seek(to: place.offset)
        return try value(of: place.kind)
    }

    // MARK: Records

    private enum Code {
        static let slotInfo: UInt8 = 244
        static let function: UInt8 = 245
        static let moduleValues: UInt8 = 247
        static let idleTime: UInt8 = 248
        static let frequency: UInt8 = 249
        static let fact: UInt8 = 250
        static let size: UInt8 = 251
        static let expiryInMilliseconds: UInt8 = 252
        static let expiryInSeconds: UInt8 = 253
        static let database: UInt8 = 254
        static let end: UInt8 = 255
    }

    private func read(isChecking: Bool, _ take: (Entry) -> Void) throws(RedisError) {
        try bytes.rewind(isChecking: isChecking)
        guard bytes.remaining > 9 else { throw notRDB }
        let head = try bytes.read(9)
        guard head.starts(with: Array("REDIS".utf8)), let version = Int(String(decoding: head[5...], as: UTF8.self))
        else { throw notRDB }
        guard RDBFile.versions.contains(version) else {
            throw RedisError(
                """
                the RDB file has the version \(version); those of Redis 5 to 7.4 and Valkey 8 (\(RDBFile.versions)) are \
                read: import from the running Redis
                """)
        }
        var (number, expiresAt) = (0, Int64?.none)
        while true {
            let code = try bytes.next()
            switch code {
            case Code.end: return try checkEnd(isChecking: isChecking)
            case Code.database: number = try anyLength()
            case Code.expiryInMilliseconds: expiresAt = try bytes.number(Int64.self)
            case Code.expiryInSeconds: expiresAt = Int64(try bytes.number(Int32.self)) * 1000
            case Code.size: for _ in 0..<2 { _ = try anyLength() }
            case Code.slotInfo: for _ in 0..<3 { _ = try anyLength() }
            case Code.fact: for _ in 0..<2 { try skipString() }
            case Code.function: try skipString()
            case Code.idleTime: _ = try anyLength()
            case Code.frequency: _ = try bytes.next()
            case Code.moduleValues: throw RDBFile.unknownType
            default:
                let key = try string()
                let place = Place(expiresAt: expiresAt, kind: code, offset: bytes.offset)
                try skipValue(of: code)
                if number == database { take(Entry(key: key, place: place)) }
                expiresAt = nil
            }
        }
    }

    private func checkEnd(isChecking: Bool) throws(RedisError) {
        let computed = bytes.takeChecksum()
        let stored = try bytes.number(UInt64.self)
        guard bytes.remaining == 0 else { throw RedisError("the RDB file is damaged: bytes follow its end") }
        // A Redis with the setting `rdbchecksum no` writes 0 as the checksum, so 0 is not compared.
        guard isChecking, stored != 0 else { return }
        guard stored == computed else {
            throw RedisError("the RDB file is damaged: its checksum is another one; make a new one with SAVE")
        }
    }

    private var notRDB: RedisError { RedisError("this is not an RDB file; is it a dump.rdb of Redis or Valkey?") }

    private static let unknownType = RedisError(
        "the RDB file has values that are not read, such as streams or those of modules: import from the running Redis")

    // MARK: Values

    private enum Kind {
        static let string: UInt8 = 0
        static let list: UInt8 = 1
        static let set: UInt8 = 2
        static let sortedSetOfTexts: UInt8 = 3
        static let hash: UInt8 = 4
        static let sortedSet: UInt8 = 5
        static let ziplist: UInt8 = 10
        static let hashInZiplist: UInt8 = 13
        static let listOfZiplists: UInt8 = 14
        static let hashInListpack: UInt8 = 16
        static let listOfListpacks: UInt8 = 18
        static let hashWithExpiries: UInt8 = 24
        static let hashInListpackWithExpiries: UInt8 = 25
        /// Zipmap, ziplist, intset, sorted set and hash in a ziplist; hash, sorted set and set in a listpack.
        static let packed: Set<UInt8> = [9, 10, 11, 12, 13, 16, 17, 20]
    }

    private func value(of kind: UInt8) throws(RedisError) -> RedisValue {
        switch kind {
        case Kind.string: return .string(try string())
        case Kind.list: return .list(try strings(try length()))
        case Kind.ziplist: return .list(try PackedList.ziplist(try string()))
        case Kind.listOfZiplists, Kind.listOfListpacks: return .list(try nodes(kind))
        case Kind.hash:
            let fields = try length()
            guard fields <= RedisLimits.elements, let hash = RedisValue.fields(try strings(fields * 2)) else {
                throw .malformed
            }
            return hash
        case Kind.hashInZiplist, Kind.hashInListpack:
            let packed = try string()
            let flat = try kind == Kind.hashInZiplist ? PackedList.ziplist(packed) : PackedList.listpack(packed)
            guard let hash = RedisValue.fields(flat) else { throw .malformed }
            return hash
        default: return .other
        }
    }

    private func strings(_ count: Int) throws(RedisError) -> [[UInt8]] {
        var (found, total) = ([[UInt8]](), 0)
        for _ in 0..<count { try add([try string()], to: &found, &total) }
        return found
    }

    /// Returns the elements of a list that consists of several nodes. A large element is a node of its own.
    private func nodes(_ kind: UInt8) throws(RedisError) -> [[UInt8]] {
        var (found, total) = ([[UInt8]](), 0)
        for _ in 0..<(try length()) {
            // The container is 1 for one large element, 2 for a listpack.
            let container = kind == Kind.listOfZiplists ? 0 : try anyLength()
            let node = try string()
            let elements: [[UInt8]]
            switch container {
            case 0: elements = try PackedList.ziplist(node)
            case 1: elements = [node]
            default: elements = try PackedList.listpack(node)
            }
            try add(elements, to: &found, &total)
        }
        return found
    }

    private func add(_ more: [[UInt8]], to found: inout [[UInt8]], _ total: inout Int) throws(RedisError) {
        found += more
        total += more.reduce(0) { $0 + $1.count }
        guard found.count <= RedisLimits.elements, total <= RedisLimits.valueBytes else {
            throw RedisError("a list or hash in the RDB file is too large: import from the running Redis")
        }
    }

    private func skipValue(of kind: UInt8) throws(RedisError) {
        switch kind {
        case Kind.string: try skipString()
        case _ where Kind.packed.contains(kind): try skipString()
        case Kind.list, Kind.set, Kind.listOfZiplists: for _ in 0..<(try length()) { try skipString() }
        case Kind.listOfListpacks:
            for _ in 0..<(try length()) {
                _ = try length()
                try skipString()
            }
        case Kind.hash:
            for _ in 0..<(try length()) { for _ in 0..<2 { try skipString() } }
        case Kind.sortedSet:
            for _ in 0..<(try length()) {
                try skipString()
                try bytes.skip(8)
            }
        case Kind.sortedSetOfTexts:
            for _ in 0..<(try length()) {
                try skipString()
                // The sizes 253 to 255 stand for "not a number" and the two infinities, without further bytes.
                let size = try bytes.next()
                if size < 253 { try bytes.skip(Int(size)) }
            }
        case Kind.hashWithExpiries:
            try bytes.skip(8)
            for _ in 0..<(try length()) {
                _ = try anyLength()
                for _ in 0..<2 { try skipString() }
            }
        case Kind.hashInListpackWithExpiries:
            try bytes.skip(8)
            try skipString()
        default: throw RDBFile.unknownType
        }
    }

    // MARK: Lengths and strings

    private enum Length {
        case plain(Int)
        /// A string in another encoding: a number of 8, 16 or 32 bits, or compressed text.
        case encoded(UInt8)
    }

    private func encodedLength() throws(RedisError) -> Length {
        let first = try bytes.next()
        switch first >> 6 {
        case 0: return .plain(Int(first & 0x3F))
        case 1: return .plain(Int(first & 0x3F) << 8 | Int(try bytes.next()))
        case 3: return .encoded(first & 0x3F)
        default:
            switch first {
            case 0x80: return .plain(Int(try bytes.number(UInt32.self).byteSwapped))
            case 0x81:
                guard let length = Int(exactly: try bytes.number(UInt64.self).byteSwapped) else { throw .malformed }
                return .plain(length)
            default: throw .malformed
            }
        }
    }

    /// Reads a number that is not the length of what follows.
    private func anyLength() throws(RedisError) -> Int {
        guard case .plain(let length) = try encodedLength() else { throw .malformed }
        return length
    }

    /// Reads the number of elements or bytes that follow. Each takes at least one byte, so the file limits it.
    private func length() throws(RedisError) -> Int {
        let length = try anyLength()
        guard length <= bytes.remaining else { throw .malformed }
        return length
    }

    private func string() throws(RedisError) -> [UInt8] {
        switch try encodedLength() {
        case .plain(let length):
            guard length <= bytes.remaining else { throw .malformed }
            return try bytes.read(length)
        case .encoded(0): return text(of: try bytes.number(Int8.self))
        case .encoded(1): return text(of: try bytes.number(Int16.self))
        case .encoded(2): return text(of: try bytes.number(Int32.self))
        case .encoded(3):
            let (packed, count) = (try length(), try anyLength())
            guard count <= RedisLimits.valueBytes, let full = LZF.expand(try bytes.read(packed), to: count) else {
                throw .malformed
            }
            return full
        case .encoded: throw .malformed
        }
    }

    private func skipString() throws(RedisError) {
        switch try encodedLength() {
        case .plain(let length): try bytes.skip(length)
        case .encoded(let size) where size < 3: try bytes.skip(1 << Int(size))
        case .encoded(3):
            let packed = try length()
            _ = try anyLength()
            try bytes.skip(packed)
        case .encoded: throw .malformed
        }
    }
}

func text(of number: some FixedWidthInteger) -> [UInt8] { Array(String(number).utf8) }
