@testable import Location

@Suite("The deletion of empty devices", .timeLimit(.minutes(10))) struct ForgettingTests {
    private let stores = ScratchStores()

    private func time(_ seconds: Int64) -> UnixTime { .start.adding(seconds: seconds) }

    private func forget(_ store: LocationStore, visitorsBefore oldest: UnixTime, at now: UnixTime) async throws {
        while try await store.purgeExpired(at: now, limit: 100) == 100 {}
        var place: Int64? = 0
        while let number = place {
            place = try await store.forgetDevices(after: number, limit: 2, visitorsBefore: oldest)
        }
    }

    /// Whether a device is known: one that is not may not be written without leave to make one known.
    private func isKnown(_ device: DeviceID, _ store: LocationStore) async -> Bool {
        let report = DeviceReport(device: device, keys: [.right], locations: [.sample()])
        return await refusal {
            _ = try await store.updateLocation([report], keeping: .until(time(61)), newDevices: 0, at: .start)
        } != .newDevices(1)
    }

    @Test(
        "Only devices without location, key, slogan, list, claim and visitors are deleted",
        arguments: StoreKind.allCases)
    func bare(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        let names = ["gone", "placed", "keyed", "listed", "claimed", "visited", "gone too", "past visits"]
        let devices = Dictionary(uniqueKeysWithValues: names.map { ($0, DeviceID.named($0)) })
        for (name, device) in devices.sorted(by: { $0.key < $1.key }) {
            try await store.report(device, 1, keeping: name == "placed" ? .history : .until(time(60)))
            switch name {
            case "keyed": try await store.protect(device)
            case "listed": try await store.allow([.friend], of: device)
            case "claimed":
                try await store.protect(device)
                _ = try await store.claimDevice(device, key: .right, for: .ada, at: .start)
                _ = try await store.removeDeviceKey(device, by: .account(.ada))
            case "visited": _ = try await store.look(device, at: time(50))
            case "past visits": _ = try await store.look(device, at: time(10))
            default: break
            }
        }
        try await forget(store, visitorsBefore: time(50), at: time(60))
        for (name, device) in devices {
            let isGone = name.hasPrefix("gone") || name == "past visits"
            #expect(await isKnown(device, store) == !isGone, "\(name)")
        }
        #expect(try await store.visitors(devices["visited"]!) == ["friend"])
        try await forget(store, visitorsBefore: time(51), at: time(61))
        #expect(await !isKnown(devices["visited"]!, store))
    }

    @Test(
        "Old visitors of a device without a location are deleted, and a key keeps the device",
        arguments: StoreKind.allCases)
    func visitors(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        for device in [DeviceID.owner, .stranger] {
            try await store.report(device, 1, keeping: device == .owner ? .until(time(60)) : .history)
            try await store.protect(device)
            _ = try await store.look(device)
        }
        try await forget(store, visitorsBefore: time(1), at: time(60))
        #expect(try await store.visitors(.owner, key: .right) == [])
        #expect(try await store.visitors(.stranger, key: .right) == ["friend"])
        #expect(await refusal { try await store.report(.owner, 1) } == .keyMissing(.owner))
    }

    @Test("Deleted devices make room for others", arguments: StoreKind.allCases)
    func room(kind: StoreKind) async throws {
        let store = try stores.location(kind, pages: 150)
        for round in 0..<10 {
            let reports = (0..<300).map {
                DeviceReport(device: .named("device \(round) \($0)"), keys: [nil], locations: [.sample()])
            }
            let now = time(Int64(round) * 100)
            _ = try await store.updateLocation(reports, keeping: .until(now.adding(seconds: 60)), at: now)
            try await forget(store, visitorsBefore: now, at: now.adding(seconds: 60))
        }
    }

    @Test("A late visit is not recorded for another device that reuses the number")
    func numbers() async throws {
        let store = try stores.location(.sqlite)
        try await store.report(.stranger, 1, keeping: .until(time(60)))
        try await forget(store, visitorsBefore: time(60), at: time(60))
        let former = VisitedDevice(number: 1, device: .stranger, right: .nothing)
        try await store.recordVisits(of: .friend, to: [former], at: time(61))
        try await store.report(.owner, 1)
        try await store.recordVisits(of: .friend, to: [former], at: time(61))
        #expect(try await store.visitors(.owner) == [])
        let present = VisitedDevice(number: 1, device: .owner, right: .nothing)
        try await store.recordVisits(of: .friend, to: [present], at: time(61))
        #expect(try await store.visitors(.owner) == ["friend"])
    }
}
