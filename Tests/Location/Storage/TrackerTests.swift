@testable import Location

@Suite("The trackers of a store", .timeLimit(.minutes(10))) struct TrackerTests {
    private let stores = ScratchStores()
    private let id = TrackerID("token")!

    private func time(_ seconds: Int64) -> UnixTime { .start.adding(seconds: seconds) }

    /// Ada has claimed the owner's device, which has a tracker with the token `token`.
    private func store(
        _ kind: StoreKind = .sqlite, _ settings: TrackerChanges = TrackerChanges(),
        _ change: (inout LocationPolicy) -> Void = { _ in }
    ) async throws -> LocationStore {
        let store = try stores.location(kind, change)
        try await store.protect(.owner)
        _ = try await store.claimDevice(.owner, key: .right, for: .ada, at: .start)
        try await make(settings, in: store)
        return store
    }

    private func make(
        _ settings: TrackerChanges = TrackerChanges(), token: String = "token", in store: LocationStore
    ) async throws {
        var tracker = Tracker(
            id: try #require(TrackerID(token)), device: .owner, name: Personal("phone"), createdAt: .start)
        tracker.change(settings)
        _ = try await store.createTracker(tracker, of: .ada, hash: TrackerSettings.hash(of: token))
    }

    private func request(
        _ seconds: Int64..., token: String = "token", friends: Bool = false, manual: Bool = false
    ) -> ReportByTracker {
        ReportByTracker(
            token: Personal(token), reports: seconds.map { .sample($0) }, wantsFriends: friends, isManual: manual)
    }

    private func report(
        _ request: ReportByTracker, _ store: LocationStore, at seconds: Int64 = 100
    ) async throws -> ReportByTracker.Reply { try await store.report(request, at: time(seconds)).value }

    private func counts(_ reply: ReportByTracker.Reply) -> [Int] {
        [reply.stored, reply.repeated, reply.outdated, reply.discarded]
    }

    /// In seconds after the start.
    private func fix(_ location: Location?) -> Int64? {
        location.flatMap { HistoryRules.fixedAt($0.timestamp) }.map { ($0 - UnixTime.start.rawValue) / 1000 }
    }

    private func current(_ store: LocationStore, at seconds: Int64 = 100) async throws -> Int64? {
        fix(try await store.look(.owner, by: .stranger, at: time(seconds)))
    }

    private func history(_ store: LocationStore) async throws -> [Int64?] {
        try await store.history(.owner, by: .stranger).locations.map(fix)
    }

    @Test("The newest fix is current, in whatever order places arrive", arguments: StoreKind.allCases)
    func newest(kind: StoreKind) async throws {
        let store = try await store(kind)
        #expect(try await counts(report(request(5, 9, 3), store)) == [3, 0, 0, 0])
        #expect(try await current(store) == 9)
        #expect(try await counts(report(request(7, 9), store)) == [0, 1, 1, 0])
        #expect(try await current(store) == 9)
        #expect(try await counts(report(request(10, 200_000), store)) == [1, 0, 0, 1])
        #expect(try await current(store) == 10)
        #expect(try await history(store) == [])
        #expect(try await current(store, at: 100 + 1440 * 60) == nil, "a day is the usual retention")
    }

    @Test("A history keeps late places below the current one, and each fix once", arguments: StoreKind.allCases)
    func history(kind: StoreKind) async throws {
        let store = try await store(kind, TrackerChanges(keepsHistory: true))
        #expect(try await counts(report(request(20, 30), store)) == [2, 0, 0, 0])
        #expect(try await counts(report(request(10, 40, 20), store)) == [2, 1, 0, 0])
        #expect(try await history(store) == [40, 30, 10, 20])
        #expect(try await counts(report(request(10, 40, 20), store)) == [0, 3, 0, 0])
        #expect(try await counts(report(request(30, 25), store)) == [1, 1, 0, 0])
        #expect(try await history(store) == [40, 25, 30, 10, 20])
        #expect(try await counts(report(request(50), store)) == [1, 0, 0, 0])
        #expect(try await history(store).count == 6)
    }

    @Test("A history is bounded by its cap, also by late places", arguments: [1, 3])
    func cap(cap: Int) async throws {
        let store = try await store(.sqlite, TrackerChanges(keepsHistory: true)) { $0.historyCap = cap }
        _ = try await report(request(30, 40, 50, 60), store)
        _ = try await report(request(10, 20), store)
        let expected: [Int64?] = [60, 20, 10]
        #expect(try await history(store) == Array(expected.prefix(cap)))
        #expect(try await current(store) == 60)
    }

    @Test("A history begins with the place from before, unless that has expired")
    func begin() async throws {
        for (now, kept) in [(100, [30, 20]), (100_000, [20])] as [(Int64, [Int64?])] {
            let store = try await store()
            _ = try await report(request(30), store)
            _ = try await store.changeTracker(
                id, of: .ada, TrackerChanges(keepsHistory: true))
            _ = try await report(request(20), store, at: now)
            #expect(try await history(store) == kept)
        }
    }

    @Test("The place of a stay belongs into a history only", arguments: [true, false])
    func visits(keepsHistory: Bool) async throws {
        let store = try await store(.sqlite, TrackerChanges(keepsHistory: keepsHistory))
        let stay = ReportByTracker(token: Personal("token"), reports: [.sample(5, visit: true)])
        #expect(try await counts(report(stay, store)) == (keepsHistory ? [1, 0, 0, 0] : [0, 0, 0, 1]))
    }

    @Test("A place of the device's own app is newer or older by its time")
    func mixed() async throws {
        let store = try await store()
        let late = Int(UnixTime.start.rawValue / 1000 - 1_700_000_000) + 50
        _ = try await store.report(.owner, late, key: .right, keeping: .until(time(1000)))
        #expect(try await counts(report(request(40, 50), store)) == [0, 1, 1, 0])
        #expect(try await counts(report(request(60), store)) == [1, 0, 0, 0])
    }

    enum End: CaseIterable, Sendable {
        case revoked, released, claimedByAnother, keyChanged, handedOver, erased
    }

    @Test(
        "A tracker ends with its claim and its account, and when it is revoked", arguments: StoreKind.allCases,
        End.allCases)
    func ends(kind: StoreKind, end: End) async throws {
        let store = try await store(kind)
        _ = try await report(request(1), store)
        switch end {
        case .revoked: _ = try await store.revokeTracker(id, of: .ada)
        case .released: _ = try await store.releaseDevice(.owner, of: .ada)
        case .claimedByAnother: _ = try await store.claimDevice(.owner, key: .right, for: .ben, at: time(1))
        case .keyChanged: _ = try await store.setDeviceKey(.owner, current: .right, new: .of("new"), salt: salt)
        case .handedOver:
            let session = try #require(SessionID("s1"))
            _ = try await store.offerDevice(.owner, of: .ada, by: [1], in: session, until: time(100))
            _ = try await store.takeOverDevice(by: [1], for: .ben, key: .of("new"), salt: salt, at: time(1))
        case .erased:
            let change = FeedChange(sequence: 1, key: AccountID.ada.text, value: nil)
            let epoch = FeedEpoch(rawValue: 1 << 40)
            try await store.applyAccounts(
                FeedPage(epoch: epoch, changes: [change], highWater: 1, startsOver: false), at: time(1))
        }
        #expect(await refusal { _ = try await report(request(2), store) } == .unknownTracker)
        #expect(await refusal { _ = try await report(request(), store) } == .unknownTracker)
        let left = try await store.database.read { try $0.value("SELECT count(*) FROM tracker", as: Int.self) }
        #expect(left == (end == .keyChanged ? 1 : 0))
        if end == .keyChanged {
            _ = try await store.claimDevice(.owner, key: .of("new"), for: .ada, at: time(2))
            #expect(await refusal { _ = try await report(request(2), store) } == .unknownTracker, "it stays ended")
        }
    }

    @Test("A tracker rests while its account is closed, and its app keeps the points", arguments: StoreKind.allCases)
    func suspended(kind: StoreKind) async throws {
        let store = try await store(kind, TrackerChanges(readsFriends: true))
        try await store.applyAccount(.ben, .disabled, at: 1)
        #expect(try await report(request(1), store).stored == 1)
        try await store.applyAccount(.ada, .disabled, at: 2)
        for asked in [request(2), request(), request(friends: true)] {
            #expect(await refusal { _ = try await report(asked, store) } == .suspendedTracker)
        }
        #expect(Refusal.suspendedTracker.answer.code == .unavailable)
        #expect(Refusal.suspendedTracker.answer.retryAfter != nil)
        try await store.applyAccount(.ada, .active, at: 3)
        #expect(try await report(request(2), store).stored == 1)
    }

    @Test("A claim that is valid keeps its trackers when it is repeated")
    func repeatedClaim() async throws {
        let store = try await store()
        _ = try await store.claimDevice(.owner, key: .right, for: .ada, at: time(1))
        #expect(try await report(request(1), store).stored == 1)
    }

    @Test("Only the claimant of a device makes a tracker of it, up to 64, and sees its own")
    func owners() async throws {
        let store = try await store()
        let tracker = Tracker(
            id: try #require(TrackerID("t2")), device: .owner, name: Personal("phone"), createdAt: time(1))
        #expect(
            await refusal { _ = try await store.createTracker(tracker, of: .ben, hash: [1]) }
                == .notYours(.account(.ben)))
        #expect(
            await refusal { _ = try await store.revokeTracker(id, of: .ben) } == .noTracker)
        #expect(
            await refusal { _ = try await store.changeTracker(tracker.id, of: .ada, TrackerChanges()) } == .noTracker)
        _ = try await store.createTracker(tracker, of: .ada, hash: [1])
        #expect(try await store.listTrackers(of: .ada).value.map(\.id.text) == ["t2", "token"])
        #expect(try await store.listTrackers(of: .ben).value.isEmpty)
        for number in 3...64 { try await make(token: "token \(number)".replacing(" ", with: "-"), in: store) }
        #expect(await refusal { try await make(token: "one-more", in: store) } == .tooManyTrackers)
    }

    @Test("The last use is recorded by the hour, also without a place")
    func use() async throws {
        let store = try await store()
        func lastUse() async throws -> UnixTime? { try await store.listTrackers(of: .ada).value.first?.lastUsedAt }
        #expect(try await lastUse() == nil)
        _ = try await report(request(), store, at: 3599)
        #expect(try await lastUse() == .start)
        _ = try await report(request(5), store, at: 3600)
        #expect(try await lastUse() == time(3600))
    }

    /// The owner's friend shows its place, a stranger does not, and a fan does to a device that does not list it.
    private func befriend(_ store: LocationStore) async throws {
        try await store.allow([.friend, .stranger], of: .owner)
        for device in [DeviceID.friend, .stranger, .named("fan")] {
            try await store.protect(device)
            try await store.report(device, 1, key: .right)
        }
        try await store.allow([.owner], of: .friend)
        try await store.allow([.friend], of: .stranger)
        try await store.allow([.owner], of: .named("fan"))
    }

    @Test("An answer has the own place and those of friends, if the tracker reads them", arguments: StoreKind.allCases)
    func friends(kind: StoreKind) async throws {
        let store = try await store(kind, TrackerChanges(readsFriends: true))
        try await befriend(store)
        let reply = try await report(request(5, friends: true), store)
        #expect(reply.places.map(\.device) == [.owner, .friend] && fix(reply.places.first?.location) == 5)
        #expect(try await report(request(6), store).places.isEmpty)
        _ = try await store.changeTracker(id, of: .ada, TrackerChanges(readsFriends: false))
        #expect(try await report(request(7, friends: true), store).places.isEmpty)
    }

    @Test(
        "A look at a friend is a visit, by itself once in 15 minutes, by hand each time", arguments: StoreKind.allCases)
    func looks(kind: StoreKind) async throws {
        let store = try await store(kind, TrackerChanges(readsFriends: true)) { $0.recordsEveryVisit = true }
        try await befriend(store)
        func visits() async throws -> Int { try await store.visitors(.friend, key: .right).count }
        for (second, isManual, count) in [
            (100, false, 1), (999, false, 1), (1000, false, 2), (1001, true, 3), (1002, false, 3),
        ] as [(Int64, Bool, Int)] {
            _ = try await report(request(second, friends: true, manual: isManual), store, at: second)
            #expect(try await visits() == count, "\(second)")
        }
        #expect(try await store.visitors(.stranger, key: .right).isEmpty)
        #expect(try await store.visitors(.owner, key: .right).isEmpty)
    }

    @Test("Followers learn of a tracker's places")
    func live() async throws {
        let store = try await store()
        let cursor = store.changes.pageWithPoints(epoch: nil, after: nil, limit: 1).highWater
        _ = try await report(request(), store)
        _ = try await report(request(5), store)
        let page = store.changes.page(epoch: store.changes.epoch, after: cursor, limit: 10)
        #expect(page.changes.map(\.key) == ["owner"])
        _ = try await report(request(7, 3, 6), store)
        let points = store.changes.pageWithPoints(epoch: store.changes.epoch, after: page.highWater, limit: 10)
        let values = try points.changes.map { change in
            try CBORDecoder().decode(ChangedPoints.self, from: change.value ?? [])
        }
        #expect(values.map { $0.locations.map(fix) } == [[6, 7]], "viewers see the device go forward only")
    }
}
