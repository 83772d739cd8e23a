@testable import Location

@Suite("An import of devices", .timeLimit(.minutes(10))) struct PlaceImportTests {
    private let stores = ScratchStores()
    private let token: [UInt8] = [1, 2, 3]

    private func candidate(_ device: ImportedDevice, _ store: LocationStore) -> ImportCandidate {
        ImportCandidate(device, by: store.policy, at: .start) { store.hasher.stored($0, salt: salt) }
    }

    private func bring(
        _ devices: ImportedDevice..., into store: LocationStore, replacing: Bool = false
    ) async throws -> [ImportedDeviceResult] {
        _ = try await store.beginPlaceImport(token, replaces: replacing, at: .start)
        let candidates = devices.map { candidate($0, store) }
        let preview = try await store.previewPlaceImport(candidates, replaces: replacing).value
        let results = try await store.importPlaces(candidates, in: token, at: .start).value
        #expect(preview == results)
        _ = try await store.endPlaceImport(token)
        return results
    }

    /// A protected device with three places and a visitor.
    private var owner: ImportedDevice {
        ImportedDevice(
            .owner, key: .right, slogan: "hello",
            allowed: [AllowedDevice(device: .friend, readsCurrentLocation: true, readsHistory: true)],
            locations: [.sample(1), .sample(2), .sample(3)], visits: [.init(visitor: .stranger, time: .start)])
    }

    @Test("An imported device has its key, list, slogan, places and visitors", arguments: StoreKind.allCases)
    func everything(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        #expect(try await bring(owner, into: store) == [ImportedDeviceResult(.made, places: 3)])
        #expect(try await store.history(.owner).locations == [.sample(3), .sample(2), .sample(1)])
        #expect(try await store.look(.owner) == .sample(3))
        #expect(try await store.look(.owner, by: .named("somebody")) == nil)
        let visits = try await store.getVisitorHistory(.owner, amount: 10, key: .right).value.visits
        #expect(visits.last == GetVisitorHistory.Visit(visitor: .stranger, time: .start))
        #expect(await refusal { try await store.report(.owner, 4, key: .wrong) } == .keyWrong(.owner))
        try await store.report(.owner, 4, key: .right)
        #expect(try await store.history(.owner).available == 4)
        let slogan = try await store.getDeviceSlogan(.owner, reader: .owner, readerKey: .right, at: .start).value
        #expect(slogan == "hello")
    }

    @Test("A place keeps its expiry, and one that has expired is not imported", arguments: StoreKind.allCases)
    func expiry(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        let end = UnixTime.start.adding(seconds: 60)
        let results = try await bring(
            ImportedDevice(.owner, locations: [.sample(1)], expiresAt: end),
            ImportedDevice(.friend, locations: [.sample(1)], expiresAt: .start), into: store)
        #expect(results.map(\.outcome) == [.made, .refused] && results[1].reason == "it has no place any more")
        #expect(try await store.look(.owner, at: end.adding(milliseconds: -1)) == .sample(1))
        #expect(try await store.look(.owner, at: end) == nil)
        #expect(try await store.purgeExpired(at: end, limit: 10) == 1)
    }

    @Test("A second import adds nothing, and a device that differs stays as it is", arguments: StoreKind.allCases)
    func again(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        _ = try await bring(owner, into: store)
        for replacing in [false, true] {
            #expect(try await bring(owner, into: store, replacing: replacing) == [ImportedDeviceResult(.known)])
        }
        #expect(try await store.history(.owner).available == 3)
        let changes: [(inout ImportedDevice) -> Void] = [
            { $0.key = .wrong }, { $0.key = nil }, { $0.slogan = nil }, { $0.allowed = nil }, { $0.allowed = [] },
            { $0.locations = [.sample(3)] }, { $0.locations.append(.sample(4)) },
        ]
        for change in changes {
            var other = owner
            change(&other)
            #expect(try await bring(other, into: store) == [ImportedDeviceResult(.skipped)])
        }
        #expect(try await store.history(.owner).locations == [.sample(3), .sample(2), .sample(1)])
    }

    @Test("To replace a device keeps each part that the other one lacks", arguments: StoreKind.allCases)
    func replacing(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        _ = try await bring(owner, into: store)
        _ = try await store.claimDevice(.owner, key: .right, for: .ada, at: .start)
        let moved = ImportedDevice(.owner, locations: [.sample(9)])
        #expect(try await bring(moved, into: store, replacing: true) == [ImportedDeviceResult(.replaced, places: 1)])
        #expect(try await store.history(.owner).locations == [.sample(9)])
        #expect(await refusal { try await store.report(.owner, 4, key: .wrong) } == .keyWrong(.owner))
        #expect(try await store.look(.owner, by: .named("somebody")) == nil)
        #expect(try await store.getHistoryDays(of: .owner, by: .ada).value == nil)
        // Another key may be another owner's.
        _ = try await bring(ImportedDevice(.owner, key: .wrong), into: store, replacing: true)
        try await store.report(.owner, 10, key: .wrong)
        #expect(
            await refusal { _ = try await store.getHistoryDays(of: .owner, by: .ada) }
                == .keyChangedSinceClaim(.owner))
    }

    @Test("An enabled list without entries hides the device from everybody", arguments: StoreKind.allCases)
    func emptyList(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        _ = try await bring(ImportedDevice(.owner, allowed: [], locations: [.sample(1)]), into: store)
        #expect(try await store.look(.owner) == nil)
    }

    @Test("A portion needs an import that has begun in the last day and not ended", arguments: StoreKind.allCases)
    func token(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        let device = candidate(owner, store)
        func outcome(after seconds: Int64) async -> Refusal? {
            await refusal {
                _ = try await store.importPlaces([device], in: token, at: .start.adding(seconds: seconds))
            }
        }
        #expect(await outcome(after: 0) == .unknownImport)
        _ = try await store.beginPlaceImport(token, replaces: false, at: .start)
        #expect(await outcome(after: 86_400) == .unknownImport)
        #expect(await outcome(after: 86_399) == nil)
        #expect(try await store.endPlaceImport(token).value == PlaceImportCounts(made: 1))
        #expect(await outcome(after: 1) == .unknownImport)
    }
}

@Suite("The rules of an import") struct ImportCandidateTests {
    private func result(
        _ device: ImportedDevice, _ change: (inout LocationPolicy) -> Void = { _ in }
    ) -> (candidate: ImportCandidate, result: ImportedDeviceResult) {
        var policy = LocationPolicy()
        change(&policy)
        let candidate = ImportCandidate(device, by: policy, at: .start) { _ in StoredDeviceKey(salt: [], hash: []) }
        return (candidate, candidate.stored(.made))
    }

    private var wrong: Location {
        var location = Location.sample(2)
        location.horizontalAccuracy = LocationValue(json: "10001")
        return location
    }

    @Test("Values that break the rules are counted with the first reason, and the setting for old clients decides")
    func rules() {
        let device = ImportedDevice(
            .owner, slogan: String(repeating: "s", count: 41), locations: [.sample(1), wrong], unreadable: 1)
        let (candidate, strict) = result(device)
        #expect(candidate.locations == [.sample(1)] && candidate.slogan == nil)
        #expect(strict.places == 1 && strict.refused == 3 && strict.reason == "a place or a visitor has another form")
        let loose = result(device) { $0.servesLegacyClients = true }.result
        #expect(loose.places == 2 && loose.refused == 2)
        let nothing = result(ImportedDevice(.owner, locations: [wrong])).candidate
        #expect(nothing.refusal == "HorizontalAccuracy is not within 0 and 10000")
    }

    @Test("A history is cut to its newest places, and visitors to the newest of them")
    func caps() {
        let visits = (0..<3).map { GetVisitorHistory.Visit(visitor: .named("\($0)"), time: .start) }
        let device = ImportedDevice(.owner, locations: (1...5).map { .sample($0) }, visits: visits)
        let (candidate, stored) = result(device) { ($0.historyCap, $0.visitorCap) = (2, 1) }
        #expect(candidate.locations == [.sample(4), .sample(5)] && stored.dropped == 3)
        #expect(candidate.visits.map(\.visitor.text) == ["2"])
        #expect(result(device) { $0.historyCap = 0 }.candidate.locations == [.sample(5)])
    }

    @Test("A device is refused with a list that is too long, since more people would see it without one")
    func list() {
        let list = (0...256).map {
            AllowedDevice(device: .named("\($0)"), readsCurrentLocation: true, readsHistory: true)
        }
        let refusal = result(ImportedDevice(.owner, allowed: list, locations: [.sample(1)])).candidate.refusal
        #expect(refusal == "allowedDevices has more than 256 entries")
    }

    @Test("The times of visits are not in the future, and an expiry has a limit")
    func times() {
        let late = UnixTime.start.adding(seconds: 1_000_000_000_000)
        let device = ImportedDevice(
            .owner, locations: [.sample(1)], expiresAt: late, visits: [.init(visitor: .friend, time: late)])
        let candidate = result(device).candidate
        #expect(candidate.visits.map(\.time) == [.start])
        #expect(candidate.expiresAt == UnixTime.start.adding(seconds: Retention.maximum))
    }
}
