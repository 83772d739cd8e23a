@testable import Location

@Suite("The forwarders of a store", .timeLimit(.minutes(10))) struct ForwarderTests {
    private let stores = ScratchStores()
    private let id = ForwarderID("f1")!

    private func time(_ seconds: Int64) -> UnixTime { .start.adding(seconds: seconds) }

    /// Ada has claimed the owner's device, which has a forwarder.
    private func store(_ kind: StoreKind = .sqlite) async throws -> LocationStore {
        let store = try stores.location(kind)
        try await store.protect(.owner)
        _ = try await store.claimDevice(.owner, key: .right, for: .ada, at: .start)
        try await make(in: store)
        return store
    }

    private func make(_ id: String = "f1", in store: LocationStore) async throws {
        _ = try await store.createForwarder(.sample(name: id), try #require(ForwarderID(id)), at: .start)
    }

    private func report(_ store: LocationStore, _ numbers: ClosedRange<Int>, at seconds: Int64 = 0) async throws {
        let report = DeviceReport(device: .owner, keys: [.right], locations: numbers.map { .sample($0) })
        _ = try await store.updateLocation([report], keeping: .history, at: time(seconds))
    }

    private func listed(_ store: LocationStore) async throws -> Forwarder? {
        try await store.listForwarders(.owner, of: .ada).value.first
    }

    private func first(_ store: LocationStore, at seconds: Int64 = 0) async throws -> DuePlace? {
        guard let due = try await store.dueForwarders(at: time(seconds), limit: 10).first else { return nil }
        return try await store.firstPlace(of: due, at: time(seconds))
    }

    private func remove(_ store: LocationStore, by account: AccountID = .ada) async throws {
        _ = try await store.removeForwarder(RemoveForwarder(account: account, device: .owner, forwarder: id))
    }

    @Test("New places wait in order, each until it is accepted, and earlier ones never", arguments: StoreKind.allCases)
    func order(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        try await store.protect(.owner)
        _ = try await store.claimDevice(.owner, key: .right, for: .ada, at: .start)
        try await report(store, 1...2)
        try await make(in: store)
        #expect(try await first(store) == nil)
        try await report(store, 3...4)
        try await report(store, 5...5)
        var place = try await first(store)
        #expect(try await first(store) == nil, "one process sends at a time")
        for number in 3...5 {
            let now = try #require(place)
            #expect(now.body.contains("\"tst\":\(1_700_000_000 + number)") && now.event == "msg_f1_\(number - 2)")
            place = try await store.placeAfter(now, problem: nil, at: time(1))
        }
        #expect(place == nil)
        let all = try #require(try await listed(store))
        #expect(all.waiting == 0 && all.dropped == 0 && all.deliveredAt == time(1) && all.problem == nil)
        #expect(try await first(store, at: 1000) == nil)
        try await report(store, 6...6)
        #expect(try await first(store)?.event == "msg_f1_4", "no receiver may see an id for a second place")
    }

    @Test("At most 1,000 places wait; the oldest are dropped, and after a day every one", arguments: StoreKind.allCases)
    func bound(kind: StoreKind) async throws {
        let store = try await store(kind)
        try await report(store, 1...1005)
        let full = try #require(try await listed(store))
        #expect(full.waiting == 1000 && full.dropped == 5)
        try await report(store, 1006...1015, at: 10)
        let more = try #require(try await listed(store))
        #expect(more.waiting == 1000 && more.dropped == 15)
        let place = try #require(try await first(store, at: 86_400))
        #expect(place.body.contains("\"tst\":1700001006"), "only the last ten are younger than a day")
        for _ in 1...2 { try await store.dropForwarded(before: .start) }
        let rest = try #require(try await listed(store))
        #expect(rest.dropped == 1005 && rest.waiting == 10)
    }

    @Test("A failed place is retried and keeps its turn; a refused one is dropped", arguments: StoreKind.allCases)
    func failures(kind: StoreKind) async throws {
        let store = try await store(kind)
        try await report(store, 1...2)
        let place = try #require(try await first(store))
        try await store.retryPlace(place, because: "away", at: time(5))
        let waiting = try #require(try await listed(store))
        #expect(waiting.problem == "away" && waiting.nextAt == time(5) && waiting.waiting == 2)
        #expect(waiting.deliveredAt == nil && waiting.sentAt == .start)
        #expect(try await first(store, at: 4) == nil)
        let again = try #require(try await first(store, at: 5))
        #expect(again.event == place.event && again.forwarder.attempts == 1)
        let next = try #require(try await store.placeAfter(again, problem: "refused", at: time(5)))
        #expect(next.event == "msg_f1_2" && next.forwarder.attempts == 0)
        #expect(try await listed(store)?.dropped == 1)
    }

    @Test("A process that was killed loses its lease after a minute, and no place", arguments: StoreKind.allCases)
    func lease(kind: StoreKind) async throws {
        let store = try await store(kind)
        try await report(store, 1...3)
        let killed = try #require(try await first(store))
        #expect(try await first(store, at: 59) == nil)
        let other = try #require(try await first(store, at: 60))
        #expect(other.event == killed.event)
        #expect(try await store.placeAfter(killed, problem: nil, at: time(61)) == nil, "it only slept")
        try await store.retryPlace(killed, because: "late", at: time(62))
        #expect(try await store.placeAfter(other, problem: nil, at: time(62))?.event == "msg_f1_2")
    }

    @Test("Forwarders rest with a closed account, and end with the claim, the key or the account")
    func ends() async throws {
        for kind in StoreKind.allCases {
            let closed = try await store(kind)
            try await report(closed, 1...1)
            try await closed.applyAccount(.ada, .disabled, at: 1)
            try await report(closed, 2...2)
            #expect(try await first(closed) == nil)
            try await closed.applyAccount(.ada, .active, at: 2)
            #expect(try await listed(closed)?.waiting == 1, "the places of the meantime are not sent")
            #expect(try await first(closed)?.event == "msg_f1_1")
            try await closed.applyAccount(.ada, nil, at: 3)
            _ = try await closed.updateLocation(
                [DeviceReport(device: .owner, keys: [nil], locations: [.sample(3)])], keeping: .history, at: .start)
            #expect(try await first(closed, at: 1000) == nil)

            let released = try await store(kind)
            try await report(released, 1...1)
            _ = try await released.releaseDevice(.owner, of: .ada)
            _ = try await released.claimDevice(.owner, key: .right, for: .ada, at: .start)
            #expect(try await listed(released) == nil)
            #expect(try await first(released) == nil)

            let changed = try await store(kind)
            try await report(changed, 1...1)
            _ = try await changed.setDeviceKey(.owner, current: .right, new: .wrong, salt: salt)
            #expect(try await first(changed) == nil)
            #expect(try await listed(changed)?.waiting == 1, "the owner still sees what was set up")
            _ = try await changed.claimDevice(.owner, key: .wrong, for: .ada, at: .start)
            #expect(try await listed(changed) == nil, "it ends for good")
        }
    }

    @Test("Only the owner lists and removes it, also after the key was changed")
    func owner() async throws {
        let store = try await store()
        #expect(await refusal { _ = try await store.listForwarders(.owner, of: .ben) } == .notYours(.account(.ben)))
        #expect(await refusal { try await remove(store, by: .ben) } == .noForwarder)
        _ = try await store.setDeviceKey(.owner, current: .right, new: .wrong, salt: salt)
        let test = TestForwarder(account: .ada, device: .owner, forwarder: id)
        #expect(
            await refusal { _ = try await store.testForwarder(test, at: .start) } == .keyChangedSinceClaim(.owner))
        #expect(try await listed(store)?.id == id)
        try await remove(store)
        #expect(await refusal { try await remove(store) } == .noForwarder)
    }

    @Test("The owner is told of each forwarder, also of one that was removed at once", arguments: StoreKind.allCases)
    func told(kind: StoreKind) async throws {
        let store = try await store(kind)
        try await remove(store)
        let notices = try await store.newForwarders(limit: 10)
        #expect(notices.map(\.account) == [.ada] && notices.map(\.device) == [.owner])
        #expect(notices.map(\.origin.value) == ["https://home.example"] && notices.map(\.createdAt) == [.start])
        for notice in notices { try await store.forgetNewForwarder(notice.id) }
        #expect(try await store.newForwarders(limit: 10).isEmpty)
        try await make("f2", in: store)
        try await store.applyAccount(.ada, nil, at: 1)
        #expect(try await store.newForwarders(limit: 10).isEmpty, "the account is erased")
    }

    @Test("An operator counts and ends links, trackers and forwarders of one user only", arguments: StoreKind.allCases)
    func endedByOperator(kind: StoreKind) async throws {
        let store = try await store(kind)
        try await make("f2", in: store)
        let tracker = Tracker(id: TrackerID("t1")!, device: .owner, name: Personal("phone"), createdAt: .start)
        _ = try await store.createTracker(tracker, of: .ada, hash: TrackerSettings.hash(of: "t"))
        let link = CreateShareLink(
            owner: ShareLinkOwner(account: .ada, device: .owner), name: "ride", endsAt: time(3600))
        _ = try await store.createShareLink(
            link, ShareLinkID("l1")!, device: .owner, token: [1], password: nil, at: .start)
        func counts() async throws -> CountSharing.Reply {
            try await store.countSharing(of: .ada, at: .start).value
        }
        let all = try await counts()
        #expect(all.shareLinks == 1 && all.trackers == 1 && all.forwarders == 2 && all.circles == 0)
        #expect(all.hosts.map(\.value) == ["home.example"])
        for kind in SharingKind.allCases {
            #expect(try await store.endSharing(kind, of: .ben, at: .start).value.count == 0)
        }
        #expect(try await counts() == all)
        for (kind, count) in [(.shareLinks, 1), (.trackers, 1), (.forwarders, 2)] as [(SharingKind, Int)] {
            #expect(try await store.endSharing(kind, of: .ada, at: .start).value.count == count)
        }
        let none = CountSharing.Reply(
            shareLinks: 0, trackers: 0, forwarders: 0, hosts: [], circles: 0, failingForwarders: 0)
        #expect(try await counts() == none)
        let row = try await store.read { try DeviceTable(connection: $0).find(.owner) }
        #expect(row?.hasForwarders == false)
    }

    @Test("A forwarder counts as failing until the next place arrives", arguments: StoreKind.allCases)
    func failing(kind: StoreKind) async throws {
        let store = try await store(kind)
        func failing() async throws -> Int? {
            try await store.countSharing(of: .ada, at: .start).value.failingForwarders
        }
        #expect(try await failing() == 0)
        try await report(store, 1...1)
        let place = try #require(try await first(store))
        try await store.retryPlace(place, because: "no answer", at: time(1))
        #expect(try await failing() == 1)
        let again = try #require(try await first(store, at: 1))
        _ = try await store.placeAfter(again, problem: nil, at: time(1))
        #expect(try await failing() == 0)
    }

    @Test("A device has at most eight forwarders, and each gets each place")
    func several() async throws {
        let store = try await store()
        for number in 2...CreateForwarder.maximumCount { try await make("f\(number)", in: store) }
        #expect(await refusal { try await make("f9", in: store) } == .tooManyForwarders)
        try await report(store, 1...1)
        #expect(try await store.dueForwarders(at: .start, limit: 10).count == CreateForwarder.maximumCount)
    }

    @Test("A user has at most sixteen forwarders, and users take turns", arguments: StoreKind.allCases)
    func turns(kind: StoreKind) async throws {
        let store = try await store(kind)
        func claim(_ device: DeviceID, _ account: AccountID, _ forwarders: [String]) async throws {
            try await store.protect(device)
            _ = try await store.claimDevice(device, key: .right, for: account, at: .start)
            for forwarder in forwarders {
                var request = CreateForwarder.sample(name: forwarder)
                (request.account, request.device) = (account, device)
                _ = try await store.createForwarder(request, try #require(ForwarderID(forwarder)), at: .start)
            }
            let report = DeviceReport(device: device, keys: [.right], locations: [.sample(1)])
            _ = try await store.updateLocation([report], keeping: .history, at: time(account == .ben ? 1 : 0))
        }
        try await claim(.named("second"), .ada, (0..<8).map { "s\($0)" })
        try await claim(.named("third"), .ada, (0..<7).map { "t\($0)" })
        let last = await refusal {
            var request = CreateForwarder.sample()
            request.device = .named("third")
            _ = try await store.createForwarder(request, id, at: .start)
        }
        #expect(last == .tooManyForwardersOfAccount)
        try await claim(.named("bens"), .ben, ["b1"])
        let first = try await store.dueForwarders(at: time(1), limit: 2)
        #expect(first.map(\.account) == [.ada, .ben])
    }

    @Test("The visitor list names it once it has sent; deleting the places empties both", arguments: StoreKind.allCases)
    func visitors(kind: StoreKind) async throws {
        let store = try await store(kind)
        try await report(store, 1...2)
        func sends() async throws -> [GetVisitorHistory.NamedVisit]? {
            try await store.getVisitorHistory(.owner, amount: 10, key: .right).value.forwarders
        }
        #expect(try await sends() == nil)
        let place = try #require(try await first(store, at: 7))
        #expect(try await sends() == [GetVisitorHistory.NamedVisit(name: "f1", time: time(7))])
        _ = try await store.deleteLocation(.owner, key: .right, at: time(8))
        #expect(try await sends() == nil)
        #expect(try await store.placeAfter(place, problem: nil, at: time(8)) == nil)
        #expect(try await listed(store)?.waiting == 0)
    }

    @Test("Of a tracker's places only those newer than the current place are sent", arguments: StoreKind.allCases)
    func trackers(kind: StoreKind) async throws {
        let store = try await store(kind)
        let tracker = Tracker(
            id: TrackerID("t1")!, device: .owner, name: Personal("phone"), keepsHistory: true, createdAt: .start)
        _ = try await store.createTracker(tracker, of: .ada, hash: TrackerSettings.hash(of: "t"))
        for seconds in [[5, 9], [7], [12]] as [[Int64]] {
            let reports = seconds.map { TrackerReport.sample($0) }
            _ = try await store.report(ReportByTracker(token: Personal("t"), reports: reports), at: time(100))
        }
        #expect(try await listed(store)?.waiting == 3)
    }

    @Test("A device takes earlier places as soon as its last forwarder is removed", arguments: StoreKind.allCases)
    func earlier(kind: StoreKind) async throws {
        let store = try await store(kind)
        try await make("f2", in: store)
        try await report(store, 5...5)
        try await remove(store)
        func add() async throws { _ = try await store.addEarlier([.sample(1)], of: .owner, key: .right) }
        #expect(await refusal { try await add() } == .forwardsInOrder)
        let last = RemoveForwarder(account: .ada, device: .owner, forwarder: try #require(ForwarderID("f2")))
        _ = try await store.removeForwarder(last)
        try await add()
    }

    @Test("A device whose forwarders ended with the claim forgets that it had one with its next report")
    func forgets() async throws {
        let store = try await store()
        _ = try await store.releaseDevice(.owner, of: .ada)
        for expected in [true, false] {
            let row = try await store.read { try DeviceTable(connection: $0).find(.owner) }
            #expect(row?.hasForwarders == expected)
            try await report(store, 1...1)
        }
    }
}
