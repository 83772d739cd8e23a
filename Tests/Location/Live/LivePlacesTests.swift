@testable import Location

@Suite("Live places of a store", .timeLimit(.minutes(10))) struct LivePlacesTests {
    private let stores = ScratchStores()

    private func review(
        _ devices: [DeviceID], by reader: Reader?, of account: AccountID? = nil, _ store: LocationStore
    ) async throws -> (mayRead: Bool, seen: [DeviceID]) {
        let view = ReviewViews.View(reader: reader, account: account, devices: Array(devices.indices))
        let reply = try await store.reviewViews([view], of: devices, at: .start)
        #expect(reply.found.count == devices.count)
        return (reply.views[0].mayRead, reply.views[0].seen.map { devices[$0] })
    }

    @Test("A reader sees the same devices as with GetLocation, without a visit", arguments: StoreKind.allCases)
    func readers(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        for device in [DeviceID.owner, .friend] {
            try await store.report(device, 1)
            try await store.protect(device)
        }
        let reader = Reader(device: .friend, key: .right)
        // Also a device of itself: a list says who sees it.
        for (reader, device) in [(reader, DeviceID.friend), (Reader(device: .owner, key: .right), .owner)] {
            for (isListed, current) in [(false, false), (true, false), (true, true)] {
                try await store.allow(isListed ? [device] : [.stranger], of: .owner, current: current)
                let asked = try await store.getLocation([.owner], for: reader, at: .start).value[0] != nil
                #expect(try await review([.owner], by: reader, store).seen.contains(.owner) == asked)
                #expect(asked == current)
            }
        }
        let visits = try await store.getVisitorHistory(.owner, amount: 10, key: .right).value.visits
        _ = try await review([.owner], by: Reader(device: .stranger), store)
        #expect(try await store.getVisitorHistory(.owner, amount: 10, key: .right).value.visits == visits)
        // A missing or wrong key ends the view, and only that one.
        #expect(try await !review([.owner], by: Reader(device: .friend), store).mayRead)
        #expect(try await !review([.owner], by: Reader(device: .friend, key: .wrong), store).mayRead)
        let unknown = try await review([.named("unknown")], by: reader, store)
        #expect(unknown.mayRead && unknown.seen.isEmpty)
    }

    @Test(
        "A device whose list excludes the reader is hidden, with a place or without one",
        arguments: StoreKind.allCases)
    func hidden(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        try await store.report(.owner, 1)
        try await store.report(.stranger, 1)
        for device in [DeviceID.owner, .friend] {
            try await store.protect(device)
            try await store.allow([.stranger], of: device)
        }
        // The last one is unknown, and so may appear.
        let devices: [DeviceID] = [.owner, .friend, .stranger, .named("unknown")]
        let reader = Reader(device: .named("reader"))
        let looked = try await store.watchLocations(devices, for: reader, at: .start).value
        #expect(looked.hidden == [0, 1] && looked.found.map { $0 != nil } == [false, false, true, false])
        let view = ReviewViews.View(reader: reader, devices: Array(devices.indices))
        let reviewed = try await store.reviewViews([view], of: devices, at: .start).views[0]
        #expect(reviewed.hidden == [0, 1] && reviewed.seen == [2])
        #expect(try await store.visitors(.owner, key: .right) == ["reader"])
    }

    @Test("A user sees devices through valid claims", arguments: StoreKind.allCases, [false, true])
    func people(kind: StoreKind, mustHoldKey: Bool) async throws {
        let store = try stores.location(kind) { $0.readersMustHoldKey = mustHoldKey }
        let other = DeviceID.named("other")
        for device in [DeviceID.owner, .friend, other] {
            try await store.report(device, 1)
            try await store.protect(device)
        }
        try await store.allow([.owner], of: .friend)
        try await store.allow([.owner], of: other, current: false)
        let devices = [DeviceID.owner, .friend, other]
        func seen() async throws -> [[DeviceID]] {
            let places = try await store.getPlaces(of: .ada, visited: [], at: .start).value
            return [
                places.filter { $0.found != nil }.map(\.device),
                try await review(devices, by: nil, of: .ada, store).seen,
            ]
        }
        #expect(try await seen() == [[], []])
        _ = try await store.claimDevice(.owner, key: .right, for: .ada, at: .start)
        #expect(try await seen() == [[.owner, .friend], [.owner, .friend]])
        #expect(
            try await store.getVisitorHistory(.friend, amount: 9, key: .right).value.visits.map(\.visitor) == [.owner])
        #expect(try await store.getVisitorHistory(.owner, amount: 9, key: .right).value.visits.isEmpty)
        _ = try await store.removeDeviceKey(.owner, by: .account(.ada))
        #expect(try await seen() == [[.owner], [.owner]], "its entries in allowed lists are gone")
        // Without a key it proves nothing where that is demanded.
        try await store.allow([.owner], of: .friend)
        let withoutKey: [DeviceID] = mustHoldKey ? [.owner] : [.owner, .friend]
        #expect(try await seen() == [withoutKey, withoutKey])
        // The device belongs to the caller that sets the next key.
        _ = try await store.setDeviceKey(.owner, current: nil, new: .wrong, salt: salt)
        #expect(try await seen() == [[], []])
        #expect(try await store.getPlaces(of: .ben, visited: [], at: .start).value.isEmpty)
    }

    @Test("Among many visible devices, those that share both ways come first", arguments: StoreKind.allCases)
    func flooded(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        try await store.report(.owner, 1)
        try await store.protect(.owner)
        _ = try await store.claimDevice(.owner, key: .right, for: .ada, at: .start)
        for number in 0..<GetPlaces.maximumDevices + 3 {
            let stranger = DeviceID.named("stranger \(number)")
            try await store.protect(stranger)
            try await store.allow([.owner], of: stranger)
        }
        try await store.protect(.friend)
        try await store.allow([.owner], of: .friend)
        func seen() async throws -> [DeviceID] {
            try await store.getPlaces(of: .ada, visited: [], at: .start).value.map(\.device)
        }
        #expect(try await !seen().contains(.friend))
        try await store.allow([.friend], of: .owner)
        let places = try await seen()
        #expect(places.prefix(2) == [.owner, .friend] && places.count == GetPlaces.maximumDevices)
    }

    @Test("Only places that were not visited before record a visit", arguments: StoreKind.allCases)
    func visits(kind: StoreKind) async throws {
        let store = try stores.location(kind) { $0.recordsEveryVisit = true }
        for device in [DeviceID.owner, .friend] {
            try await store.report(device, 1)
            try await store.protect(device)
        }
        try await store.allow([.owner], of: .friend)
        _ = try await store.claimDevice(.owner, key: .right, for: .ada, at: .start)
        _ = try await store.getPlaces(of: .ada, visited: [], at: .start)
        _ = try await store.getPlaces(of: .ada, visited: [.friend], at: .start)
        #expect(try await store.getVisitorHistory(.friend, amount: 9, key: .right).value.visits.count == 1)
    }

    @Test("An update is published with each place that it has stored", arguments: StoreKind.allCases, [false, true])
    func points(kind: StoreKind, keepsHistory: Bool) async throws {
        let store = try stores.location(kind) { $0.requiresKeyOfNewDevices = true }
        try await store.protect(.owner)
        let before = store.changes.pageWithPoints(epoch: nil, after: nil, limit: 1).highWater
        // The new device has no key, so its place is dropped.
        let reports = [
            DeviceReport(device: .owner, keys: [.right], locations: [.sample(1), .sample(3)], positions: [0, 2]),
            DeviceReport(device: .stranger, keys: [nil], locations: [.sample(2)], positions: [1]),
        ]
        let keeping = keepsHistory ? Keeping.history : .until(.start.adding(seconds: 60))
        _ = try await store.updateLocation(reports, keeping: keeping, at: .start)
        let page = store.changes.pageWithPoints(epoch: store.changes.epoch, after: before, limit: 100)
        #expect(page.changes.map(\.key) == ["owner"])
        let value = try #require(page.changes.first?.value)
        let points = try FeedValue.read(ChangedPoints.self, from: value)
        #expect(points.locations == [.sample(1), .sample(3)])
    }

    @Test("Each change of a device is published, and no refused one", arguments: StoreKind.allCases)
    func changes(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        func told(_ change: () async throws -> Void) async throws -> [String] {
            let before = store.changes.page(epoch: nil, after: nil, limit: 1).highWater
            try await change()
            return store.changes.page(epoch: store.changes.epoch, after: before, limit: 100).changes.map(\.key)
        }
        #expect(try await told { try await store.report(.owner, 1) } == ["owner"])
        #expect(try await told { try await store.protect(.owner) } == ["owner"])
        #expect(try await told { try await store.allow([.friend], of: .owner) } == ["owner"])
        #expect(try await told { _ = await refusal { try await store.report(.owner, 2, key: .wrong) } } == [])
        #expect(try await told { _ = try await store.setDeviceSlogan(.owner, key: .right, slogan: "x") } == ["owner"])
        #expect(
            try await told { _ = try await store.claimDevice(.owner, key: .right, for: .ada, at: .start) } == ["owner"])
        #expect(try await told { _ = try await store.releaseDevice(.owner, of: .ada) } == ["owner"])
        #expect(try await told { _ = try await store.deleteLocation(.owner, key: .right, at: .start) } == ["owner"])
        #expect(try await told { _ = try await store.look(.owner) } == [])
        _ = try await store.claimDevice(.owner, key: .right, for: .ada, at: .start)
        let ticket = DeviceClaim.hash(ofTicket: SecretText("ticket"))
        let end = UnixTime.start.adding(seconds: 60)
        #expect(
            try await told {
                _ = try await store.offerDevice(.owner, of: .ada, by: ticket, in: SessionID("s1"), until: end)
            } == [])
        let handOver = {
            _ = try await store.takeOverDevice(by: ticket, for: .ben, key: .wrong, salt: salt, at: .start)
        }
        #expect(try await told { try await handOver() } == ["owner"])
        #expect(try await told { _ = await refusal { try await handOver() } } == [])
        _ = try await store.claimDevice(.owner, key: .wrong, for: .ada, at: .start)
        let page = FeedPage(
            epoch: FeedEpoch(rawValue: 1 << 40),
            changes: [FeedChange(sequence: 1, key: AccountID.ada.text, value: nil)], highWater: 1, startsOver: true)
        #expect(try await told { try await store.applyAccounts(page, at: .start) } == ["owner"])
    }
}
