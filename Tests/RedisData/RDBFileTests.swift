import Foundation
import Isolation
import Testing

@testable import RedisData

@Suite("An RDB file") struct RDBFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ bytes: [UInt8]) throws -> String {
        let file = folder.url.appending(path: UUID().uuidString)
        try Data(bytes).write(to: file)
        return file.path
    }

    private func bytes(_ dump: String) throws -> [UInt8] { Array(try #require(Data(base64Encoded: dump))) }

    /// The values of all keys of a database, and when they expire.
    private func read(
        _ bytes: [UInt8], database: Int = 0
    ) throws -> [String: (value: RedisValue, expiresAt: Int64?)] {
        let file = try RDBFile(try path(bytes), database: database)
        var checked = 0
        try file.check { _ in checked += 1 }
        var entries: [RDBFile.Entry] = []
        try file.readKeys { entries.append($0) }
        #expect(entries.count == checked)
        var found: [String: (value: RedisValue, expiresAt: Int64?)] = [:]
        // Not in the order of the file.
        for entry in entries.reversed() {
            let value = try file.value(at: entry.place)
            found[String(decoding: entry.key, as: UTF8.self)] = (value, entry.place.expiresAt)
        }
        return found
    }

    private func refusal(_ bytes: [UInt8]) -> String? {
        do {
            _ = try read(bytes)
            return nil
        } catch { return "\(error)" }
    }

    private func text(_ text: String) -> RedisValue { .string(Array(text.utf8)) }

    private func list(_ texts: [String]) -> RedisValue { .list(texts.map { Array($0.utf8) }) }

    private func hash(_ texts: [String]) throws -> RedisValue {
        try #require(RedisValue.fields(texts.map { Array($0.utf8) }))
    }

    @Test("Strings, lists and hashes are read in each encoding that Redis 7 writes, and other types are passed over")
    func encodings() throws {
        let found = try read(bytes(Dumps.all))
        #expect(found.count == 17)
        for (name, value) in [
            ("int8", "-7"), ("int16", "12345"), ("int32", "-1234567"), ("text", "ü"),
            ("repeated", String(repeating: "abc", count: 100)), (String(repeating: "m", count: 70) + ":long", "x"),
        ] {
            #expect(found[name]?.value == text(value) && found[name]?.expiresAt == nil, "\(name)")
        }
        #expect(found["expires"]?.value == text("soon") && found["expires"]?.expiresAt == 4_102_444_800_123)
        let numbers: [Int64] = [
            0, 127, 128, -1, -4096, 4095, 4096, 32767, -32768, 8_388_607, -8_388_608, 2_147_483_647, -2_147_483_648,
            .max, .min,
        ]
        #expect(found["numbers"]?.value == list(numbers.map { "\($0)" }))
        let lengths = [("a", 63), ("b", 64), ("c", 99), ("d", 200), ("", 0)]
        #expect(found["texts"]?.value == list(lengths.map { String(repeating: $0, count: $1) }))
        #expect(
            found["long texts"]?.value
                == list([String(repeating: "e", count: 4095), String(repeating: "f", count: 5000)]))
        #expect(try found["short hash"]?.value == hash(["a", "1", "b", "two"]))
        guard case .hash(let fields) = found["long hash"]?.value else {
            Issue.record("no hash")
            return
        }
        let expected = (0..<6).map { RedisValue.Field(Array("field \($0)".utf8), Array("\($0)".utf8)) }
        #expect(Set(fields) == Set(expected))
        for name in ["numbers of a set", "texts of a set", "short sorted set", "long sorted set"] {
            #expect(found[name]?.value == .other, "\(name)")
        }
    }

    @Test("Only the keys of the asked database are passed")
    func databases() throws {
        let found = try read(bytes(Dumps.all), database: 3)
        #expect(found.keys.sorted() == ["elsewhere"])
        #expect(try read(bytes(Dumps.all), database: 1).isEmpty)
    }

    /// A file of version 9 without a checksum, with one key `k`.
    private func file(_ kind: UInt8, _ value: [UInt8], version: String = "0009") -> [UInt8] {
        var bytes = Array("REDIS\(version)".utf8)
        bytes += [254, 0, 251, 1, 0, kind, 1, UInt8(ascii: "k")]
        bytes += value
        bytes += [255] + [UInt8](repeating: 0, count: 8)
        return bytes
    }

    private func ziplist(_ entries: [[UInt8]]) -> [UInt8] {
        var content = [UInt8](repeating: 0, count: 10)
        // The length of the entry before is not read.
        for entry in entries { content += [0] + entry }
        content.append(255)
        return [0x40 | UInt8(content.count >> 8), UInt8(content.count & 255)] + content
    }

    @Test("Lists and hashes of Redis 5 and 6 are read from ziplists")
    func ziplists() throws {
        let long = [UInt8](repeating: UInt8(ascii: "z"), count: 300)
        let packed = ziplist([
            [2, UInt8(ascii: "a"), UInt8(ascii: "b")], [0x41, 44] + long, [0x80, 0, 0, 0, 1, UInt8(ascii: "c")],
            [0xC0, 0xFF, 0xFF], [0xF0, 0, 0, 0x80], [0xD0, 0, 0, 0, 0x80], [0xE0, 1, 0, 0, 0, 0, 0, 0, 0],
            [0xFE, 0x80], [0xF1], [0xFD],
        ])
        let texts = [
            "ab", String(repeating: "z", count: 300), "c", "-1", "-8388608", "-2147483648", "1", "-128", "0", "12",
        ]
        #expect(try read(file(10, packed))["k"]?.value == list(texts))
        #expect(try read(file(14, [2] + packed + ziplist([[0xF2]])))["k"]?.value == list(texts + ["1"]))
        #expect(try read(file(13, ziplist([[1, 97], [0xF3]])))["k"]?.value == hash(["a", "2"]))
        #expect(refusal(file(13, ziplist([[1, 97]])))?.contains("damaged") == true)
    }

    @Test("A damaged file is refused, wherever the damage is")
    func damage() throws {
        let whole = try bytes(Dumps.all)
        for place in stride(from: 9, to: whole.count, by: 7) {
            var damaged = whole
            damaged[place] ^= 0x55
            #expect(refusal(damaged) != nil, "byte \(place)")
            #expect(refusal(Array(whole[..<place])) != nil, "the first \(place) bytes")
        }
        #expect(refusal([])?.contains("not an RDB file") == true)
        #expect(refusal(Array("REDIS but not really".utf8))?.contains("not an RDB file") == true)
    }

    @Test("A length beyond the file, or beyond what a value may have, is refused before memory is taken")
    func lengths() {
        let huge: [UInt8] = [0x81, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
        let impossible: [[UInt8]] = [
            huge, [0x81] + [UInt8](repeating: 0xFF, count: 8), [0x80, 0xFF, 0xFF, 0xFF, 0xFF], [0xC4],
            // Compressed: 1 byte that would be 2 GiB, and a reference to before the beginning.
            [0xC3, 1, 0x80, 0x7F, 0xFF, 0xFF, 0xFF, 0], [0xC3, 2, 3, 0x20, 0],
        ]
        for value in impossible { #expect(refusal(file(0, value)) != nil, "\(value)") }
        for kind: UInt8 in [1, 4, 14, 18] { #expect(refusal(file(kind, huge)) != nil, "\(kind)") }
        #expect(refusal(file(16, [8, 0, 0, 0, 0, 0, 0, 0xF0, 255])) != nil)
    }

    @Test("Without a checksum a file is read, and what is not known has a remedy")
    func others() throws {
        #expect(try read(bytes(Dumps.withoutChecksum))["a"]?.value == text("b"))
        #expect(refusal(try bytes(Dumps.withStream))?.contains("import from the running Redis") == true)
        #expect(refusal(file(0, [1, 97], version: "0080"))?.contains("has the version 80") == true)
        #expect(throws: RedisError.self) { try RDBFile("/nowhere/dump.rdb") }
    }

    @Test("The checksum is that of Redis")
    func checksum() {
        var checksum = CRC64()
        checksum.add(Array("1234".utf8)[...])
        checksum.add(Array("56789".utf8)[...])
        #expect(checksum.value == 0xE9C6_D914_C4B8_D9CA)
    }
}

@Suite("The address of a Redis") struct RedisAddressTests {
    @Test("Host, port, user, password and database are read")
    func complete() throws {
        let address = try RedisAddress("redis://ada:p%40ss@redis.example.org:6380/4")
        #expect(address.place == .host("redis.example.org", port: 6380) && address.database == 4)
        #expect(address.user == "ada" && address.password == "p@ss")
        #expect("\(address)" == "redis.example.org:6380" && Mirror(reflecting: address).children.isEmpty)
        let short = try RedisAddress("redis://[::1]", password: "other")
        #expect(short.place == .host("::1", port: 6379) && short.database == 0 && short.password == "other")
        let socket = try RedisAddress("unix:///run/redis.sock?db=2")
        #expect(socket.place == .file("/run/redis.sock") && socket.database == 2)
    }

    @Test(
        "Another address is refused with the reason",
        arguments: [
            "localhost:6379", "redis://", "redis://host/x", "redis://host/-1", "unix:run", "unix:///a?x=1",
            "rediss://h",
        ]
    )
    func wrong(_ text: String) { #expect(throws: RedisError.self) { try RedisAddress(text) } }
}
