@testable import Location

@Suite("Stored notices of new readers", .timeLimit(.minutes(10))) struct ReaderNoticeTests {
    private let stores = ScratchStores()

    /// Ada has claimed the owner's and the friend's device. The stranger's has looked at the owner's before she wants
    /// notices.
    private func prepared(_ kind: StoreKind) async throws -> LocationStore {
        let store = try stores.location(kind)
        for device in [DeviceID.owner, .friend] {
            try await store.protect(device)
            _ = try await store.claimDevice(device, key: .right, for: .ada, at: .start)
            try await store.report(device, 1, key: .right)
        }
        _ = try await store.look(.owner, by: .stranger)
        try await set(store, true)
        return store
    }

    private func set(_ store: LocationStore, _ isOn: Bool, by account: AccountID = .ada) async throws {
        _ = try await store.setReaderNotices(SetReaderNotices(account: account, device: .owner, isOn: isOn))
    }

    /// What push would be sent; it takes all of it.
    private func told(_ store: LocationStore, after seconds: Int64 = 0) async throws -> [TellOfReaders] {
        let notices = try await store.settleReaders(
            at: UnixTime.start.adding(seconds: seconds), limit: 10,
            random: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } })
        for notice in notices { try await store.forgetReaders(notice.id) }
        return notices
    }

    @Test("The owner is told of each new reader once, and of many at most once an hour", arguments: StoreKind.allCases)
    func tells(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        _ = try await store.look(.owner, by: .stranger)
        _ = try await store.look(.owner, by: .friend, key: .right)
        #expect(try await told(store).isEmpty, "a visitor of before, and a device of her own")
        for _ in 0..<2 { _ = try await store.look(.owner, by: .named("eve")) }
        let first = try await told(store)
        #expect(first.map(\.account) == [.ada] && first.map(\.device) == [.owner])
        #expect(first.map(\.reader.value) == ["eve"] && first.map(\.others) == [0] && first.map(\.at) == [.start])
        for reader in ["joe", "kim", "lea"] { _ = try await store.look(.owner, by: .named(reader)) }
        #expect(try await told(store, after: 3599).isEmpty)
        let later = try await told(store, after: 3600)
        #expect(later.map(\.reader.value) == ["joe"] && later.map(\.others) == [2])
        #expect(try await told(store, after: 9000).isEmpty)
    }

    @Test("Only the owner switches notices, and they end with the claim", arguments: StoreKind.allCases)
    func ends(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        #expect(await refusal { try await set(store, false, by: .ben) } != nil)
        let claimed = try await store.listClaimedDevices(of: .ada).value
        #expect(claimed.filter { $0.tellsOfNewReaders == true }.map(\.device) == [.owner])
        _ = try await store.look(.owner, by: .named("eve"))
        try await set(store, false)
        #expect(try await told(store).isEmpty)
        try await set(store, true)
        _ = try await store.look(.owner, by: .named("joe"))
        _ = try await store.releaseDevice(.owner, of: .ada)
        #expect(try await told(store).isEmpty)
        _ = try await store.look(.owner, by: .named("kim"))
        #expect(try await told(store).isEmpty)
    }

    @Test("A reader that sees nothing, or that looks after the claim has ended, is no new reader")
    func sawNothing() async throws {
        let store = try await prepared(.sqlite)
        try await store.allow([.friend], of: .owner)
        _ = try await store.look(.owner, by: .named("URGENT sign in"))
        await store.untilVisitsAreRecorded(of: .owner)
        #expect(try await told(store).isEmpty)
        try await store.allow([], of: .owner)
        _ = try await store.look(.owner, by: .named("URGENT sign in!"))
        #expect(try await told(store).map(\.reader.value) == ["a device"], "an invented id is no text for a screen")
        _ = try await store.setDeviceKey(.owner, current: .right, new: .wrong, salt: salt)
        _ = try await store.look(.owner, by: .named("eve"))
        _ = try await store.claimDevice(.owner, key: .wrong, for: .ada, at: .start)
        #expect(try await told(store, after: 9000).isEmpty)
    }

    @Test("A member of a circle is a new reader, by the name there")
    func member() async throws {
        let store = try await prepared(.sqlite)
        let (circle, code) = (CircleID("c1")!, [1, 2, 3] as [UInt8])
        _ = try await store.createCircle(
            CreateCircle(account: .ada, name: Personal("Us"), memberName: Personal("Ada")), circle, at: .start)
        _ = try await store.createInvitation(
            CreateCircleInvitation(account: .ada, circle: circle), CircleInvitationID("i1")!, hash: code, at: .start)
        _ = try await store.joinCircle(.ben, as: Personal("Ben"), hash: code, at: .start)
        _ = try await store.setConsent(
            SetCircleConsent(account: .ada, circle: circle, consent: CircleConsent(place: .town)), at: .start)
        // A place from before the consent is not shown.
        try await store.report(.owner, 100_000_060, key: .right)
        for _ in 0..<2 { _ = try await store.getPlaces(of: .ben, visited: [], at: .start) }
        let notices = try await told(store)
        #expect(notices.map(\.reader.value) == ["Ben"] && notices.map(\.others) == [0])
    }
}
