@testable import Location

@Suite("The claims of a store", .timeLimit(.minutes(10))) struct ClaimTests {
    private let stores = ScratchStores()

    private let epoch = FeedEpoch(rawValue: 1 << 40)

    private func claim(
        _ store: LocationStore, _ device: DeviceID = .owner, _ account: AccountID = .ada, key: DeviceKey = .right,
        at now: UnixTime = .start
    ) async throws -> ClaimedDevice {
        try await store.claimDevice(device, key: key, for: account, at: now).value
    }

    private func devices(of account: AccountID, _ store: LocationStore) async throws -> [String] {
        try await store.listClaimedDevices(of: account).value.map(\.device.text)
    }

    @Test("A caller that proves the device's key gets the claim", arguments: StoreKind.allCases)
    func claims(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        #expect(await refusal { _ = try await claim(store) } == .keyUnproven(.owner))
        try await store.report(.owner, 1)
        #expect(await refusal { _ = try await claim(store) } == .keyUnproven(.owner))
        try await store.protect(.owner)
        #expect(await refusal { _ = try await claim(store, key: .wrong) } == .keyUnproven(.owner))
        #expect(try await devices(of: .ada, store).isEmpty)
        #expect(try await claim(store).claimedAt == .start)
        // Again is the same claim.
        #expect(try await claim(store, at: .start.adding(seconds: 9)).claimedAt == .start)
        #expect(try await store.claimDevice(.owner, key: .right, for: .ada, at: .start).proven == [.owner])
        // A caller without the key does not learn that the device is claimed. One with the key takes the claim over.
        #expect(await refusal { _ = try await claim(store, .owner, .ben, key: .wrong) } == .keyUnproven(.owner))
        #expect(try await claim(store, .owner, .ben, at: .start.adding(seconds: 9)).claimedAt > .start)
        #expect(try await devices(of: .ada, store).isEmpty)
        #expect(try await devices(of: .ben, store) == ["owner"])
    }

    enum Event: CaseIterable, Sendable {
        case changedByHolder, changedToTheSame, resetByClaimant, removedByClaimant, setAgainByAnybody, resetByOperator
        case removedByOperator

        var outdatesClaim: Bool {
            switch self {
            case .changedByHolder, .resetByOperator, .removedByOperator, .setAgainByAnybody: true
            case .changedToTheSame, .resetByClaimant, .removedByClaimant: false
            }
        }
    }

    @Test("A claim ends when someone else changes the key", arguments: Event.allCases)
    func outdated(event: Event) async throws {
        let store = try stores.location(.sqlite)
        try await store.protect(.owner)
        _ = try await claim(store)
        let (ada, new) = (DeviceOwner.account(.ada), DeviceKey.of("new"))
        switch event {
        case .changedByHolder: _ = try await store.setDeviceKey(.owner, current: .right, new: new, salt: salt)
        case .changedToTheSame: _ = try await store.setDeviceKey(.owner, current: .right, new: .right, salt: salt)
        case .resetByClaimant: _ = try await store.resetDeviceKey(.owner, by: ada, new: new, salt: salt)
        case .removedByClaimant: _ = try await store.removeDeviceKey(.owner, by: ada)
        case .setAgainByAnybody:
            _ = try await store.removeDeviceKey(.owner, by: ada)
            try await store.protect(.owner, with: new)
        case .resetByOperator: _ = try await store.resetDeviceKey(.owner, by: .operator, new: new, salt: salt)
        case .removedByOperator:
            _ = try await store.removeDeviceKey(.owner, by: .operator)
            try await store.protect(.owner, with: new)
        }
        #expect(try await store.listClaimedDevices(of: .ada).value.map(\.canResetKey) == [!event.outdatesClaim])
        let expected: Refusal? = event.outdatesClaim ? .keyChangedSinceClaim(.owner) : nil
        #expect(await refusal { _ = try await store.resetDeviceKey(.owner, by: ada, new: new, salt: salt) } == expected)
        // The present key restores the claim, with the time of the first one.
        _ = try await store.resetDeviceKey(.owner, by: .operator, new: .right, salt: salt)
        #expect(try await claim(store, .owner, .ada, at: .start.adding(seconds: 5)).claimedAt == .start)
        _ = try await store.resetDeviceKey(.owner, by: ada, new: new, salt: salt)
        _ = try await store.releaseDevice(.owner, of: .ada)
    }

    @Test("Claims are listed, the latest first, with whether the device has a key", arguments: StoreKind.allCases)
    func lists(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        for (second, device) in [DeviceID.friend, .owner, .stranger].enumerated() {
            try await store.protect(device)
            _ = try await claim(store, device, .ada, at: .start.adding(seconds: Int64(second)))
        }
        #expect(try await devices(of: .ada, store) == ["stranger", "owner", "friend"])
        #expect(try await devices(of: .ben, store).isEmpty)
        _ = try await store.removeDeviceKey(.owner, by: .account(.ada))
        #expect(try await store.listClaimedDevices(of: .ada).value.map(\.hasKey) == [true, false, true])
    }

    @Test("The number of claims per account is bounded", arguments: StoreKind.allCases)
    func bounded(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        for number in 0...DeviceClaim.maximumCount { try await store.protect(.named("device \(number)")) }
        for number in 0..<DeviceClaim.maximumCount { _ = try await claim(store, .named("device \(number)"), .ada) }
        let last = DeviceID.named("device \(DeviceClaim.maximumCount)")
        #expect(await refusal { _ = try await claim(store, last, .ada) } == .tooManyClaims)
        _ = try await claim(store, last, .ben)
        _ = try await store.releaseDevice(.named("device 0"), of: .ada)
        _ = try await claim(store, .named("device 0"), .ada)
    }

    @Test("A released device keeps its key and its data", arguments: StoreKind.allCases)
    func release(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        try await store.report(.owner, 1)
        try await store.protect(.owner)
        _ = try await claim(store)
        #expect(await refusal { _ = try await store.releaseDevice(.owner, of: .ben) } == .notYours(.account(.ben)))
        _ = try await store.releaseDevice(.owner, of: .ada)
        #expect(await refusal { _ = try await store.releaseDevice(.owner, of: .ada) } == .notYours(.account(.ada)))
        #expect(await refusal { try await store.report(.owner, 2) } == .keyMissing(.owner))
        #expect(try await store.look(.owner) == .sample(1))
        _ = try await claim(store, .owner, .ben)
    }

    @Test("A claimant sets and removes keys without the old one", arguments: StoreKind.allCases)
    func keys(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        try await store.protect(.owner)
        _ = try await claim(store)
        for owner in [DeviceOwner.account(.ben), .account(.named("nobody"))] {
            #expect(
                await refusal { _ = try await store.resetDeviceKey(.owner, by: owner, new: .wrong, salt: salt) }
                    == .notYours(owner))
            #expect(await refusal { _ = try await store.removeDeviceKey(.owner, by: owner) } == .notYours(owner))
        }
        try await store.report(.owner, 1, key: .right)
        _ = try await store.removeDeviceKey(.owner, by: .account(.ada))
        try await store.report(.owner, 2)
        // While there is no key the claimant may set one.
        _ = try await store.resetDeviceKey(.owner, by: .account(.ada), new: .right, salt: salt)
        try await store.report(.owner, 3, key: .right)
        #expect(
            await refusal { _ = try await store.removeDeviceKey(.named("nobody"), by: .operator) }
                == .notYours(.operator))
        _ = try await store.removeDeviceKey(.owner, by: .operator)
        try await store.report(.owner, 4)
    }

    @Test("A claim from before a removed key gives no right to the next key")
    func preparedDevice() async throws {
        let store = try stores.location(.sqlite)
        try await store.report(.owner, 1)
        try await store.protect(.owner)
        _ = try await claim(store)
        let ada = DeviceOwner.account(.ada)
        _ = try await store.removeDeviceKey(.owner, by: ada)
        try await store.report(.owner, 2)
        // Its person protects it later.
        let own = DeviceKey.of("own")
        try await store.protect(.owner, with: own)
        let friends = [AllowedDevice(device: .friend, readsCurrentLocation: true, readsHistory: true)]
        _ = try await store.setAllowedDeviceList(.owner, key: own, allowed: friends)
        #expect(try await store.listClaimedDevices(of: .ada).value.map(\.canResetKey) == [false])
        let refused = Refusal.keyChangedSinceClaim(.owner)
        #expect(
            await refusal { _ = try await store.resetDeviceKey(.owner, by: ada, new: .wrong, salt: salt) } == refused)
        #expect(await refusal { _ = try await store.removeDeviceKey(.owner, by: ada) } == refused)
        #expect(try await store.getAllowedDeviceList(.owner, key: own).value == friends)
        try await store.report(.owner, 3, key: own)
    }

    // MARK: The accounts feed

    private func page(
        _ changes: [(String, Bool)], from first: UInt64 = 1, highWater: UInt64? = nil, startsOver: Bool = false,
        epoch: FeedEpoch? = nil
    ) throws -> FeedPage {
        let changes = try changes.enumerated().map { place, change in
            let value = try change.1 ? CBOREncoder().encode(AccountChange(status: .active)) : nil
            return FeedChange(sequence: first + UInt64(place), key: change.0, value: value)
        }
        let last = changes.last?.sequence ?? first
        return FeedPage(
            epoch: epoch ?? self.epoch, changes: changes, highWater: highWater ?? last, startsOver: startsOver)
    }

    @Test("An erased account loses its claims and cannot claim for a day", arguments: StoreKind.allCases)
    func erased(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        #expect(try await store.accountsCursor() == nil)
        try await store.protect(.owner)
        try await store.protect(.friend)
        _ = try await claim(store)
        _ = try await claim(store, .friend, .ben)
        try await store.applyAccounts(page([(AccountID.ada.text, false), (AccountID.ben.text, true)]), at: .start)
        #expect(try await store.accountsCursor() == FeedCursor(epoch: epoch, sequence: 2))
        #expect(try await devices(of: .ada, store).isEmpty)
        #expect(try await devices(of: .ben, store) == ["friend"])
        #expect(await refusal { _ = try await claim(store) } == .accountErased)
        // After a day nothing of the account's can still be on its way, and its id is forgotten.
        let later = UnixTime.start.adding(seconds: AccountOwnedRows.memoryOfErased + 1)
        try await store.applyAccounts(page([("another", true)], from: 3), at: later)
        try await store.protect(.owner)
        _ = try await claim(store)
    }

    @Test("An erased account's own devices are deleted with all their data")
    func erasedDevices() async throws {
        let store = try stores.location(.sqlite)
        let (released, taken, changed) = (
            DeviceID.named("released"), DeviceID.named("taken"), DeviceID.named("changed")
        )
        for device in [DeviceID.owner, released, taken, changed] {
            try await store.protect(device)
            try await store.report(device, 1, 2, key: .right)
            _ = try await store.look(device)
            _ = try await claim(store, device, .ada)
        }
        try await store.allow([.friend], of: .owner)
        _ = try await store.releaseDevice(released, of: .ada)
        _ = try await claim(store, taken, .ben)
        _ = try await store.setDeviceKey(changed, current: .right, new: .wrong, salt: salt)
        try await store.applyAccounts(page([(AccountID.ada.text, false)]), at: .start)
        for (device, key) in [(released, DeviceKey.right), (taken, .right), (changed, .wrong)] {
            #expect(try await store.look(device) == .sample(2))
            #expect(try await store.visitors(device, key: key) == ["friend"])
        }
        #expect(try await devices(of: .ben, store) == ["taken"])
        // Nothing is left, not even that there was a key.
        #expect(try await store.history(.owner).available == 0)
        #expect(try await store.visitors(.owner) == [])
        #expect(try await store.getAllowedDeviceList(.owner, key: .wrong).value == [])
        try await store.report(.owner, 3)
        #expect(try await store.look(.owner) == .sample(3))
    }

    @Test("The id of an erased device no longer shows the places of its friends", arguments: StoreKind.allCases)
    func erasedReader(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        for device in [DeviceID.owner, .friend] {
            try await store.protect(device)
            try await store.report(device, 1, 2, key: .right)
        }
        try await store.allow([.owner], of: .friend)
        _ = try await claim(store)
        #expect(try await store.look(.friend, by: .owner, key: .right) == .sample(2))
        try await store.applyAccount(.ada, nil, at: 1)
        for key in [nil, DeviceKey.right] {
            if key != nil { try await store.protect(.owner) }
            #expect(try await store.look(.friend, by: .owner, key: key) == nil)
            #expect(try await store.history(.friend, by: .owner, key: key).locations.isEmpty)
            let view = ReviewViews.View(reader: Reader(device: .owner, key: key), devices: [0])
            let live = try await store.reviewViews([view], of: [.friend], at: .start).views[0]
            #expect(live.seen.isEmpty && live.hidden == [0], "an open stream loses the place")
        }
        _ = try await claim(store, .owner, .ben)
        #expect(try await store.getPlaces(of: .ben, visited: [], at: .start).value.map(\.device) == [.owner])
        #expect(try await store.look(.friend, by: .stranger) == nil, "the list stays a list")
    }

    @Test(
        "A feed that starts over deletes claims of accounts that it no longer contains",
        arguments: StoreKind.allCases)
    func startsOver(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        for device in [DeviceID.owner, .friend, .stranger] { try await store.protect(device) }
        _ = try await claim(store)
        _ = try await claim(store, .friend, .ben)
        let other = FeedEpoch(rawValue: 2 << 40)
        let first = try page([("one", true), ("two", true)], highWater: 4, startsOver: true, epoch: other)
        try await store.applyAccounts(first, at: .start)
        // Not all has been told yet.
        #expect(try await devices(of: .ada, store) == ["owner"])
        #expect(try await devices(of: .ben, store) == ["friend"])
        _ = try await claim(store, .stranger, .named("new"))
        let rest = try page([("three", true), (AccountID.ben.text, true)], from: 3, epoch: other)
        try await store.applyAccounts(rest, at: .start)
        #expect(try await devices(of: .ada, store).isEmpty)
        #expect(try await devices(of: .ben, store) == ["friend"])
        #expect(try await devices(of: .named("new"), store) == ["stranger"])
        #expect(try await store.accountsCursor() == FeedCursor(epoch: other, sequence: 4))
    }
}
