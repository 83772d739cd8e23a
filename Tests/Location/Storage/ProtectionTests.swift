@testable import Location

@Suite("The protection of devices", .timeLimit(.minutes(10))) struct ProtectionTests {
    private let stores = ScratchStores()

    @Test("A device with a key can only be changed with it", arguments: StoreKind.allCases)
    func owned(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        try await store.report(.owner, 1)
        try await store.protect(.owner)
        for (key, refused) in [(nil, Refusal.keyMissing(.owner)), (DeviceKey.wrong, .keyWrong(.owner))] {
            #expect(await refusal { try await store.report(.owner, 2, key: key) } == refused)
            #expect(await refusal { _ = try await store.visitors(.owner, key: key) } == refused)
            #expect(await refusal { _ = try await store.deleteLocation(.owner, key: key, at: .start) } == refused)
            #expect(
                await refusal { _ = try await store.setDeviceKey(.owner, current: key, new: .wrong, salt: salt) }
                    == refused)
        }
        #expect(await refusal { _ = try await store.getAllowedDeviceList(.owner, key: .wrong) } == .keyWrong(.owner))
        #expect(await refusal { try await store.allow([], of: .owner, key: .wrong) } == .keyWrong(.owner))
        // Nothing of it happened, and reading needs no key of the device read.
        #expect(try await store.look(.owner) == .sample(1))
        try await store.report(.owner, 3, key: .right)
        #expect(try await store.visitors(.owner, key: .right) == ["friend"])
        #expect(try await store.deleteLocation(.owner, key: .right, at: .start).value.deleted == 3)
    }

    @Test("Each call reports the keys that it proved", arguments: StoreKind.allCases)
    func proven(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        try await store.protect(.owner)
        let reports = [
            DeviceReport(device: .friend, keys: [.wrong], locations: [.sample(1)]),
            DeviceReport(device: .owner, keys: [.right], locations: [.sample(1)]),
        ]
        #expect(try await store.updateLocation(reports, keeping: .history, at: .start).proven == [.owner])
        let reader = Reader(device: .owner, key: .right)
        #expect(try await store.getLocation([.friend], for: reader, at: .start).proven == [.owner])
        #expect(try await store.getAllowedDeviceList(.friend, key: .right).proven == [])
    }

    @Test("A wrong key refuses the whole batch", arguments: StoreKind.allCases)
    func batch(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        try await store.protect(.owner)
        let reports = [
            DeviceReport(device: .friend, keys: [nil], locations: [.sample(1)]),
            DeviceReport(device: .owner, keys: [.right, .wrong], locations: [.sample(1), .sample(2)]),
        ]
        let refused = await refusal { _ = try await store.updateLocation(reports, keeping: .history, at: .start) }
        #expect(refused == .keyWrong(.owner))
        #expect(try await store.look(.friend, by: .stranger) == nil)
        #expect(try await store.look(.owner) == nil)
    }

    @Test("Setting the stored key again succeeds with any current key", arguments: StoreKind.allCases)
    func repeated(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        for current in [nil, DeviceKey.wrong, .right] {
            let set = try await store.setDeviceKey(.owner, current: current, new: .right, salt: salt)
            #expect(set.proven == [.owner])
        }
        let other = await refusal { _ = try await store.setDeviceKey(.owner, current: nil, new: .wrong, salt: salt) }
        #expect(other == .keyMissing(.owner))
        try await store.report(.owner, 1, key: .right)
    }

    @Test("Exactly one of many concurrent first keys wins", arguments: StoreKind.allCases)
    func race(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        for round in 0..<20 {
            let device = DeviceID.named("device \(round)")
            let winners = await withTaskGroup(of: Int?.self) { group in
                for number in 0..<16 {
                    group.addTask {
                        let key = DeviceKey.of("key \(number)")
                        let set = try? await store.setDeviceKey(device, current: nil, new: key, salt: salt)
                        return set == nil ? nil : number
                    }
                }
                return await group.reduce(into: []) { winners, number in winners += number.map { [$0] } ?? [] }
            }
            #expect(winners.count == 1)
            try await store.report(device, 1, key: .of("key \(winners[0])"))
        }
    }

    @Test("Where new devices need a key, keyless ones are dropped", arguments: StoreKind.allCases)
    func newcomers(kind: StoreKind) async throws {
        let store = try stores.location(kind) { $0.requiresKeyOfNewDevices = true }
        try await store.report(.owner, 1)
        try await store.report(.owner, 1, key: .right)
        #expect(try await store.look(.owner) == nil)
        #expect(await refusal { try await store.allow([.friend], of: .owner) } == .newDeviceNeedsKey(.owner))
        #expect(try await store.deleteLocation(.owner, key: nil, at: .start).value.deleted == 0)
        try await store.allow([], of: .owner)
        try await store.protect(.owner)
        // A batch keeps what it says of known devices, and pays for no device that stays unknown.
        let reports = [
            DeviceReport(device: .friend, keys: [nil], locations: [.sample(1), .sample(2)]),
            DeviceReport(device: .owner, keys: [.right], locations: [.sample(3)]),
            DeviceReport(device: .stranger, keys: [.wrong], locations: [.sample(4)]),
        ]
        let kept = try await store.updateLocation(reports, keeping: .history, newDevices: 0, at: .start)
        #expect(kept.value == 3)
        #expect(kept.proven == [.owner])
        #expect(try await store.look(.owner) == .sample(3))
        #expect(try await store.look(.friend, by: .stranger) == nil)
        // A key that is wrong refuses the whole batch all the same.
        #expect(await refusal { try await store.report(.owner, 5, key: .wrong) } == .keyWrong(.owner))
    }

    @Test("A list is replaced as a whole", arguments: StoreKind.allCases)
    func lists(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        func list(_ key: DeviceKey = .right) async throws -> [AllowedDevice] {
            try await store.getAllowedDeviceList(.owner, key: key).value
        }
        #expect(try await list() == [])
        let first = ["z", "a", "constructor"].map {
            AllowedDevice(device: .named($0), readsCurrentLocation: $0 == "a", readsHistory: $0 != "a")
        }
        _ = try await store.setAllowedDeviceList(.owner, key: .right, allowed: first)
        #expect(try await list(.wrong) == first)
        try await store.allow([.friend], of: .owner)
        #expect(try await list().map(\.device) == [.friend])
        try await store.allow([], of: .owner)
        #expect(try await list() == [])
        try await store.report(.owner, 1)
        #expect(try await store.look(.owner) == .sample(1))
    }

    @Test("Slogans are shown to devices with a key", arguments: StoreKind.allCases)
    func slogans(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        func set(_ slogan: String, _ key: DeviceKey = .right) async throws {
            _ = try await store.setDeviceSlogan(.owner, key: key, slogan: slogan)
        }
        func read(_ key: DeviceKey = .right) async throws -> String? {
            try await store.getDeviceSlogan(.owner, reader: .friend, readerKey: key, at: .start).value
        }
        #expect(await refusal { try await set("here") } == .noKeyConfigured(.owner))
        #expect(await refusal { _ = try await read() } == .noKeyConfigured(.friend))
        try await store.protect(.owner)
        try await store.protect(.friend)
        #expect(await refusal { try await set("here", .wrong) } == .keyWrong(.owner))
        #expect(await refusal { _ = try await read(.wrong) } == .keyWrong(.friend))
        #expect(try await read() == nil)
        #expect(try await store.visitors(.owner, key: .right) == [])
        for slogan in ["here", "", "🚲"] {
            try await set(slogan)
            #expect(try await read() == slogan)
        }
        #expect(try await store.visitors(.owner, key: .right) == ["friend"])
    }

    @Test("The protection of a device is shown to devices with a key", arguments: StoreKind.allCases)
    func status(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        func read(_ key: DeviceKey = .right) async throws -> GetDeviceSecurityStatus.Reply {
            try await store.getDeviceSecurityStatus(.owner, reader: .friend, readerKey: key, at: .start).value
        }
        #expect(await refusal { _ = try await read() } == .noKeyConfigured(.friend))
        try await store.protect(.friend)
        #expect(await refusal { _ = try await read(.wrong) } == .keyWrong(.friend))
        #expect(try await read() == .init(hasDeviceKey: false, isAllowedListEnabled: false))
        try await store.protect(.owner)
        #expect(try await read() == .init(hasDeviceKey: true, isAllowedListEnabled: false))
        #expect(try await store.visitors(.owner, key: .right) == [])
        try await store.allow([.stranger], of: .owner)
        try await store.report(.owner, 1, key: .right)
        #expect(try await read() == .init(hasDeviceKey: true, isAllowedListEnabled: true))
        #expect(try await store.visitors(.owner, key: .right) == ["friend"])
        // The answer neither waits for the visit nor fails with it. Otherwise it would reveal that a location exists.
        try await store.database.write { try $0.run("DROP TABLE visit") }
        #expect(try await read() == .init(hasDeviceKey: true, isAllowedListEnabled: true))
    }
}
