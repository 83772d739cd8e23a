import Foundation
import Models
import RedisData

/// The devices of a Miataru server, read one after the other.
protocol MiataruSource {
    func next() throws -> MiataruRecord?
}

/// The devices in an RDB file. The keys of a device are far from each other in the file. So each pass through the file
/// collects the positions of some devices' values, and memory does not grow with the file.
final class FiledMiataru: MiataruSource {
    private static let keysPerPass = 200_000

    private let file: RDBFile
    private let namespace: MiataruNamespace
    private let passes: UInt64
    private var pass: UInt64 = 0
    private var waiting: [(id: DeviceID, places: [(part: MiataruPart, place: RDBFile.Place)])] = []

    /// Reads the file once to its end. Throws a `RedisError` if the file is damaged.
    init(_ path: String, database: Int, _ namespace: MiataruNamespace) throws(RedisError) {
        let file = try RDBFile(path, database: database)
        var keys = 0
        try file.check { entry in
            if namespace.split(entry.key) != nil { keys += 1 }
        }
        self.file = file
        self.namespace = namespace
        passes = UInt64(keys / FiledMiataru.keysPerPass + 1)
    }

    func next() throws -> MiataruRecord? {
        while waiting.isEmpty {
            guard pass < passes else { return nil }
            try collect()
            pass += 1
        }
        let (id, places) = waiting.removeLast()
        var record = MiataruRecord(id)
        for (part, place) in places {
            record.values[part] = try file.value(at: place)
            if part == .last { record.expiresAt = place.expiresAt.map { UnixTime(milliseconds: $0) } }
        }
        return record
    }

    private func collect() throws(RedisError) {
        var found: [DeviceID: [(part: MiataruPart, place: RDBFile.Place)]] = [:]
        try file.readKeys { entry in
            guard let (bytes, part) = namespace.split(entry.key), isInPass(bytes), let id = DeviceID(bytes: bytes)
            else {
                return
            }
            found[id, default: []].append((part, entry.place))
        }
        waiting = found.map { (id: $0.key, places: $0.value) }
    }

    /// Whether this pass collects the device, by the FNV-1a hash of its id.
    private func isInPass(_ id: ArraySlice<UInt8>) -> Bool {
        let hash = id.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return hash % passes == pass
    }
}

/// The devices of a running Redis. SCAN returns the keys in no order, so a device is read when the first of its
/// existing parts is found.
final class LiveMiataru: MiataruSource {
    private static let keysPerScan = 1000
    /// SCAN may return a key twice while Redis changes the size of its table. Only this many devices are remembered;
    /// after that, a device may be read twice.
    private static let rememberedDevices = 1_000_000

    private let connection: RedisConnection
    private let namespace: MiataruNamespace
    /// The cursor of SCAN; nil after its end.
    private var cursor: [UInt8]? = Array("0".utf8)
    private var waiting: [DeviceID] = []
    private var seen: Set<Int> = []

    init(_ address: RedisAddress, _ namespace: MiataruNamespace) throws(RedisError) {
        connection = try RedisConnection(address)
        self.namespace = namespace
    }

    func next() throws -> MiataruRecord? {
        while true {
            while let device = waiting.popLast() {
                let record = try read(device)
                // The device may have expired since SCAN returned its key.
                if !record.values.isEmpty { return record }
            }
            guard let cursor else { return nil }
            try scan(from: cursor)
        }
    }

    private func scan(from cursor: [UInt8]) throws {
        let words = ["SCAN", "MATCH", "COUNT", "\(LiveMiataru.keysPerScan)"].map { Array($0.utf8) }
        let reply = try ask([[words[0], cursor, words[1], namespace.pattern, words[2], words[3]]])[0]
        guard case .list(let halves) = reply, halves.count == 2, case .text(let next) = halves[0],
            case .list(let keys) = halves[1]
        else { throw LiveMiataru.misunderstood }
        self.cursor = next == Array("0".utf8) ? nil : next
        var devices: [(id: DeviceID, earlier: [MiataruPart])] = []
        for case .text(let key) in keys {
            guard let (bytes, part) = namespace.split(key), let id = DeviceID(bytes: bytes) else { continue }
            devices.append((id, Array(MiataruPart.allCases.prefix { $0 != part })))
        }
        let exists = Array("EXISTS".utf8)
        // If the part is the first of all, this asks for a key that cannot exist, so that each device has a reply.
        let questions = devices.map { device -> [[UInt8]] in
            let keys = device.earlier.map { namespace.key(device.id, $0) }
            return [exists] + (keys.isEmpty ? [namespace.pattern] : keys)
        }
        for (device, reply) in zip(devices, try ask(questions)) where reply == .number(0) {
            if seen.count >= LiveMiataru.rememberedDevices { seen = [] }
            if seen.insert(device.id.hashValue).inserted { waiting.append(device.id) }
        }
    }

    private func read(_ device: DeviceID) throws -> MiataruRecord {
        let last = "\(ImportPlaces.maximumPlaces - 1)"
        let commands: [(part: MiataruPart, words: [String])] = [
            (.key, ["GET"]), (.isListed, ["GET"]), (.allowed, ["HGETALL"]), (.slogan, ["GET"]),
            (.history, ["LRANGE", "0", last]), (.visitors, ["LRANGE", "0", last]), (.last, ["GET"]),
            (.last, ["PTTL"]), (.history, ["LLEN"]),
        ]
        let replies = try ask(
            commands.map { command -> [[UInt8]] in
                let words = command.words.map { Array($0.utf8) }
                return [words[0], namespace.key(device, command.part)] + words.dropFirst()
            })
        var record = MiataruRecord(device)
        for (command, reply) in zip(commands, replies) {
            switch (command.words[0], reply) {
            // PTTL replies -2 if there is no key, and -1 if the key does not expire.
            case ("PTTL", .number(-2)): record.values[.last] = nil
            case ("PTTL", .number(let left)) where left >= 0:
                record.expiresAt = UnixTime(Date()).adding(milliseconds: left)
            case ("LLEN", .number(let length)) where length >= 0:
                record.unread = max(0, Int(length) - ImportPlaces.maximumPlaces)
            case ("PTTL", _), ("LLEN", _): break
            default: record.values[command.part] = try value(reply, of: command.part)
            }
        }
        return record
    }

    /// Returns the value of a reply; nil if the key does not exist.
    private func value(_ reply: RedisReply, of part: MiataruPart) throws -> RedisValue? {
        switch reply {
        case .text(let bytes): return .string(bytes)
        case .list(let elements):
            let texts: [[UInt8]] = try elements.map { element -> [UInt8] in
                guard case .text(let bytes) = element else { throw LiveMiataru.misunderstood }
                return bytes
            }
            if texts.isEmpty { return nil }
            return part == .allowed ? RedisValue.fields(texts) : .list(texts)
        // The key has another type.
        case .refusal: return .other
        case .nothing, .number: return nil
        }
    }

    private func ask(_ commands: [[[UInt8]]]) throws -> [RedisReply] {
        let replies = try connection.ask(commands)
        for case .refusal(let text) in replies where !text.hasPrefix("WRONGTYPE") {
            throw NotDone(description: "Redis refuses: \(printable(text))")
        }
        return replies
    }

    private static let misunderstood = NotDone(description: "a reply of Redis is not understood; is a Redis there?")
}
