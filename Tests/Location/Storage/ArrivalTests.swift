@testable import Location

@Suite("Stored places of arrivals", .timeLimit(.minutes(10))) struct ArrivalTests {
    private let stores = ScratchStores()
    private let circle = CircleID("c1")!
    private let home = ArrivalPlaceID("p1")!
    private let code: [UInt8] = [1, 2, 3]

    /// Ada has claimed the owner's device, and is in a circle with Ben, who watches its arrivals near Brest. The device is
    /// away.
    private func prepared(_ kind: StoreKind) async throws -> LocationStore {
        let store = try stores.location(kind)
        try await store.protect(.owner)
        _ = try await store.claimDevice(.owner, key: .right, for: .ada, at: .start)
        _ = try await store.createCircle(
            CreateCircle(account: .ada, name: Personal("Us"), memberName: Personal("Ada")), circle, at: .start)
        _ = try await store.createInvitation(
            CreateCircleInvitation(account: .ada, circle: circle, maximumUses: 5), CircleInvitationID("i1")!,
            hash: code, at: .start)
        _ = try await store.joinCircle(.ben, as: Personal("Ben"), hash: code, at: .start)
        _ = try await create(store)
        try await report(store, 2000)
        return store
    }

    private func create(
        _ store: LocationStore, _ id: String = "p1", by account: AccountID = .ada, watchers: [AccountID] = [.ben]
    ) async throws -> ArrivalPlace {
        let request = CreateArrivalPlace(
            account: account, device: .owner, name: Personal("Home"), centre: ShareLinkArrival.brest.coordinate,
            radius: 200, watchers: watchers)
        return try await store.createArrivalPlace(request, ArrivalPlaceID(id)!, at: .start).value
    }

    private func report(_ store: LocationStore, _ metres: Double, after seconds: Int64 = 0) async throws {
        let now = UnixTime.start.adding(seconds: seconds)
        let report = DeviceReport(device: .owner, keys: [.right], locations: [.near(metres, at: now)])
        _ = try await store.updateLocation([report], keeping: .history, at: now)
    }

    /// What push would be sent; it takes all of it.
    private func told(_ store: LocationStore, after seconds: Int64) async throws -> [TellOfArrival] {
        let notices = try await store.settleArrivals(
            at: UnixTime.start.adding(seconds: seconds), limit: 10,
            random: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } })
        for notice in notices { try await store.forgetNotice(notice.id) }
        return notices
    }

    private func places(_ store: LocationStore, of account: AccountID = .ada) async throws -> ListArrivalPlaces.Reply {
        try await store.listArrivalPlaces(of: account).value
    }

    @Test("A watcher is told once that the person has come, and once that it has left", arguments: StoreKind.allCases)
    func tells(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        #expect(try await places(store).places.map(\.isInside) == [false])
        try await report(store, 10, after: 60)
        #expect(try await told(store, after: 179).isEmpty)
        let came = try await told(store, after: 180)
        #expect(came.map(\.account) == [.ben] && came.map(\.person.value) == ["Ada"])
        #expect(came.map(\.place.value) == ["Home"] && came.map(\.isArrival) == [true])
        #expect(came.map(\.at) == [UnixTime.start.adding(seconds: 60)])
        try await report(store, 20, after: 240)
        #expect(try await told(store, after: 600).isEmpty)
        #expect(try await places(store).places.map(\.isInside) == [true])
        try await report(store, 2000, after: 660)
        #expect(try await told(store, after: 780).map(\.isArrival) == [false])
        #expect(try await told(store, after: 2000).isEmpty)
    }

    @Test("An arrival counts once, whether the phone or the server saw it first", arguments: StoreKind.allCases)
    func counts(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        #expect(try await phone(store, true, since: 60, after: 70) == true)
        try await report(store, 10, after: 80)
        #expect(try await told(store, after: 500).map(\.at) == [UnixTime.start.adding(seconds: 60)])
        #expect(try await phone(store, true, since: 60, after: 510) == true, "its answer was lost")
        #expect(try await phone(store, false, since: 100, after: 520) == true, "less than a minute later")
        #expect(try await told(store, after: 530).isEmpty)
        // The server sees the departure; the phone's report of it comes late.
        try await report(store, 2000, after: 600)
        #expect(try await told(store, after: 720).map(\.isArrival) == [false])
        #expect(try await phone(store, false, since: 590, after: 730) == false)
        #expect(try await phone(store, true, since: 300, after: 740) == false, "it began before the departure")
        #expect(try await told(store, after: 2000).isEmpty)
        #expect(
            await refusal {
                let request = ReportArrival(account: .ben, place: home, isInside: true, at: .start)
                _ = try await store.reportArrival(request, at: .start) { [UInt8](repeating: 1, count: $0) }
            } == .arrival(.unknown))
    }

    @Test("The phone's arrival ends a wait of the server, and needs no report", arguments: StoreKind.allCases)
    func endsWait(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        try await report(store, 10, after: 60)
        #expect(try await phone(store, true, since: 30, after: 61) == true)
        #expect(try await told(store, after: 62).map(\.isArrival) == [true])
        #expect(try await told(store, after: 500).isEmpty)
        _ = try await create(store, "p2")
        #expect(try await phone(store, false, since: 600, after: 600, at: "p2") == false)
        #expect(try await told(store, after: 600).map(\.isArrival) == [false])
    }

    @Test("What a phone reports late does not undo what the server has seen since", arguments: StoreKind.allCases)
    func late(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        try await report(store, 2000, after: 100)
        #expect(try await phone(store, true, since: 99, after: 110) == false, "from before the latest clear report")
        #expect(try await phone(store, true, since: 120, after: 3721) == false, "over an hour old")
        #expect(try await phone(store, true, since: 121, after: 3721) == true)
        #expect(try await told(store, after: 3721).map(\.isArrival) == [true])
    }

    @Test("A second change within a minute waits, and the phone can take it back", arguments: StoreKind.allCases)
    func waits(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        #expect(try await phone(store, true, since: 60, after: 1000) == true)
        #expect(try await phone(store, false, since: 200, after: 1001) == true)
        #expect(try await told(store, after: 1059).map(\.isArrival) == [true])
        let left = try await told(store, after: 1060)
        #expect(left.map(\.isArrival) == [false] && left.map(\.at) == [UnixTime.start.adding(seconds: 200)])
        #expect(try await phone(store, true, since: 300, after: 1061) == false)
        #expect(try await phone(store, false, since: 400, after: 1062) == false)
        #expect(try await told(store, after: 2000).isEmpty)
    }

    /// Reports an observation of the phone. Returns whether the person is now at the place.
    private func phone(
        _ store: LocationStore, _ isInside: Bool, since: Int64, after seconds: Int64, at place: String = "p1"
    ) async throws -> Bool? {
        let request = ReportArrival(
            account: .ada, place: ArrivalPlaceID(place)!, isInside: isInside, at: UnixTime.start.adding(seconds: since))
        return try await store.reportArrival(request, at: UnixTime.start.adding(seconds: seconds)) { count in
            (0..<count).map { _ in UInt8.random(in: 0...255) }
        }.value.isInside
    }

    @Test("In a pause nobody is told, also not later", arguments: StoreKind.allCases)
    func pauses(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        let consent = CircleConsent(pausedUntil: UnixTime.start.adding(seconds: 1000))
        _ = try await store.setConsent(SetCircleConsent(account: .ada, circle: circle, consent: consent), at: .start)
        try await report(store, 10, after: 60)
        #expect(try await told(store, after: 300).isEmpty)
        #expect(try await told(store, after: 2000).isEmpty)
        #expect(try await places(store).places.map(\.isInside) == [true])
    }

    @Test("A notice that push has not taken is sent again with its id", arguments: StoreKind.allCases)
    func repeats(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        try await report(store, 10, after: 60)
        let random: @Sendable (Int) -> [UInt8] = { count in (0..<count).map { UInt8($0) } }
        let later = UnixTime.start.adding(seconds: 300)
        let first = try await store.settleArrivals(at: later, limit: 10, random: random)
        let second = try await store.settleArrivals(at: later, limit: 10, random: random)
        #expect(first.count == 1 && first.map(\.id) == second.map(\.id))
    }

    @Test("A waiting notice is dropped when the right to it ends", arguments: StoreKind.allCases)
    func drops(kind: StoreKind) async throws {
        let endings: [@Sendable (LocationStore) async throws -> Void] = [
            { [home] store in _ = try await store.removeArrivalPlace(home, of: .ada) },
            { [home] store in _ = try await store.removeArrivalPlace(home, of: .ben) },
            { [circle] store in _ = try await store.leaveCircle(circle, nil, of: .ben) },
            { [circle] store in
                let consent = CircleConsent(pausedUntil: UnixTime.start.adding(seconds: 1000))
                _ = try await store.setConsent(
                    SetCircleConsent(account: .ada, circle: circle, consent: consent), at: .start)
            },
            { store in try await store.applyAccount(.ada, .disabled, at: 1) },
        ]
        for end in endings {
            let store = try await prepared(kind)
            try await report(store, 10, after: 60)
            let random: @Sendable (Int) -> [UInt8] = { count in (0..<count).map { UInt8($0) } }
            let later = UnixTime.start.adding(seconds: 300)
            #expect(try await store.settleArrivals(at: later, limit: 10, random: random).count == 1)
            try await end(store)
            #expect(try await store.settleArrivals(at: later, limit: 10, random: random).isEmpty)
        }
    }

    @Test("A watcher gets few notices about an owner within an hour")
    func limits() async throws {
        let store = try await prepared(.sqlite)
        var count = 0
        for change in 1...10 {
            let seconds = Int64(change) * 200
            try await report(store, change.isMultiple(of: 2) ? 2000 : 10, after: seconds)
            count += try await told(store, after: seconds + 150).count
        }
        #expect(count == ArrivalRules.maximumNotices)
    }

    @Test("The limit of notices counts by the server's clock, not by the phone's")
    func limitsLate() async throws {
        let store = try await prepared(.sqlite)
        var count = 0
        for change in 1...10 {
            let since = Int64(change) * 61
            _ = try await phone(store, !change.isMultiple(of: 2), since: since, after: 3500 + since)
            count += try await told(store, after: 3500 + since).count
        }
        #expect(count == ArrivalRules.maximumNotices)
    }

    @Test("Arrivals rest while the account is closed, and go on afterwards", arguments: StoreKind.allCases)
    func rests(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        try await store.applyAccount(.ada, .disabled, at: 1)
        try await report(store, 10, after: 60)
        #expect(try await told(store, after: 300).isEmpty)
        #expect(try await places(store, of: .ben).watched.isEmpty)
        try await store.applyAccount(.ada, .active, at: 2)
        try await report(store, 10, after: 400)
        #expect(try await told(store, after: 600).map(\.isArrival) == [true])
    }

    @Test("Places of an outdated claim are listed and removed, but decide nothing", arguments: StoreKind.allCases)
    func outdated(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        _ = try await store.setDeviceKey(.owner, current: .right, new: .wrong, salt: salt)
        #expect(try await places(store).places.count == 1)
        #expect(try await places(store, of: .ben).watched.isEmpty)
        _ = try await store.removeArrivalPlace(home, of: .ada)
        #expect(try await places(store).places.isEmpty)
    }

    @Test("Watchers are members of a common circle, and only while they are", arguments: StoreKind.allCases)
    func watchers(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        #expect(
            await refusal { _ = try await create(store, "p2", watchers: [.named("eve")]) } == .arrival(.strangers))
        #expect(await refusal { _ = try await create(store, "p2", by: .ben, watchers: [.ada]) } != nil, "no claim")
        #expect(try await places(store).places.map(\.watchers) == [[.ben]])
        #expect(try await places(store, of: .ben).watched.map(\.owner) == [.ada])
        #expect(try await places(store, of: .named("eve")).watched.isEmpty)
        try await report(store, 10, after: 60)
        _ = try await store.leaveCircle(circle, nil, of: .ben)
        #expect(try await told(store, after: 300).isEmpty)
        #expect(try await places(store).places.map(\.watchers) == [[]])
        #expect(try await places(store, of: .ben).watched.isEmpty)
        _ = try await store.createInvitation(
            CreateCircleInvitation(account: .ada, circle: circle), CircleInvitationID("i2")!, hash: [9], at: .start)
        _ = try await store.joinCircle(.ben, as: Personal("Ben"), hash: [9], at: .start)
        #expect(try await places(store, of: .ben).watched.isEmpty, "who comes back watches nothing")
    }

    @Test(
        "A place is changed and ended by its owner, and a watcher ends only the own notices",
        arguments: StoreKind.allCases)
    func changes(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        let renamed = try await store.changeArrivalPlace(
            ChangeArrivalPlace(account: .ada, place: home, name: Personal("Maison"))
        ).value
        #expect(renamed.name.value == "Maison" && renamed.watchers == [.ben])
        #expect(
            await refusal { _ = try await store.changeArrivalPlace(ChangeArrivalPlace(account: .ben, place: home)) }
                == .arrival(.unknown))
        _ = try await store.removeArrivalPlace(home, of: .ben)
        #expect(try await places(store).places.map(\.watchers) == [[]])
        #expect(await refusal { _ = try await store.removeArrivalPlace(home, of: .ben) } == .arrival(.unknown))
        let naming = ChangeArrivalPlace(account: .ada, place: home, watchers: [.ben])
        #expect(await refusal { _ = try await store.changeArrivalPlace(naming) } == .arrival(.refused))
        #expect(await refusal { _ = try await create(store, "p2") } == .arrival(.refused), "also for another place")
        #expect(try await places(store, of: .ben).refused == [.ada])
        _ = try await store.allowArrivals(of: .ada, by: .ben)
        #expect(await refusal { _ = try await store.allowArrivals(of: .ada, by: .ben) } == .arrival(.notRefused))
        #expect(try await store.changeArrivalPlace(naming).value.watchers == [.ben])
        _ = try await store.removeArrivalPlace(home, of: .ada)
        #expect(try await places(store).places.isEmpty)
        for number in 1...CreateArrivalPlace.maximumCount { _ = try await create(store, "p\(number)") }
        #expect(await refusal { _ = try await create(store, "one-more") } == .arrival(.tooManyPlaces))
    }

    @Test("A place ends with the claim, and with the account of its owner", arguments: StoreKind.allCases)
    func ends(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        _ = try await store.releaseDevice(.owner, of: .ada)
        #expect(try await places(store).places.isEmpty)
        #expect(try await places(store, of: .ben).watched.isEmpty)
        _ = try await store.claimDevice(.owner, key: .right, for: .ada, at: .start)
        _ = try await create(store, "p2")
        try await report(store, 2000)
        try await report(store, 10, after: 60)
        let erasure = FeedChange(sequence: 1, key: AccountID.ada.text, value: nil)
        try await store.applyAccounts(
            FeedPage(epoch: FeedEpoch(rawValue: 1), changes: [erasure], highWater: 1, startsOver: false), at: .start)
        #expect(try await told(store, after: 300).isEmpty)
        #expect(try await places(store, of: .ben).watched.isEmpty)
    }
}
