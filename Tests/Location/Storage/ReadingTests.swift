@testable import Location

@Suite("The reading of devices", .timeLimit(.minutes(10))) struct ReadingTests {
    private let stores = ScratchStores()

    @Test("Devices are returned in the requested order, with nil for missing ones", arguments: StoreKind.allCases)
    func order(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        try await store.report(.owner, 1)
        try await store.report(.friend, 2)
        let devices = [DeviceID.friend, .named("nobody"), .owner, .friend]
        let found = try await store.getLocation(devices, for: Reader(device: .stranger), at: .start).value
        #expect(found.map { $0?.device } == [.friend, nil, .owner, .friend])
        #expect(found.map { $0?.location } == [.sample(2), nil, .sample(1), .sample(2)])
        #expect(try await store.getLocation([], for: Reader(device: .stranger), at: .start).value.isEmpty)
        #expect(try await store.visitors(.friend) == ["stranger"])
    }

    @Test("Hundreds of devices are read in one call", arguments: StoreKind.allCases)
    func many(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        let devices = (0..<300).map { DeviceID.named("device \($0)") }
        let reports = devices.enumerated().map { DeviceReport(device: $1, keys: [nil], locations: [.sample($0)]) }
        _ = try await store.updateLocation(reports, keeping: .history, at: .start)
        let found = try await store.getLocation(devices, for: Reader(device: .friend), at: .start).value
        #expect(found.map { $0?.location } == (0..<300).map { .sample($0) })
        #expect(try await store.visitors(devices[299]) == ["friend"])
    }

    @Test("A listed reader has each right separately", arguments: StoreKind.allCases, [true, false])
    func lists(kind: StoreKind, current: Bool) async throws {
        let store = try stores.location(kind)
        try await store.report(.owner, 1)
        try await store.allow([.friend], of: .owner, current: current, history: !current)
        #expect(try await store.look(.owner) == (current ? .sample(1) : nil))
        #expect(try await store.history(.owner).available == (current ? 0 : 1))
        for reader in [DeviceID.stranger, .owner, nil] {
            #expect(try await store.look(.owner, by: reader) == nil)
            let history = try await store.history(.owner, by: reader)
            #expect(history.available == 0)
            #expect(history.locations == [])
        }
    }

    @Test("A listed reader without a key sees the device only if the setting allows it", arguments: StoreKind.allCases)
    func keyless(kind: StoreKind) async throws {
        let store = try stores.location(kind) { $0.readersMustHoldKey = true }
        try await store.report(.owner, 1)
        #expect(try await store.look(.owner) == .sample(1))
        try await store.allow([.friend], of: .owner)
        #expect(try await store.look(.owner) == nil)
        #expect(try await store.history(.owner).available == 0)
        try await store.protect(.friend)
        #expect(try await store.look(.owner, key: .right) == .sample(1))
        #expect(try await store.history(.owner, key: .right).available == 1)
    }

    @Test("A reader with a key must show it, even for its own device", arguments: StoreKind.allCases)
    func strict(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        try await store.protect(.friend)
        try await store.report(.owner, 1)
        for device in [DeviceID.owner, .friend] {
            #expect(await refusal { _ = try await store.look(device) } == .keyMissing(.friend))
            #expect(await refusal { _ = try await store.history(device) } == .keyMissing(.friend))
            #expect(await refusal { _ = try await store.look(device, key: .wrong) } == .keyWrong(.friend))
        }
        #expect(try await store.look(.owner, key: .right) == .sample(1))
        #expect(try await store.look(.owner, by: .stranger, key: .wrong) == .sample(1))
    }

    @Test("An anonymous reader leaves no visit", arguments: StoreKind.allCases)
    func anonymous(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        try await store.report(.owner, 1)
        #expect(try await store.look(.owner, by: nil) == .sample(1))
        #expect(try await store.history(.owner, by: nil).available == 1)
        #expect(try await store.visitors(.owner) == [])
    }

    @Test("A map shows devices without a list and refuses those with a key", arguments: StoreKind.allCases)
    func geoJSON(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        func map(_ devices: DeviceID..., at now: UnixTime = .start) async throws -> Location? {
            try await store.getLocationGeoJSON(devices, at: now).value
        }
        #expect(try await map(.owner) == nil)
        try await store.report(.owner, 1, keeping: .until(.start.adding(seconds: 60)))
        try await store.report(.friend, 2)
        #expect(try await map(.owner, .friend) == .sample(1))
        #expect(try await map(.owner, at: .start.adding(seconds: 60)) == nil)
        #expect(try await map(.named("nobody"), .owner) == nil)
        try await store.allow([.friend], of: .friend)
        #expect(try await map(.friend) == nil)
        try await store.protect(.stranger)
        for devices in [[DeviceID.stranger], [.owner, .stranger]] {
            let refused = await refusal { _ = try await store.getLocationGeoJSON(devices, at: .start) }
            #expect(refused == .closedToGuests(.stranger))
        }
        #expect(try await store.visitors(.owner) == [])
    }
}
