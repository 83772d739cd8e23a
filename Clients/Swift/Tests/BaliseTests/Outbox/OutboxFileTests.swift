@testable import Balise

@Suite("The outbox's file")
struct OutboxFileTests {
    let folder = OutboxFolder()

    private func open(into queue: inout OutboxQueue) throws -> OutboxFile { try OutboxFile(folder.file, into: &queue) }

    @Test("returns appended records, and only its owner may read it")
    func keeps() throws {
        let records = OutboxRecordTests.records.filter { if case .start = $0 { false } else { true } }
        do {
            var queue = OutboxQueue()
            let file = try open(into: &queue)
            try file.append(Array(records.prefix(4)))
            try file.append([])
            try file.append(Array(records.dropFirst(4)))
        }
        #expect(try folder.queue() == OutboxQueue(records))
        let files = FileManager.default
        #expect(try files.attributesOfItem(atPath: folder.file.path)[.posixPermissions] as? Int == 0o600)
        let inner = folder.file.deletingLastPathComponent()
        #expect(try files.attributesOfItem(atPath: inner.path)[.posixPermissions] as? Int == 0o700)
    }

    @Test("keeps every complete record when a kill cuts it off, and takes more")
    func survivesKills() throws {
        let a = try LocationDeviceID.named("a")
        let records: [OutboxRecord] = [
            .start(next: 1, losses: OutboxLosses()), .taken(.number(1, a)), .delivered(a, through: 1),
            .taken(.number(4, a, .newestOnly(minutes: 3))),
        ]
        let lines = records.map(\.line)
        let content = lines.flatMap { $0 }
        // Shorter than the content it overwrites, so that a rest of that would show.
        let added = OutboxRecord.newest(a, Date(outboxMilliseconds: 1))
        for length in 0...content.count {
            let folder = OutboxFolder()
            try folder.leave(content.prefix(length))
            var ends = 0
            let whole = lines.prefix { line in
                ends += line.count
                return ends <= length
            }
            var queue = OutboxQueue()
            let file = try OutboxFile(folder.file, into: &queue)
            #expect(queue == OutboxQueue(records.prefix(whole.count)), "cut off after \(length) bytes")
            try file.append([added])
            queue.apply(added)
            #expect(try folder.content.count == file.length, "cut off after \(length) bytes")
            let after = try reading(folder, besides: file)
            #expect(after == queue, "cut off after \(length) bytes")
        }
    }

    /// The queue that another process reads after this one has ended.
    private func reading(_ folder: OutboxFolder, besides file: OutboxFile) throws -> OutboxQueue {
        let copy = OutboxFolder()
        try copy.leave(folder.content)
        return try copy.queue()
    }

    @Test("skips a damaged record and counts it as lost")
    func passesOverDamage() throws {
        let a = try LocationDeviceID.named("a")
        var lines = [OutboxRecord.start(next: 1, losses: OutboxLosses()), .taken(.number(1, a)), .taken(.number(2, a))]
            .map(\.line)
        lines[1][30] ^= 4
        try folder.leave(lines.flatMap { $0 })
        var queue = OutboxQueue()
        let file = try open(into: &queue)
        #expect(queue.lines[a]?.map(\.number) == [2] && queue.losses.damaged == 1)
        // A rewrite removes the damage from the file and keeps the count.
        try file.sweep(queue)
        #expect(try reading(folder, besides: file) == queue)
    }

    @Test("drops delivered records when it is opened")
    func forgetsDelivered() throws {
        let a = try LocationDeviceID.named("a")
        let records: [OutboxRecord] = [
            .start(next: 1, losses: OutboxLosses()), .taken(.number(1, a)), .taken(.number(2, a)),
            .delivered(a, through: 1),
        ]
        try folder.leave(records.flatMap(\.line))
        #expect(try folder.queue() == OutboxQueue(records))
        let places = try folder.content.split(separator: UInt8(ascii: "\n"))
            .count { String(decoding: $0, as: UTF8.self).contains("latitude") }
        #expect(places == 1)
        #expect(try folder.queue() == OutboxQueue(records))
    }

    @Test("is locked for one user at a time")
    func isLocked() async throws {
        do {
            var queue = OutboxQueue()
            let file = try open(into: &queue)
            let reason = try #require(try await failure { try folder.queue() }.storageReason)
            #expect(reason.contains("is in use") && reason.contains(folder.file.path))
            withExtendedLifetime(file) {}
        }
        #expect(try folder.queue() == OutboxQueue())
    }

    @Test("of a later version is not changed")
    func leavesLaterVersions() async throws {
        let json = #"{"is":"start","version":2,"news":true}"#
        let later = OutboxLine.line(of: Array(json.utf8))
        try folder.leave(later)
        #expect(try await failure { try folder.queue() }.storageReason?.contains("later version") == true)
        #expect(try folder.content == later)
    }

    @Test("stays small, and loses nothing by that")
    func isSwept() throws {
        let a = try LocationDeviceID.named("a")
        var queue = OutboxQueue()
        let file = try open(into: &queue)
        var sweeps = 0
        for round in Int64(0)..<24 {
            let numbers = (round * 500 + 1)...(round * 500 + 500)
            let records =
                numbers.map { .taken(.number($0, a)) } + [OutboxRecord.delivered(a, through: numbers.upperBound - 10)]
            try file.append(records)
            for record in records { queue.apply(record) }
            guard file.needsSweep(queue) else { continue }
            try file.sweep(queue)
            sweeps += 1
            #expect(try reading(folder, besides: file) == queue)
        }
        #expect(sweeps >= 2)
        #expect(queue.count == 10 && queue.nextNumber == 12_001)
        #expect(try folder.content.count == file.length)
        #expect(file.length < 2 * OutboxFile.sweepLength)
    }

    @Test("that cannot be created is named with the reason")
    func tellsFailures() async throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try Data().write(to: folder.url.appendingPathComponent("inner"))
        #expect(try await failure { try folder.queue() }.storageReason?.contains(folder.url.path) == true)
    }
}

@Suite("A line of the outbox's file")
struct OutboxRecordTests {
    static let records: [OutboxRecord] = {
        guard let device = LocationDeviceID("a \"\n\u{2028}ü"), let plain = LocationDeviceID("b") else { return [] }
        var full = DeviceLocation.at(0.1239, latitude: -0.1 + 1e-7)
        full.speed = 1.0 / 3
        full.batteryLevel = 0
        full.altitude = -1
        var losses = OutboxLosses()
        (losses.dropped, losses.expired, losses.refused, losses.damaged) = (1, 2, 3, 4)
        return [
            .start(next: 1, losses: OutboxLosses()), .start(next: .max, losses: losses),
            .newest(device, Date(outboxMilliseconds: 1_800_000_000_123)),
            .taken(OutboxEntry(number: 1, device: device, location: full, keeping: .history)),
            .taken(.number(2, plain, .newestOnly(minutes: 30))), .delivered(device, through: 1),
            .expired(plain, through: 2), .dropped(device, through: 3),
            .refused(.number(4, plain), reason: "in \n words"),
            .refusalsCleared,
        ]
    }()

    @Test("is equal after writing and reading", arguments: records)
    func comesBack(_ record: OutboxRecord) throws {
        let line = record.line
        #expect(line.last == UInt8(ascii: "\n"))
        #expect(line.dropLast().allSatisfy { $0 != UInt8(ascii: "\n") })
        #expect(OutboxRecord(line: line.dropLast()) == record)
    }

    @Test("that is cut off or has a wrong bit is invalid")
    func isDamaged() throws {
        let line = Array(Self.records[3].line.dropLast())
        for length in 0..<line.count { #expect(OutboxRecord(line: line[..<length]) == nil) }
        for position in line.indices {
            var damaged = line
            damaged[position] ^= 1
            #expect(OutboxRecord(line: damaged[...]) == nil)
        }
        #expect(OutboxRecord(line: line[...]) != nil)
    }

    @Test("has the stored form, so that an update of the app can read it")
    func keepsItsForm() throws {
        let line = OutboxRecord.taken(.number(7, try .named("a"), .newestOnly(minutes: 30))).line
        #expect(
            String(decoding: line, as: UTF8.self)
                == #"0d3213111945cf3b {"is":"taken","entry":{"number":7,"device":"a","at":1800000007000,"#
                + #""latitude":48.25,"longitude":10.5,"accuracy":5,"minutes":30}}"# + "\n")
    }

    @Test("has a time that does not change by writing and reading")
    func keepsMoments() {
        for milliseconds in stride(from: Int64(1_700_000_000_000), to: 1_700_000_010_000, by: 7) {
            let moment = Date(outboxMilliseconds: milliseconds)
            #expect(moment.outboxMilliseconds == milliseconds)
        }
    }
}
