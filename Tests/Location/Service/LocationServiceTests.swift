@testable import Location

@Suite("The location service", .timeLimit(.minutes(10))) struct LocationServiceTests {
    private let friend = Reader(device: .friend)

    @Test("The edge may read the feed of changed devices, and no feed of positions")
    func feeds() async throws {
        try await LocationHarness.run { location in
            func read(_ feed: FeedName) async throws -> ErrorCode? {
                try await serviceError {
                    try await location.edge.send(
                        ReadFeed(feed: feed, epoch: nil, after: nil, limit: 1), to: .location,
                        MessageContext(requestID: "test", timeout: .seconds(60)))
                }?.code
            }
            for feed in [ChangedDevices.feed, ChangedDevices.feedWithPoints] {
                let refusal = try await read(feed)
                #expect(refusal == nil)
            }
            #expect(try await read(Position.feed) == .forbidden)
            #expect(try await read(FeedName(rawValue: "no-such-feed")) == .forbidden)
        }
    }

    @Test("An invalid or too large request is refused and stores nothing")
    func invalid() async throws {
        try await LocationHarness.run { location in
            _ = try await location.send(UpdateLocation.of(.owner, [1]))
            var bad = UpdateLocation.of(.owner, [2, 3])
            bad.entries[1].location.latitude = LocationValue(json: "91")
            #expect(try await location.outcome(bad) == .invalidRequest)
            for minutes in ["0", "-1", #""abc""#, "-0.001"] {
                let update = UpdateLocation.of(.owner, [2], history: false, minutes: minutes)
                #expect(try await location.outcome(update) == .invalidRequest)
            }
            let many = UpdateLocation.of(.owner, Array(0...5000))
            #expect(try await location.outcome(many) == .invalidRequest)
            let devices = GetLocation(reader: friend, devices: Array(repeating: .owner, count: 5001))
            #expect(try await location.outcome(devices) == .invalidRequest)
            let history = GetLocationHistory(reader: friend, device: .owner, amount: 0)
            #expect(try await location.outcome(history) == .invalidRequest)
            #expect(try await location.outcome(GetVisitorHistory(device: .owner, amount: 0)) == .invalidRequest)
            let past = try await location.send(GetLocationHistory(reader: friend, device: .owner, amount: 9))
            #expect(past.locations == [.sample(1)])
            // With history the retention does not matter.
            #expect(try await location.outcome(UpdateLocation.of(.owner, [4], minutes: #""abc""#)) == nil)
            #expect(try await location.outcome(UpdateLocation.of(.owner, [])) == nil)
        }
    }

    @Test("5,000 locations and 5,000 devices fit into one request")
    func largest() async throws {
        try await LocationHarness.run { location in
            let entries = (0..<5000).map { UpdateLocation.Entry(device: .named("device \($0)"), location: .sample($0)) }
            let update = UpdateLocation(entries: entries, keepsHistory: true, retentionMinutes: nil)
            _ = try await location.send(update)
            let found = try await location.send(GetLocation(reader: friend, devices: entries.map(\.device))).found
            #expect(found.map { $0?.location } == entries.map(\.location))
        }
    }

    @Test("A refusal names the missing or wrong key as the reference server does")
    func keyTexts() async throws {
        try await LocationHarness.run { location in
            _ = try await location.send(SetDeviceKey(device: .owner, newKey: .right))
            func text<R: ServiceRequest>(_ request: R) async throws -> String? {
                try await location.refusal(request)?.message
            }
            #expect(try await text(UpdateLocation.of(.owner)) == "DeviceKey is required for this device")
            #expect(try await text(DeleteLocation(device: .owner)) == "DeviceKey is required for this device")
            #expect(try await text(DeleteLocation(device: .owner, key: .wrong)) == "DeviceKey does not match")
            #expect(
                try await text(SetDeviceKey(device: .owner, newKey: .wrong))
                    == "CurrentDeviceKey is required to change existing key")
            #expect(
                try await text(SetDeviceKey(device: .owner, currentKey: .wrong, newKey: .wrong))
                    == "CurrentDeviceKey does not match")
            for key in [nil, DeviceKey.wrong] {
                #expect(
                    try await text(GetLocation(reader: Reader(device: .owner, key: key), devices: [.friend]))
                        == "RequestMiataruDeviceKey does not match (strictDeviceKeyCheck is enabled)")
            }
            #expect(
                try await text(GetLocationGeoJSON(devices: [.owner]))
                    == "GetLocationGeoJSON is not available when DeviceKey is set")
        }
    }

    @Test("An address may create a limited number of devices per hour, but write known ones freely")
    func newDevices() async throws {
        try await LocationHarness.run({ $0.miataru.newDevicesPerHour = 3 }) { location in
            func update(_ devices: [String]) -> UpdateLocation {
                UpdateLocation(
                    entries: devices.map { .init(device: .named($0), location: .sample()) }, keepsHistory: true,
                    retentionMinutes: nil)
            }
            #expect(try await location.outcome(update(["a", "b", "c", "d"])) == .invalidRequest)
            #expect(try await location.outcome(update(["a", "b"])) == nil)
            #expect(try await location.outcome(update(["a", "b", "c", "d"])) == .rateLimited)
            #expect(try await location.outcome(SetDeviceKey(device: .named("c"), newKey: .right)) == nil)
            let friend = [AllowedDevice(device: .friend, readsCurrentLocation: true, readsHistory: true)]
            let list = SetAllowedDeviceList(device: .owner, key: .right, allowed: friend)
            for request in 0..<2 {
                let refusal =
                    request == 0
                    ? try await location.refusal(SetDeviceKey(device: .owner, newKey: .right))
                    : try await location.refusal(list)
                #expect(refusal?.code == .rateLimited && refusal?.retryAfter == 1200)
            }
            for _ in 0..<5 { #expect(try await location.outcome(update(["a", "b"])) == nil) }
            #expect(try await location.outcome(list, from: "192.0.2.2") == nil)
            location.clock.advance(seconds: 1200)
            #expect(try await location.outcome(update(["d"])) == nil)
            #expect(try await location.outcome(update(["e"])) == .rateLimited)
        }
    }

    @Test("A new device with a long id counts as several")
    func longIDs() async throws {
        try await LocationHarness.run({ $0.miataru.newDevicesPerHour = 6 }) { location in
            func update(_ device: String) -> UpdateLocation {
                UpdateLocation(
                    entries: [.init(device: .named(device), location: .sample())], keepsHistory: true,
                    retentionMinutes: nil)
            }
            let long = String(repeating: "x", count: 256)
            var outcomes: [ErrorCode?] = []
            // Known by then, it costs nothing.
            for _ in 0..<3 { outcomes.append(try await location.outcome(update(long))) }
            let longer = SetDeviceKey(device: .named(long + "y"), newKey: .right)
            outcomes.append(try await location.outcome(longer))
            for device in [String(repeating: "y", count: 64), "0F6C2A44-5D2B-4A3B-9C55-3C1F5A1B2E10", "z"] {
                outcomes.append(try await location.outcome(update(device)))
            }
            #expect(outcomes == [nil, nil, nil, .rateLimited, nil, nil, .rateLimited])
        }
    }

    @Test("Empty devices, and old visitors of devices without a location, are deleted")
    func forgetting() async throws {
        try await LocationHarness.run({ $0.miataru.visitorsKeptFor = .seconds(3600) }) { location in
            let passing = UpdateLocation.of(.stranger, history: false, minutes: "1")
            _ = try await location.send(passing)
            _ = try await location.send(GetLocation(reader: friend, devices: [.stranger]))
            _ = try await location.send(UpdateLocation.of(.owner))
            location.clock.advance(seconds: 3600)
            location.signalPurge()
            let visitors = GetVisitorHistory(device: .stranger, amount: 9)
            #expect(try await location.send(visitors).visits.count == 1)
            location.clock.advance(seconds: 1)
            #expect(
                try await eventually {
                    location.signalPurge()
                    return try await location.send(visitors).visits.isEmpty
                })
            #expect(try await location.send(GetLocation(reader: friend, devices: [.owner])).found[0] != nil)
        }
    }

    @Test("A missing key does not count as a wrong one")
    func missingKeys() async throws {
        try await LocationHarness.run { location in
            _ = try await location.send(SetDeviceKey(device: .owner, newKey: .right))
            for _ in 0..<30 { #expect(try await location.outcome(UpdateLocation.of(.owner)) == .forbidden) }
            #expect(try await location.outcome(UpdateLocation.of(.owner, key: .right)) == nil)
        }
    }

    @Test("1.0 clients are served if the setting allows them")
    func legacy() async throws {
        try await LocationHarness.run({ $0.miataru.legacy = true }) { location in
            var update = UpdateLocation.of(.owner)
            update.entries[0].location.timestamp = LocationValue(json: #""1700000000.25""#)
            update.entries[0].location.longitude = LocationValue(json: #""10,5""#)
            update.entries[0].location.horizontalAccuracy = LocationValue(json: "-1")
            _ = try await location.send(update)
            let nobody = Reader(device: nil)
            let found = try await location.send(GetLocation(reader: nobody, devices: [.owner])).found
            #expect(found[0]?.location == update.entries[0].location)
            let past = try await location.send(GetLocationHistory(reader: nobody, device: .owner, amount: 9))
            #expect(past.available == 1)
            #expect(try await location.send(GetVisitorHistory(device: .owner, amount: 9)).visits == [])
            let list = [AllowedDevice(device: .friend, readsCurrentLocation: true, readsHistory: true)]
            _ = try await location.send(SetAllowedDeviceList(device: .owner, key: .right, allowed: list))
            #expect(try await location.send(GetLocation(reader: nobody, devices: [.owner])).found == [nil])
        }
    }

    @Test("A request for no device needs no reader")
    func nothing() async throws {
        try await LocationHarness.run { location in
            let request = GetLocation(reader: Reader(device: nil), devices: [])
            let found = try await location.send(request).found
            #expect(found == [])
        }
    }

    @Test("The service applies its options")
    func options() async throws {
        try await LocationHarness.run({
            $0.miataru.historyCap = 2
            $0.miataru.visitorCap = 2
            $0.miataru.detailedVisitors = true
            $0.miataru.keyRequiredOfNewDevices = .new
            $0.miataru.strictDeviceKeyCheck = false
        }) { location in
            #expect(try await location.outcome(UpdateLocation.of(.owner, [7, 8])) == nil)
            let dropped = location.metrics.snapshot().first { $0.name == DroppedLocations.label }
            #expect(dropped?.value == 2)
            _ = try await location.send(SetDeviceKey(device: .owner, newKey: .right))
            _ = try await location.send(UpdateLocation.of(.owner, [1, 2, 3], key: .right))
            _ = try await location.send(SetDeviceKey(device: .friend, newKey: .right))
            for _ in 0..<3 { _ = try await location.send(GetLocation(reader: friend, devices: [.owner])) }
            let past = try await location.send(GetLocationHistory(reader: friend, device: .owner, amount: 9))
            #expect(past == .init(maximum: 2, available: 2, locations: [.sample(3), .sample(2)]))
            let visits = try await location.send(GetVisitorHistory(device: .owner, key: .right, amount: 9))
            #expect(visits.maximum == 2)
            #expect(visits.visits.map(\.visitor) == [.friend, .friend])
        }
    }

    @Test("Without the secret of stored keys the service does not start")
    func lostSecret() async throws {
        let folder = try TemporaryFolder()
        try await LocationHarness.run(in: folder) { location in
            _ = try await location.send(SetDeviceKey(device: .owner, newKey: .right))
        }
        let secret = folder.url.appendingPathComponent("keys/device-keys.secret")
        try FileManager.default.removeItem(at: secret)
        await #expect(throws: SecretFile.Failure.self) { try await LocationHarness.run(in: folder) { _ in } }
    }

    @Test("With another secret the service does not start until the printed remedy is followed")
    func anotherSecret() async throws {
        let folder = try TemporaryFolder()
        try await LocationHarness.run(in: folder) { location in
            _ = try await location.send(SetDeviceKey(device: .owner, newKey: .right))
        }
        let secret = folder.url.appendingPathComponent("keys/device-keys.secret")
        let right = try Data(contentsOf: secret)
        let put = { (bytes: Data) in
            try bytes.write(to: secret)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret.path)
        }
        try put(Data(repeating: 9, count: 32))
        let failure = await #expect(throws: SecretFile.Failure.self) {
            try await LocationHarness.run(in: folder) { _ in }
        }
        let said = "\(try #require(failure))"
        #expect(said.contains("not the secret that the database was used with"))
        try put(right)
        try await LocationHarness.run(in: folder) { location in
            let outcome = try await location.outcome(UpdateLocation.of(.owner, key: .right))
            #expect(outcome == nil)
        }
        // Lost for good: the line that is printed works as it stands, and what it says comes true.
        let command = try #require(said.split(separator: "make a new one with: ").last)
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", "umask 022; " + command]
        try shell.start()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
        for _ in 0..<2 {
            try await LocationHarness.run(in: folder) { location in
                let outcomes = [
                    try await location.outcome(UpdateLocation.of(.owner, key: .right)),
                    try await location.outcome(SetDeviceKey(device: .friend, currentKey: .right, newKey: .right)),
                ]
                #expect(outcomes == [.forbidden, nil])
            }
            #expect(!FileManager.default.fileExists(atPath: secret.path + ".replaced"))
        }
        try put(right)
        await #expect(throws: SecretFile.Failure.self) { try await LocationHarness.run(in: folder) { _ in } }
    }
}
