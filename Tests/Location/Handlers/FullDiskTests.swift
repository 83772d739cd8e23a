@testable import Location

@Suite("A full disk", .timeLimit(.minutes(10))) struct FullDiskTests {
    private let stores = ScratchStores()

    /// A visitor of whom a visit needs a page of its own.
    private let visitor = Reader(device: .named(String(repeating: "v", count: 8000)))
    private let context = MessageContext(requestID: "test")
    private let metrics = MetricsRegistry()

    /// A store without room: an open device, one with an allowed list, and others until nothing fits any more.
    private func fullStore() async throws -> LocationStore {
        let store = try stores.location(.sqlite, pages: 112)
        try await store.report(.owner, 1)
        try await store.report(.stranger, 1)
        try await store.allow([.friend], of: .stranger)
        for number in 0..<10_000 {
            do { try await store.report(.named("device \(number)"), 1, 2, 3, 4) } catch { return store }
        }
        Issue.record("the disk never filled")
        return store
    }

    private func found(_ device: DeviceID, _ reader: Reader, _ service: LocationContext) async throws -> Location? {
        let request = GetLocation(reader: reader, devices: [device])
        return try await service.getLocation(request, context).found[0]?.location
    }

    @Test("A place is withheld if its visit cannot be stored, and the error says why")
    func withheld() async throws {
        let store = try await fullStore()
        let service = LocationContext.sample(store, metrics)
        let error = await #expect(throws: ServiceError.self) { try await found(.owner, visitor, service) }
        #expect(error?.code == .unavailable && error?.retryAfter == 60)
        #expect(error?.message.contains("no space left") == true)
        let history = GetLocationHistory(reader: visitor, device: .owner, amount: 1)
        let same = try #require(error)
        await #expect(throws: same) { try await service.getLocationHistory(history, context) }
        let samples = metrics.snapshot().filter { $0.name == DenialCounts.fullDiskLabel }
        #expect(samples.map(\.value) == [1, 1])
    }

    @Test("Reads that are not visits are answered as usual")
    func noVisit() async throws {
        let store = try await fullStore()
        let service = LocationContext.sample(store, metrics)
        #expect(try await found(.owner, Reader(device: .owner), service) == .sample(1))
        let map = try await service.getLocationGeoJSON(GetLocationGeoJSON(devices: [.owner]), context)
        #expect(map.location == .sample(1))
        let visitors = GetVisitorHistory(device: .owner, amount: 1)
        #expect(try await service.getVisitorHistory(visitors, context).visits == [])
    }

    @Test("A reader who may not see a device cannot tell it from a missing one")
    func hidden() async throws {
        let store = try await fullStore()
        let service = LocationContext.sample(store, metrics)
        #expect(try await found(.stranger, visitor, service) == nil)
        #expect(try await found(.named("nobody"), visitor, service) == nil)
        #expect(try await store.visitors(.stranger) == [])
    }
}
