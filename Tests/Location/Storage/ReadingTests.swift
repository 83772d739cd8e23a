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
