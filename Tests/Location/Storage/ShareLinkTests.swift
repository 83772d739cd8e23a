@testable import Location

@Suite("Stored share links", .timeLimit(.minutes(10))) struct ShareLinkTests {
    private let stores = ScratchStores()
    private let end = UnixTime.start.adding(seconds: 7200)
    private static let byKey = ShareLinkOwner(device: .owner, key: .right)
    private static let byAccount = ShareLinkOwner(account: .ada, device: .owner)

    /// The owner's device has a key, a place, and a claim of Ada's.
    private func prepared(_ kind: StoreKind) async throws -> LocationStore {
        let store = try stores.location(kind)
        try await store.protect(.owner)
        _ = try await store.claimDevice(.owner, key: .right, for: .ada, at: .start)
        try await report(store, .near(500))
        return store
    }

    private func report(_ store: LocationStore, _ location: Location, at now: UnixTime = .start) async throws {
        let report = DeviceReport(device: .owner, keys: [.right], locations: [location])
        _ = try await store.updateLocation([report], keeping: .history, at: now)
    }

    /// Its token is its id.
    @discardableResult
    private func link(
        _ store: LocationStore, _ id: String = "l1", by owner: ShareLinkOwner = ShareLinkTests.byKey,
        viewers: Int? = nil, arrival: ShareLinkArrival? = nil, endsAt: UnixTime? = nil
    ) async throws -> ShareLink {
        let link = CreateShareLink(
            owner: owner, name: id, endsAt: endsAt ?? end, arrival: arrival, maximumViewers: viewers)
        return try await store.createShareLink(
            link, ShareLinkID(id)!, device: .owner, token: token(id), password: nil, at: .start
        ).value
    }

    private func token(_ id: String) -> [UInt8] { ShareLinkRules.hash(of: SecretText(id)) }

    private func find(
        _ store: LocationStore, _ id: String = "l1", at now: UnixTime = .start
    ) async throws -> ShareLinkRow {
        try await store.findShareLink(token: token(id), viewer: nil, at: now).link
    }

    private func state(_ store: LocationStore, _ id: String = "l1", at now: UnixTime = .start) async -> Refusal? {
        await refusal { _ = try await find(store, id, at: now) }
    }

    private func open(
        _ store: LocationStore, _ id: String = "l1", viewer: String = "v1", at now: UnixTime = .start
    ) async throws -> SharedView {
        try await store.openShareLink(
            try await find(store, id, at: now), viewer: token(viewer), unlockedAt: nil, isNew: true, at: now)
    }

    @Test("A link shows the place, and each view is stored before it is shown", arguments: StoreKind.allCases)
    func shows(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        try await link(store)
        let view = try await open(store)
        #expect(view.viewer == 1 && view.found?.location.latitude == Location.near(500).latitude)
        #expect(view.found?.location.batteryLevel == nil)
        let later = UnixTime.start.adding(seconds: 60)
        _ = try await store.renewSharedView(view.link, viewer: 1, at: later)
        _ = try await open(store, viewer: "v2", at: later)
        let links = try await store.listShareLinks(of: Self.byKey, at: later).value
        #expect(
            links[0].viewers == [
                ShareLinkViewer(number: 1, firstAt: .start, lastAt: later, views: 1),
                ShareLinkViewer(number: 2, firstAt: later, lastAt: later, views: 1),
            ])
        let visitors = try await store.getVisitorHistory(.owner, amount: 10, key: .right).value
        #expect(visitors.links == [GetVisitorHistory.NamedVisit(name: "l1", time: later)], "one row, renewed")
        _ = try await store.deleteLocation(.owner, key: .right, at: later)
        #expect(try await store.getVisitorHistory(.owner, amount: 10, key: .right).value.links == [])
    }

    @Test("More browsers than the link allows see nothing, and a known one still does", arguments: StoreKind.allCases)
    func viewers(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        try await link(store, viewers: 1)
        _ = try await open(store, viewer: "v1")
        #expect(await refusal { _ = try await open(store, viewer: "v2") } == .shareLink(.tooManyViewers(1)))
        #expect(try await open(store, viewer: "v1").viewer == 1)
        #expect(try await store.findShareLink(token: token("l1"), viewer: token("v2"), at: .start).isFull)
        let known = try await store.findShareLink(token: token("l1"), viewer: token("v1"), at: .start)
        #expect(known.viewer?.number == 1 && !known.isFull)
    }

    @Test("In a link without a limit, a new browser replaces the longest silent of 200", arguments: StoreKind.allCases)
    func flooded(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        let made = try await link(store)
        for number in 1...ShareLinkRules.keptViewers { _ = try await open(store, viewer: "v\(number)") }
        let later = UnixTime.start.adding(seconds: 60)
        _ = try await store.renewSharedView(made.id, viewer: 1, at: later)
        #expect(try await open(store, viewer: "new", at: later).viewer == ShareLinkRules.keptViewers + 1)
        let viewers = try await store.listShareLinks(of: Self.byKey, at: later).value[0].viewers.map(\.number)
        #expect(viewers == [1] + Array(3...ShareLinkRules.keptViewers + 1))
        let gone = await refusal { _ = try await store.renewSharedView(made.id, viewer: 2, at: later) }
        #expect(gone == .shareLink(.unknown), "its page opens the link again")
    }

    @Test("A link ends at its time, at its change and by its owner", arguments: StoreKind.allCases)
    func ends(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        let made = try await link(store)
        #expect(await state(store) == nil && made.state == .open)
        #expect(await state(store, at: end) == .shareLink(.over))
        #expect(await state(store, "another") == .shareLink(.unknown))
        let earlier = UnixTime.start.adding(seconds: 60)
        let change = ChangeShareLink(owner: Self.byKey, id: made.id, name: "Home", endsAt: earlier, precision: .town)
        let changed = try await store.changeShareLink(change, at: .start).value
        #expect(changed.name == "Home" && changed.endsAt == earlier && changed.precision == .town)
        #expect(await state(store, at: earlier) == .shareLink(.over))
        #expect(await refusal { _ = try await store.changeShareLink(change, at: earlier) } == .shareLink(.alreadyEnded))
        try await link(store, "l2")
        _ = try await store.endShareLink(ShareLinkID("l2")!, of: Self.byKey, at: .start)
        #expect(await state(store, "l2") == .shareLink(.over))
        let states = try await store.listShareLinks(of: Self.byKey, at: earlier).value.map(\.state)
        #expect(states.sorted { $0.rawValue < $1.rawValue } == [.ended, .expired])
    }

    @Test("A link ends when the device has arrived, without a request in between", arguments: StoreKind.allCases)
    func arrives(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        try await link(store, arrival: .brest)
        let inside = UnixTime.start.adding(seconds: 600)
        try await report(store, .near(20, at: inside), at: inside)
        let arrived = inside.adding(seconds: ShareLinkRules.dwell)
        #expect(try await find(store, at: inside).endsAt == arrived)
        #expect(await state(store, at: arrived.adding(milliseconds: -1)) == nil)
        #expect(await state(store, at: arrived) == .shareLink(.over))
        #expect(try await store.listShareLinks(of: Self.byKey, at: arrived).value[0].state == .arrived)
    }

    @Test("A link to the place where the device is already is refused, unless its last place is old")
    func alreadyThere() async throws {
        let store = try await prepared(.sqlite)
        try await report(store, .near(20))
        #expect(await refusal { try await link(store, arrival: .brest) } == .shareLink(.alreadyThere))
        try await link(store, "without")
        let old = try await prepared(.sqlite)
        try await report(old, .near(20, at: .start.adding(seconds: -ShareLinkRules.recent - 1)))
        try await link(old, arrival: .brest)
    }

    /// An act that takes away the right in whose name a link was made.
    enum Loss: CaseIterable, Sendable {
        case keyChanged, keyRemoved, keyReset, released, claimedByAnother
    }

    @Test("A link ends with the key or the claim of its maker, and stays ended", arguments: Loss.allCases)
    func losesRight(loss: Loss) async throws {
        let store = try await prepared(.sqlite)
        try await link(store, "key")
        try await link(store, "account", by: Self.byAccount)
        let new = DeviceKey.of("the new key")
        let owner = DeviceOwner.account(.ada)
        switch loss {
        case .keyChanged: _ = try await store.setDeviceKey(.owner, current: .right, new: new, salt: salt)
        case .keyRemoved: _ = try await store.removeDeviceKey(.owner, by: owner)
        case .keyReset: _ = try await store.resetDeviceKey(.owner, by: owner, new: new, salt: salt)
        case .released: _ = try await store.releaseDevice(.owner, of: .ada)
        case .claimedByAnother: _ = try await store.claimDevice(.owner, key: .right, for: .ben, at: .start)
        }
        let keyIsSame = loss == .released || loss == .claimedByAnother
        #expect(await state(store, "key") == (keyIsSame ? nil : .shareLink(.over)))
        let accountIsSame = loss == .keyRemoved || loss == .keyReset
        #expect(await state(store, "account") == (accountIsSame ? nil : .shareLink(.over)))
        if loss == .keyChanged || loss == .released {
            let key = loss == .released ? DeviceKey.right : new
            _ = try await store.claimDevice(.owner, key: key, for: .ada, at: .start.adding(seconds: 5))
            #expect(await state(store, "account", at: .start.adding(seconds: 5)) == .shareLink(.over))
        }
    }

    @Test("A link rests while its account is closed, and its live viewers end", arguments: StoreKind.allCases)
    func suspended(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        try await link(store, "key")
        let made = try await link(store, "account", by: Self.byAccount, arrival: .brest)
        let found = try await find(store, "account")
        func mayView() async throws -> Bool {
            let view = ReviewViews.View(link: made.id, endsAt: end, devices: [0])
            return try await store.reviewViews([view], of: [.owner], at: .start).views[0].mayRead
        }
        #expect(try await mayView())
        let cursor = store.changes.page(epoch: nil, after: nil, limit: 1).highWater
        try await store.applyAccount(.ada, .disabled, at: 1)
        #expect(await state(store, "account") == .shareLink(.over))
        let opened = await refusal {
            _ = try await store.openShareLink(found, viewer: token("v1"), unlockedAt: nil, isNew: true, at: .start)
        }
        #expect(opened == .shareLink(.over))
        #expect(try await !mayView())
        let page = store.changes.page(epoch: store.changes.epoch, after: cursor, limit: 10)
        #expect(page.changes.map(\.key) == ["owner"], "live viewers are asked about again")
        #expect(await state(store, "key") == nil, "a link of the key is not the account's")
        try await report(store, .near(600))
        try await store.applyAccount(.ada, .active, at: 2)
        #expect(await state(store, "account") == nil)
        try await report(store, .near(20))
        let arrived = UnixTime.start.adding(seconds: ShareLinkRules.dwell)
        #expect(try await find(store, "account").endsAt == arrived, "it still ends on arrival")
    }

    @Test("Only the owner lists, changes and ends links", arguments: StoreKind.allCases)
    func owners(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        let made = try await link(store, by: Self.byAccount)
        let wrong = ShareLinkOwner(device: .owner, key: .wrong)
        #expect(await refusal { _ = try await store.listShareLinks(of: wrong, at: .start) } == .keyUnproven(.owner))
        let stranger = ShareLinkOwner(account: .ben)
        #expect(try await store.listShareLinks(of: stranger, at: .start).value.isEmpty)
        #expect(
            await refusal { _ = try await store.endShareLink(made.id, of: stranger, at: .start) }
                == .shareLink(.unknown))
        let other = ShareLinkOwner(account: .ben, device: .owner)
        #expect(await refusal { _ = try await link(store, "l2", by: other) } == .notYours(.account(.ben)))
        #expect(try await store.listShareLinks(of: ShareLinkOwner(account: .ada), at: .start).value == [made])
        #expect(try await store.listShareLinks(of: Self.byKey, at: .start).value == [made])
    }

    @Test("A device has at most 32 open links", arguments: StoreKind.allCases)
    func bound(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        for number in 0..<CreateShareLink.maximumCount { try await link(store, "l\(number)") }
        #expect(await refusal { _ = try await link(store, "more") } == .shareLink(.tooManyLinks))
        _ = try await store.endShareLink(ShareLinkID("l3")!, of: Self.byKey, at: .start)
        try await link(store, "more")
    }

    @Test("Erasing the device erases its links, and old links are forgotten", arguments: StoreKind.allCases)
    func erased(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        try await link(store, by: Self.byAccount)
        _ = try await open(store)
        let long = end.adding(seconds: ShareLinkRules.kept)
        try await store.forgetShareLinks(before: long.adding(seconds: -ShareLinkRules.kept), limit: 10)
        #expect(await state(store, at: long) == .shareLink(.over), "not yet")
        try await store.forgetShareLinks(before: end.adding(milliseconds: 1), limit: 10)
        #expect(await state(store, at: long) == .shareLink(.unknown))
        try await link(store, "l2", by: Self.byAccount)
        _ = try await open(store, "l2")
        let counts = try await store.write { connection -> ErasedRowCounts in
            var counts = ErasedRowCounts()
            let devices = DeviceTable(connection: connection)
            if let number = try devices.findProtection(.owner)?.number { try devices.erase(number, in: &counts) }
            return counts
        }
        #expect(counts != ErasedRowCounts())
        #expect(await state(store, "l2") == .shareLink(.unknown))
    }

    @Test("A live viewer sees the place until the end that it knows changes", arguments: StoreKind.allCases)
    func reviews(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        let made = try await link(store, arrival: .brest)
        func review(_ endsAt: UnixTime, at now: UnixTime = .start) async throws -> ReviewViews.Result {
            let view = ReviewViews.View(link: made.id, endsAt: endsAt, devices: [0])
            return try await store.reviewViews([view], of: [.owner], at: now).views[0]
        }
        let seen = try await review(end)
        #expect(seen.mayRead && seen.shared?.location.latitude == Location.near(500).latitude)
        #expect(try await !review(end.adding(seconds: 1)).mayRead)
        #expect(try await !review(end, at: end).mayRead)
        try await report(store, .near(20))
        #expect(try await !review(end).mayRead, "the device is about to arrive")
        #expect(try await review(.start.adding(seconds: ShareLinkRules.dwell)).mayRead)
    }
}
