@testable import Location

@Suite("The handover of a device", .timeLimit(.minutes(10))) struct HandoverTests {
    private let stores = ScratchStores()

    private let new = DeviceKey.of("the new key")
    private static let session = SessionID("s1")!
    private static let ticket = DeviceClaim.hash(ofTicket: SecretText("ticket"))
    private let end = UnixTime.start.adding(seconds: DeviceClaim.handoverSeconds)

    private func offer(_ store: LocationStore, _ ticket: [UInt8] = HandoverTests.ticket) async throws {
        _ = try await store.offerDevice(.owner, of: .ada, by: ticket, in: Self.session, until: end)
    }

    private func takeOver(
        _ store: LocationStore, _ ticket: [UInt8] = HandoverTests.ticket, for account: AccountID = .ben,
        at now: UnixTime = .start
    ) async throws -> ClaimedDevice {
        try await store.takeOverDevice(by: ticket, for: account, key: new, salt: salt, at: now).value
    }

    private func known(_ store: LocationStore) async throws {
        try await store.report(.owner, 1)
        try await store.report(.owner, 2)
        _ = try await store.look(.owner, by: .named("before"))
        try await store.protect(.owner)
        _ = try await store.setDeviceSlogan(.owner, key: .right, slogan: "Ada's")
        try await store.allow([.friend], of: .owner)
        try await store.protect(.friend)
        try await store.report(.friend, 3, key: .right)
        try await store.allow([.owner], of: .friend)
        _ = try await store.claimDevice(.owner, key: .right, for: .ada, at: .start)
    }

    @Test("The new owner gets the places, and nothing about readers of the former owner", arguments: StoreKind.allCases)
    func handsOver(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        try await known(store)
        #expect(try await store.look(.friend, by: .owner, key: .right) == .sample(3))
        try await offer(store)
        #expect(try await store.listClaimedDevices(of: .ada).value.count == 1, "nothing has changed yet")
        let taken = try await takeOver(store, at: .start.adding(seconds: 5))
        #expect(taken.device == .owner && taken.claimedAt == .start.adding(seconds: 5) && taken.hasKey)
        #expect(try await store.listClaimedDevices(of: .ada).value.isEmpty)
        #expect(try await store.listClaimedDevices(of: .ben).value.map(\.canResetKey) == [true])

        // The former owner and the devices they had allowed can no longer do or see anything.
        let former = DeviceOwner.account(.ada)
        #expect(await refusal { _ = try await store.removeDeviceKey(.owner, by: former) } == .notYours(former))
        #expect(await refusal { _ = try await store.visitors(.owner, key: .right) } == .keyWrong(.owner))
        #expect(
            await refusal { _ = try await store.claimDevice(.owner, key: .right, for: .ada, at: .start) }
                == .keyUnproven(.owner))
        let readers: [(DeviceID, DeviceKey?)] = [(.friend, .right), (.stranger, nil)]
        for (reader, key) in readers {
            #expect(try await store.look(.owner, by: reader, key: key) == nil)
            #expect(try await store.history(.owner, by: reader, key: key).locations.isEmpty)
        }

        // The new owner learns nothing about them.
        #expect(!(try await store.visitors(.owner, key: new)).contains("before"))
        #expect(try await store.getAllowedDeviceList(.owner, key: new).value.isEmpty)
        #expect(try await store.look(.friend, by: .owner, key: new) == nil)
        try await store.allow([.friend], of: .owner, key: new)
        #expect(try await store.look(.owner, by: .friend, key: .right) == .sample(2))
        let found = try await store.getLocation(
            [.owner], for: Reader(device: .friend, key: .right), at: .start
        ).value[0]
        #expect(found?.slogan == nil)
        let history = try await store.history(.owner, by: .friend, key: .right)
        #expect(history.locations.count == 2, "the places came with it")
        #expect(await refusal { _ = try await takeOver(store, for: .ada) } == .unknownTicket, "once")
    }

    /// Why a ticket does not count.
    enum Flaw: CaseIterable, Sendable {
        case unknown, over, replaced, released, keyChangedByHolder, claimedByAnother, own, erased

        var refusal: Refusal {
            switch self {
            case .own: .takesOwnDevice
            case .erased: .accountErased
            default: .unknownTicket
            }
        }
    }

    @Test("An invalid ticket hands nothing over", arguments: Flaw.allCases)
    func flawed(_ flaw: Flaw) async throws {
        let store = try stores.location(.sqlite)
        try await known(store)
        try await offer(store)
        var (ticket, account, now) = (Self.ticket, AccountID.ben, UnixTime.start)
        switch flaw {
        case .unknown: ticket = DeviceClaim.hash(ofTicket: SecretText("another"))
        case .over: now = end
        case .replaced: try await offer(store, DeviceClaim.hash(ofTicket: SecretText("another")))
        case .released: _ = try await store.releaseDevice(.owner, of: .ada)
        case .keyChangedByHolder: _ = try await store.setDeviceKey(.owner, current: .right, new: new, salt: salt)
        case .claimedByAnother: _ = try await store.claimDevice(.owner, key: .right, for: .named("c"), at: .start)
        case .own: account = .ada
        case .erased:
            try await store.database.write { connection in
                _ = try connection.run(
                    "INSERT INTO erased_account (account, at) VALUES (\(AccountID.ben), \(UnixTime.start))")
            }
        }
        let (shown, taker, moment) = (ticket, account, now)
        #expect(await refusal { _ = try await takeOver(store, shown, for: taker, at: moment) } == flaw.refusal)
        #expect(try await store.listClaimedDevices(of: .ben).value.isEmpty)
    }

    @Test("A ticket without a session is invalid", arguments: StoreKind.allCases)
    func sessions(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        try await known(store)
        try await offer(store)
        let asked = try await store.session(offering: Self.ticket, at: .start)
        #expect(asked.account == .ada && asked.session == Self.session)
        #expect(await refusal { _ = try await store.session(offering: Self.ticket, at: end) } == .unknownTicket)
        // As a version before has made it.
        _ = try await store.offerDevice(.owner, of: .ada, by: Self.ticket, in: nil, until: end)
        #expect(await refusal { _ = try await store.session(offering: Self.ticket, at: .start) } == .unknownTicket)
        #expect(await refusal { _ = try await takeOver(store) } == .unknownTicket)
    }

    @Test("Only a claimant with a current key may offer a device")
    func offered() async throws {
        let store = try stores.location(.sqlite)
        try await known(store)
        let ben = DeviceOwner.account(.ben)
        #expect(
            await refusal {
                _ = try await store.offerDevice(.owner, of: .ben, by: Self.ticket, in: Self.session, until: end)
            } == .notYours(ben))
        _ = try await store.setDeviceKey(.owner, current: .right, new: new, salt: salt)
        #expect(await refusal { try await offer(store) } == .keyChangedSinceClaim(.owner))
    }
}

@Suite("The data of an account that was taken over", .timeLimit(.minutes(10)))
struct TakenOverTests {
    private let stores = ScratchStores()

    private let moment = UnixTime.start.adding(seconds: 60)

    private func tell(_ store: LocationStore, at sequence: UInt64) async throws {
        let change = AccountChange(status: .active, takenOverAt: moment)
        let told = FeedChange(sequence: sequence, key: AccountID.ada.text, value: try CBOREncoder().encode(change))
        try await store.applyAccounts(
            FeedPage(epoch: FeedEpoch(rawValue: 1 << 40), changes: [told], highWater: sequence, startsOver: false),
            at: moment)
    }

    private func keepPosition(_ store: LocationStore, at time: UnixTime) async throws {
        let coordinate = try #require(Coordinate(latitude: 48.4, longitude: -4.5))
        let position = Position(coordinate: coordinate, accuracy: nil, at: time)
        #expect(try await store.setPosition(position, of: .ada, at: time).value)
    }

    @Test("Earlier claims and positions are deleted, later ones and the device stay", arguments: StoreKind.allCases)
    func takenOver(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        try await store.report(.owner, 1)
        try await store.protect(.owner)
        _ = try await store.claimDevice(.owner, key: .right, for: .ada, at: .start)
        try await keepPosition(store, at: .start)
        try await tell(store, at: 1)
        #expect(try await store.listClaimedDevices(of: .ada).value.isEmpty)
        #expect(try await store.getPosition(of: .ada).position == nil)
        #expect(try await store.look(.owner, by: .owner, key: .right) == .sample(1))
        // Its new person claims and shares as before, whatever the feed says of the account then.
        let later = moment.adding(seconds: 1)
        _ = try await store.claimDevice(.owner, key: .right, for: .ada, at: later)
        try await keepPosition(store, at: later)
        try await tell(store, at: 2)
        #expect(try await store.listClaimedDevices(of: .ada).value.map(\.device) == [.owner])
        #expect(try await store.getPosition(of: .ada).position?.at == later)
    }
}
