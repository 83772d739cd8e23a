@testable import Location

@Suite("The locations of a store", .timeLimit(.minutes(10))) struct UpdatingTests {
    private let stores = ScratchStores()

    @Test("Every value is stored exactly as written", arguments: StoreKind.allCases)
    func values(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        var location = Location.sample()
        location.timestamp = LocationValue(json: "1700000000000")
        location.longitude = LocationValue(json: #""+10.837502""#)
        location.latitude = LocationValue(json: "5")
        location.speed = .null
        location.batteryLevel = LocationValue(json: #""\u0031""#)
        let report = DeviceReport(device: .owner, keys: [nil], locations: [location])
        _ = try await store.updateLocation([report], keeping: .history, at: .start)
        #expect(try await store.look(.owner) == location)
        #expect(try await store.history(.owner).locations == [location])
    }

    @Test("The last location of a batch is current, and the history is newest first", arguments: StoreKind.allCases)
    func batch(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        try await store.report(.owner, 1, 2, 3)
        try await store.report(.owner, 4)
        #expect(try await store.look(.owner) == .sample(4))
        let history = try await store.history(.owner, 3)
        #expect(history.locations == [.sample(4), .sample(3), .sample(2)])
        #expect(history.available == 4)
        #expect(history.maximum == 1023)
    }

    @Test("A batch may contain several devices", arguments: StoreKind.allCases, [true, false])
    func devices(kind: StoreKind, keepsHistory: Bool) async throws {
        let store = try stores.location(kind)
        try await store.report(.owner, 1)
        let reports = [
            DeviceReport(device: .owner, keys: [nil], locations: [.sample(2), .sample(3)]),
            DeviceReport(device: .friend, keys: [nil], locations: [.sample(4)]),
        ]
        let keeping = keepsHistory ? Keeping.history : .until(.start.adding(seconds: 60))
        _ = try await store.updateLocation(reports, keeping: keeping, at: .start)
        #expect(try await store.look(.owner, by: .stranger) == .sample(3))
        #expect(try await store.look(.friend, by: .stranger) == .sample(4))
        #expect(try await store.history(.owner).available == (keepsHistory ? 3 : 0))
        #expect(try await store.history(.friend).available == (keepsHistory ? 1 : 0))
    }

    @Test("The history is bounded by its cap", arguments: StoreKind.allCases, [0, 1, 3])
    func cap(kind: StoreKind, cap: Int) async throws {
        let store = try stores.location(kind) { $0.historyCap = cap }
        func rows() async throws -> Int? {
            try await store.database.read { try $0.value("SELECT count(*) FROM location") }
        }
        for number in 1...5 {
            try await store.report(.owner, number)
            let history = try await store.history(.owner)
            #expect(history.available == min(number, cap))
            #expect(history.locations == (1...number).suffix(cap).reversed().map { .sample($0) })
            #expect(try await store.look(.owner) == .sample(number))
            // The current location is stored even with a cap of 0.
            #expect(try await rows() == min(number, max(cap, 1)))
        }
        try await store.report(.owner, 6, 7, 8, 9)
        #expect(try await rows() == max(cap, 1))
        #expect(try await store.history(.owner).locations == (6...9).suffix(cap).reversed().map { .sample($0) })
        #expect(try await store.look(.owner) == .sample(9))
    }

    @Test("Without history only the newest location is stored, until it expires", arguments: StoreKind.allCases)
    func expiry(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        let end = UnixTime.start.adding(seconds: 60)
        let justBefore = UnixTime(milliseconds: end.rawValue - 1)
        try await store.report(.owner, 1, 2, keeping: .until(end))
        #expect(try await store.look(.owner, at: justBefore) == .sample(2))
        #expect(try await store.look(.owner, at: end) == nil)
        #expect(try await store.history(.owner).available == 0)
    }

    @Test("An update without history renews the expiry", arguments: StoreKind.allCases)
    func renewal(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        try await store.report(.owner, 1, keeping: .until(.start.adding(seconds: 60)))
        try await store.report(.owner, 2, keeping: .until(.start.adding(seconds: 90)))
        #expect(try await store.look(.owner, at: .start.adding(seconds: 89)) == .sample(2))
        #expect(try await store.look(.owner, at: .start.adding(seconds: 90)) == nil)
    }

    @Test("A location of a new history does not expire, and earlier history is gone", arguments: StoreKind.allCases)
    func switching(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        let end = UnixTime.start.adding(seconds: 60)
        try await store.report(.owner, 1, 2, 3)
        try await store.report(.owner, 4, keeping: .until(end))
        #expect(try await store.history(.owner).locations == [])
        try await store.report(.owner, 5, 6)
        #expect(try await store.history(.owner, at: end).locations == [.sample(6), .sample(5)])
        #expect(try await store.history(.owner, at: end).available == 2)
        #expect(try await store.look(.owner, at: end) == .sample(6))
    }

    @Test("Expired locations are deleted in portions", arguments: StoreKind.allCases)
    func purge(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        let end = UnixTime.start.adding(seconds: 60)
        for number in 0..<5 { try await store.report(.named("expires\(number)"), number, keeping: .until(end)) }
        try await store.report(.owner, 1, keeping: .until(end.adding(seconds: 1)))
        try await store.report(.friend, 1)
        _ = try await store.look(.named("expires0"))
        #expect(try await store.purgeExpired(at: .start, limit: 3) == 0)
        #expect(try await store.purgeExpired(at: end, limit: 3) == 3)
        #expect(try await store.purgeExpired(at: end, limit: 3) == 2)
        #expect(try await store.purgeExpired(at: end, limit: 3) == 0)
        #expect(try await store.look(.owner, at: end) == .sample(1))
        #expect(try await store.look(.friend, by: .stranger, at: end) == .sample(1))
        #expect(try await store.visitors(.named("expires0")) == ["friend"])
    }

    @Test("Unusual ids are stored, and ids with different bytes are different", arguments: StoreKind.allCases)
    func normalisation(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        let ids = [
            "\u{FC}", "u\u{308}", "A", "a", "a ", "a\u{1}", "__proto__", "null", "'; DROP TABLE location; --", "%s%n",
            "../../etc/passwd", "a/b?c=d&e#f", "\\\"", "\u{202E}abc", "a\nb\tc", "\u{1F468}\u{200D}\u{1F469}",
            "\u{1F468}\u{1F469}", "\u{2126}", "\u{3A9}", "1", "01", "\u{FB01}", "fi",
            String(repeating: "long-", count: 40),
        ].map(DeviceID.named)
        for (number, id) in ids.enumerated() { try await store.report(id, number) }
        for (number, id) in ids.enumerated() {
            #expect(try await store.look(id) == .sample(number))
            #expect(try await store.visitors(id) == ["friend"])
        }
    }

    @Test("A deletion removes the location and returns the number of deleted rows", arguments: StoreKind.allCases)
    func deletion(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        let end = UnixTime.start.adding(seconds: 60)
        func deleted(at now: UnixTime = .start) async throws -> Int {
            try await store.deleteLocation(.owner, key: nil, at: now).value.deleted
        }
        #expect(try await deleted() == 0)
        try await store.report(.owner, 1)
        #expect(try await deleted() == 2)
        #expect(try await store.look(.owner) == nil)
        #expect(try await store.history(.owner).available == 0)
        try await store.report(.owner, 1)
        _ = try await store.look(.owner)
        #expect(try await deleted() == 3)
        #expect(try await store.visitors(.owner) == [])
        try await store.report(.owner, 1, keeping: .until(end))
        #expect(try await deleted() == 1)
        try await store.report(.owner, 1, keeping: .until(end))
        _ = try await store.look(.owner)
        #expect(try await deleted(at: end) == 1)
        #expect(try await deleted() == 0)
    }

    @Test("A deletion keeps key, list and slogan", arguments: StoreKind.allCases)
    func deletionKeeps(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        try await store.protect(.owner)
        try await store.allow([.friend], of: .owner)
        _ = try await store.setDeviceSlogan(.owner, key: .right, slogan: "here")
        try await store.report(.owner, 1, key: .right)
        _ = try await store.deleteLocation(.owner, key: .right, at: .start)
        #expect(await refusal { try await store.report(.owner, 2) } == .keyMissing(.owner))
        #expect(try await store.getAllowedDeviceList(.owner, key: .right).value.count == 1)
        try await store.report(.owner, 2, key: .right)
        let found = try await store.getLocation([.owner], for: Reader(device: .friend), at: .start).value[0]
        #expect(found?.slogan == "here")
    }
}
