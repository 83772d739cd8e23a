@testable import Location

let salt = [UInt8](repeating: 9, count: 16)

extension ScratchStores {
    /// - Parameter pages: The most pages of 4 KiB that the database may have.
    func location(
        _ kind: StoreKind, pages: Int? = nil, _ change: (inout LocationPolicy) -> Void = { _ in }
    ) throws -> LocationStore {
        var policy = LocationPolicy()
        change(&policy)
        let database = try open(LocationStore.self, on: kind, options: .with { $0.maximumPages = pages })
        return LocationStore(
            database, hasher: DeviceKeyHasher(secret: [UInt8](repeating: 1, count: 32)), policy: policy)
    }
}

extension LocationContext {
    /// On the service's defaults, with no bound that a test reaches and no living session.
    static func sample(_ store: LocationStore, _ metrics: MetricsRegistry = MetricsRegistry()) -> LocationContext {
        let (rate, silent) = (
            TokenBucketRate(1000, in: .seconds(60)), Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        return LocationContext(
            policy: LocationPolicy(), store: store, clock: SetClock(), wrongKeys: rate, newDevices: rate,
            denials: DenialCounts(metrics), dropped: DroppedLocations(metrics, silent),
            storeOutage: StoreOutage(silent), random: { [UInt8](repeating: 0, count: $0) },
            checkSession: { _, _ in CheckSession.Reply(isLiving: false) })
    }
}

extension LocationStore {
    // Without a bound of new devices.

    func updateLocation(
        _ reports: [DeviceReport], keeping: Keeping, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<Int> {
        try await updateLocation(reports, keeping: keeping, newDevices: .max, at: now)
    }

    func setDeviceKey(
        _ device: DeviceID, current: DeviceKey?, new: DeviceKey, salt: [UInt8]
    ) async throws(LocationStoreError) -> AccessResult<Done> {
        try await setDeviceKey(device, current: current, new: new, salt: salt, newDevices: .max)
    }

    func setAllowedDeviceList(
        _ device: DeviceID, key: DeviceKey, allowed: [AllowedDevice]
    ) async throws(LocationStoreError) -> AccessResult<Done> {
        try await setAllowedDeviceList(device, key: key, allowed: allowed, newDevices: .max)
    }

    func report(
        _ device: DeviceID, _ numbers: Int..., key: DeviceKey? = nil, keeping: Keeping = .history,
        at now: UnixTime = .start
    ) async throws {
        let locations = numbers.map { Location.sample($0) }
        let report = DeviceReport(device: device, keys: [key], locations: locations)
        _ = try await updateLocation([report], keeping: keeping, at: now)
    }

    /// Applies a change of an account in the accounts feed; nil erases the account.
    func applyAccount(_ account: AccountID, _ status: AccountStatus?, at sequence: UInt64) async throws {
        let value = try status.map { try CBOREncoder().encode(AccountChange(status: $0)) }
        let change = FeedChange(sequence: sequence, key: account.text, value: value)
        let page = FeedPage(
            epoch: FeedEpoch(rawValue: 1 << 40), changes: [change], highWater: sequence, startsOver: false)
        try await applyAccounts(page, at: .start)
    }

    func protect(_ device: DeviceID, with key: DeviceKey = .right) async throws {
        _ = try await setDeviceKey(device, current: nil, new: key, salt: [UInt8](repeating: 3, count: 16))
    }

    func allow(
        _ readers: [DeviceID], of device: DeviceID, current: Bool = true, history: Bool = true,
        key: DeviceKey = .right
    ) async throws {
        let list = readers.map { AllowedDevice(device: $0, readsCurrentLocation: current, readsHistory: history) }
        _ = try await setAllowedDeviceList(device, key: key, allowed: list)
    }

    func look(
        _ device: DeviceID, by reader: DeviceID? = .friend, key: DeviceKey? = nil, at now: UnixTime = .start
    ) async throws -> Location? {
        try await getLocation([device], for: Reader(device: reader, key: key), at: now).value[0]?.location
    }

    func history(
        _ device: DeviceID, _ amount: Int = 100, by reader: DeviceID? = .friend, key: DeviceKey? = nil,
        at now: UnixTime = .start
    ) async throws -> GetLocationHistory.Reply {
        try await getLocationHistory(device, amount: amount, for: Reader(device: reader, key: key), at: now).value
    }

    func readPositions(epoch: FeedEpoch?, after cursor: UInt64?, limit: Int) async throws -> FeedPage {
        try await readFeed(LocationSchema.positions, epoch: epoch, after: cursor, limit: limit)
    }

    func visitors(_ device: DeviceID, _ amount: Int = 100, key: DeviceKey? = nil) async throws -> [String] {
        try await getVisitorHistory(device, amount: amount, key: key).value.visits.map(\.visitor.text)
    }
}

func refusal(of body: () async throws -> Void) async -> Refusal? {
    do {
        try await body()
        return nil
    } catch LocationStoreError.refused(let refusal) {
        return refusal
    } catch {
        return nil
    }
}
