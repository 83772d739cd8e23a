import BaliseJSON
import OperatorAPI

@testable import OperatorCommands
@testable import ServiceRuntime

@Suite("The import of places", .timeLimit(.minutes(10))) struct PlaceImportCommandTests {
    private let tests = OperatorCommandTests()

    /// An RDB file of version 9 without a checksum; a value is a text, a list or a hash.
    private struct Dump {
        private var bytes = Array("REDIS0009".utf8) + [254, 0]

        private static func text(_ text: String) -> [UInt8] {
            [0x40 | UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 255)] + Array(text.utf8)
        }

        mutating func set(_ key: String, _ value: String, expiresAt: Int64? = nil) {
            if let expiresAt { bytes += [252] + (0..<8).map { UInt8(truncatingIfNeeded: expiresAt >> ($0 * 8)) } }
            bytes += [0] + Dump.text(key) + Dump.text(value)
        }

        mutating func list(_ key: String, _ elements: [String]) {
            bytes += [1] + Dump.text(key) + [UInt8(elements.count)]
            for element in elements { bytes += Dump.text(element) }
        }

        mutating func hash(_ key: String, _ fields: KeyValuePairs<String, String>) {
            bytes += [4] + Dump.text(key) + [UInt8(fields.count)]
            for (name, value) in fields { bytes += Dump.text(name) + Dump.text(value) }
        }

        func write(to folder: TemporaryFolder) throws -> String {
            let file = folder.url.appendingPathComponent("dump.rdb")
            try Data(bytes + [255] + [UInt8](repeating: 0, count: 8)).write(to: file)
            return file.path
        }
    }

    private func device(_ request: String?) throws -> MiataruDevice {
        let request = try #require(request)
        let body = try #require(request.range(of: "\r\n\r\n").map { request[$0.upperBound...] })
        return try #require(try ImportPlacesRequest(jsonText: Array(body.utf8)).devices.first)
    }

    /// The only device that is sent of a file.
    private func sent(_ options: String..., fill: (inout Dump) -> Void) async throws -> MiataruDevice {
        let folder = try TemporaryFolder()
        var dump = Dump()
        fill(&dump)
        let words = ["places", "import", "--rdb", try dump.write(to: folder), "--dry-run"] + options
        let answer = tests.ok(#"{"results":[{"outcome":"made","places":1,"refused":0,"dropped":0}]}"#)
        let (status, test, requests) = try await tests.run(words, [answer])
        withExtendedLifetime(folder) {}
        #expect(status == 0, "\(test.complaint)")
        return try device(requests.first)
    }

    @Test("All parts of a device are sent, with the current place once")
    func parts() async throws {
        let device = try await sent { dump in
            dump.set("miad:d1:key", "k")
            dump.set("other:d2:key", "k")
            dump.set("miad:d1:slogan", "hello")
            dump.hash(
                "miad:d1:allowed",
                ["f:currentLocation": "true", "g:history": "1", "f:history": "false", "without a right": "true"])
            dump.set("miad:d1:allowed:enabled", "1")
            dump.list("miad:d1:hist", ["new", "old"])
            dump.set("miad:d1:last", "new")
            dump.list("miad:d1:visit", ["v2", "v1"])
        }
        #expect(device.id.value == "d1" && device.key?.value == "k" && device.slogan?.value == "hello")
        #expect(
            device.allowed == [
                MiataruReader(id: "f", currentLocation: true, history: false),
                MiataruReader(id: "g", currentLocation: false, history: true),
            ])
        #expect(device.places?.map(\.value) == ["new", "old"] && device.expiresAt == nil)
        #expect(device.visitors?.map(\.value) == ["v2", "v1"])
    }

    @Test("A place without a history keeps its expiry, and an absent list and an empty key are none")
    func expiry() async throws {
        let device = try await sent("--namespace", "m") { dump in
            dump.set("m:d1:last", "place", expiresAt: 4_102_444_800_000)
            dump.hash("m:d1:allowed", ["f:history": "true"])
            dump.set("m:d1:key", "")
        }
        #expect(device.places?.map(\.value) == ["place"])
        #expect(device.expiresAt == UnixTime(milliseconds: 4_102_444_800_000))
        #expect(device.allowed == nil && device.key == nil)
    }

    @Test("A current place that is not in the history is its newest, unless it expires")
    func order() async throws {
        let kept = try await sent { dump in
            dump.list("miad:d1:hist", ["b", "a"])
            dump.set("miad:d1:last", "c")
        }
        #expect(kept.places?.map(\.value) == ["c", "b", "a"])
        let expiring = try await sent { dump in
            dump.list("miad:d1:hist", ["b", "a"])
            dump.set("miad:d1:last", "c", expiresAt: 4_102_444_800_000)
        }
        #expect(expiring.places?.map(\.value) == ["b", "a"] && expiring.expiresAt == nil)
    }

    @Test(
        "Devices that are here and refused values are listed, and a protection that cannot be read refuses its device")
    func report() async throws {
        let folder = try TemporaryFolder()
        var dump = Dump()
        for device in ["d1", "d2", "d3", "d4"] { dump.set("miad:\(device):last", "place") }
        dump.list("miad:d4:key", ["k"])
        let path = try dump.write(to: folder)
        let results =
            #"{"results":[{"outcome":"made","places":1,"refused":2,"dropped":3,"reason":"why"},"#
            + #"{"outcome":"skipped","places":0,"refused":0,"dropped":0},{"outcome":"known","places":0,"refused":0,"dropped":0}]}"#
        let begun = tests.ok(#"{"token":"t1"}"#)
        let counts = tests.ok(#"{"made":1,"replaced":0,"left":2,"refused":0}"#)
        let (status, test, requests) = try await tests.run(
            ["places", "import", "--rdb", path], [begun, tests.ok(results), counts])
        #expect(status == 0)
        #expect(
            requests.map { $0.prefix { $0 != "\r\n" } } == [
                "POST /place-imports HTTP/1.1", "POST /place-imports/devices HTTP/1.1",
                "POST /place-imports/end HTTP/1.1",
            ])
        #expect(test.output.contains("device d4: refused: the value of its key \"key\" has another form"))
        #expect(test.output.contains(": 2 of its values are not imported, the first one since why"))
        #expect(test.output.contains(": skipped: a device with this id is here, with other data"))
        #expect(
            test.output.hasSuffix(
                """
                new: 1, replaced: 0, already there: 1, skipped: 1, refused: 1
                places: 1, values that break the rules: 2
                older places that a history has no room for: 3
                """))
        let failed = try await tests.run(
            ["places", "import", "--rdb", path], [begun, "HTTP/1.1 503 Service Unavailable\r\n\r\n{}", counts])
        withExtendedLifetime(folder) {}
        #expect(failed.status == 1 && failed.test.complaint.contains("to continue, run the command again"))
    }

    /// A dry run from a running Redis with these replies.
    private func importLive(
        _ replies: String, _ answers: String...
    ) async throws -> (status: Int32, test: TestProgram) {
        let redis = try PortListener()
        let server = Thread { redis.answerAll(replies) }
        server.start()
        let words = ["places", "import", "--from", "redis://127.0.0.1:\(redis.port)", "--dry-run"]
        let (status, test, _) = try await tests.run(words, answers)
        return (status, test)
    }

    @Test("An impossible length of a history does not end the import")
    func impossibleLength() async throws {
        let scan = "*2\r\n$1\r\n0\r\n*1\r\n$12\r\nmiad:d1:last\r\n:0\r\n"
        let parts = "$-1\r\n$-1\r\n*0\r\n$-1\r\n*0\r\n*0\r\n$5\r\nplace\r\n:-1\r\n:\(Int64.min)\r\n"
        let answer = tests.ok(#"{"results":[{"outcome":"made","places":1,"refused":0,"dropped":0}]}"#)
        let (status, test) = try await importLive("+OK\r\n" + scan + parts, answer)
        #expect(status == 0 && test.output.contains("would be new: 1"), "\(test.complaint)")
    }

    @Test("Control characters of a Redis do not reach the terminal")
    func controlCharacters() async throws {
        let (status, test) = try await importLive("-ERR \u{1B}[31mEVIL\u{7}\r\n")
        #expect(status == 1 && test.complaint.contains("refuses SELECT: ERR ?[31mEVIL?"))
    }

    @Test("To replace is confirmed first, and the import says so")
    func replacing() async throws {
        let folder = try TemporaryFolder()
        var dump = Dump()
        dump.set("miad:d1:last", "place")
        let words = ["places", "import", "--rdb", try dump.write(to: folder), "--replace"]
        let refused = try await tests.run(words, [], confirms: false)
        #expect(refused.status == 1 && refused.test.complaint.contains("nothing was erased"))
        let answers = [
            #"{"token":"t1"}"#, #"{"results":[{"outcome":"replaced","places":1,"refused":0,"dropped":0}]}"#,
            #"{"made":0,"replaced":1,"left":0,"refused":0}"#,
        ]
        let (status, test, requests) = try await tests.run(words, answers.map { tests.ok($0) }, confirms: true)
        withExtendedLifetime(folder) {}
        #expect(status == 0 && requests.first?.hasSuffix(#"{"replace":true}"#) == true)
        #expect(test.output.contains("new: 0, replaced: 1, already there: 0"))
    }

    @Test("A file without devices, a damaged one and conflicting options are refused with the reason")
    func misuse() async throws {
        let folder = try TemporaryFolder()
        var dump = Dump()
        dump.set("a", "b")
        let empty = try dump.write(to: folder)
        let none = try await tests.run(["places", "import", "--rdb", empty, "--dry-run"], [])
        #expect(none.status == 1 && none.test.complaint.contains("there is no device of a Miataru server"))
        let damaged = try await tests.run(["places", "import", "--rdb", "/dev/null"], [])
        #expect(damaged.status == 1 && damaged.test.complaint.contains("nothing was written: "))
        let absent = folder.url.path + "/socket"
        let silent = try await tests.run(["places", "import", "--from", "unix://\(absent)"], [])
        #expect(silent.status == 1 && silent.test.complaint.contains("no Redis answers at the socket"))
        for words in [[], ["--from", "redis://h", "--rdb", empty], ["--from", "redis://h", "--database", "1"]] {
            #expect(try await tests.run(["places", "import"] + words, []).status == 64)
        }
        withExtendedLifetime(folder) {}
    }
}
