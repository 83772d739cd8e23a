@testable import Location

@Suite("Stored circles", .timeLimit(.minutes(10))) struct CircleTests {
    private let stores = ScratchStores()
    private let id = CircleID("c1")!
    private let code: [UInt8] = [1, 2, 3]

    /// Ada has claimed the owner's device, Ben the friend's, and both are in a circle that Ada has made. Each device has a
    /// place.
    private func prepared(_ kind: StoreKind) async throws -> LocationStore {
        let store = try stores.location(kind)
        for (device, account) in [(DeviceID.owner, AccountID.ada), (.friend, .ben)] {
            try await store.protect(device)
            let claimed = UnixTime(milliseconds: 1_600_000_000_000)
            _ = try await store.claimDevice(device, key: .right, for: account, at: claimed)
            try await store.report(device, 1, key: .right)
        }
        _ = try await store.createCircle(
            CreateCircle(account: .ada, name: Personal("Us"), memberName: Personal("Ada")), id, at: .start)
        try await invite(store)
        _ = try await join(store, .ben)
        return store
    }

    private func invite(
        _ store: LocationStore, _ invitation: String = "i1", uses: Int? = nil, by account: AccountID = .ada,
        hash: [UInt8]? = nil
    ) async throws {
        let request = CreateCircleInvitation(account: account, circle: id, maximumUses: uses)
        _ = try await store.createInvitation(request, CircleInvitationID(invitation)!, hash: hash ?? code, at: .start)
    }

    private func join(
        _ store: LocationStore, _ account: AccountID, _ hash: [UInt8]? = nil, at now: UnixTime = .start
    ) async throws -> Circle {
        try await store.joinCircle(
            account, as: Personal(account == .ben ? "Ben" : account.text), hash: hash ?? code, at: now
        )
        .value
    }

    private func consent(
        _ store: LocationStore, _ consent: CircleConsent, of account: AccountID = .ada, at now: UnixTime = .start
    ) async throws {
        _ = try await store.setConsent(SetCircleConsent(account: account, circle: id, consent: consent), at: now)
    }

    /// The places of others.
    private func places(
        _ store: LocationStore, of account: AccountID = .ben, at now: UnixTime = .start
    ) async throws -> [GetPlaces.Place] {
        try await store.getPlaces(of: account, visited: [], at: now).value.filter { !$0.isOwn }
    }

    private func live(_ store: LocationStore, at now: UnixTime = .start) async throws -> Location? {
        let view = ReviewViews.View(account: .ben, devices: [0])
        let result = try await store.reviewViews([view], of: [.owner], at: now).views[0]
        #expect(result.seen.isEmpty)
        return result.ofCircles?.first?.location
    }

    private func history(
        _ store: LocationStore, by account: AccountID = .ben, at now: UnixTime = .start
    ) async throws -> [HistoryPoint] {
        let device = account == .ada ? .owner : handle(store, for: account)
        let request = ReadDeviceHistory(account: account, device: device, range: HistoryRange(), limit: 100)
        return try await store.readHistory(request, at: now).value.points
    }

    /// Ada's device as another member knows it.
    private func handle(_ store: LocationStore, for account: AccountID = .ben) -> DeviceID {
        store.hasher.handle(of: .owner, of: .ada, for: account)!
    }

    private func names(_ store: LocationStore, of account: AccountID = .ada) async throws -> [String] {
        try await store.listCircles(of: account).value.flatMap(\.members).map(\.name.value)
    }

    @Test("Without a consent nothing is seen, and all see who joined", arguments: StoreKind.allCases)
    func joins(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        for account in [AccountID.ada, .ben] { #expect(try await names(store, of: account) == ["Ada", "Ben"]) }
        #expect(try await places(store).isEmpty)
        #expect(try await live(store) == nil)
        #expect(await refusal { _ = try await history(store) } == .notYours(.account(.ben)))
        #expect(try await store.listCircleVisits(of: .ada).value.isEmpty)
    }

    @Test(
        "A member sees the place as coarse as consented, in its own name, until it is taken back",
        arguments: StoreKind.allCases)
    func shows(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        try await consent(store, CircleConsent(place: .town))
        let place = try #require(try await places(store).first)
        #expect(place.shownDevice == handle(store) && place.member == .ada && place.precision == .town)
        #expect(place.found?.device == handle(store), "the device's id shows its place to everyone")
        #expect(place.found?.location == PlacePrecision.town.coarse(.sample(1)))
        #expect(try await live(store) == place.found?.location)
        let later = UnixTime.start.adding(seconds: 60)
        _ = try await places(store, at: later)
        let visits = [CircleVisit(device: .owner, visitor: .ben, name: Personal("Ben"), time: later)]
        #expect(try await store.listCircleVisits(of: .ada).value == visits, "one, renewed")
        #expect(try await store.listCircleVisits(of: .ben).value.isEmpty)
        #expect(try await store.getVisitorHistory(.owner, amount: 10, key: .right).value.members == visits)
        #expect(try await places(store, of: .named("eve")).isEmpty, "in no circle")
        try await consent(store, CircleConsent(history: .exact), at: later)
        #expect(try await places(store, at: later).isEmpty)
        #expect(try await live(store, at: later) == nil)
    }

    @Test("A pause hides everything until its end", arguments: StoreKind.allCases)
    func pauses(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        let end = UnixTime.start.adding(seconds: 60)
        try await consent(store, CircleConsent(place: .exact, pausedUntil: end))
        #expect(try await places(store).isEmpty)
        #expect(try await live(store) == nil)
        #expect(try await places(store, at: end).map(\.found) == [nil], "the last place is of the pause")
        #expect(try await live(store, at: end) == nil)
        // A sample of the second in which the pause ends.
        try await store.report(.owner, 100_000_060, key: .right)
        #expect(try await places(store, at: end).map { $0.found != nil } == [true])
        #expect(try await live(store, at: end) != nil)
        let later = end.adding(seconds: 1000)
        try await consent(store, CircleConsent(place: .exact, pausedUntil: later), at: end)
        try await consent(store, CircleConsent(place: .exact), at: end.adding(seconds: 1))
        #expect(try await live(store, at: end.adding(seconds: 1)) == nil, "a pause that the member ends")
    }

    @Test("A place from before the claim may be another person's, and is hidden", arguments: StoreKind.allCases)
    func claimedLater(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        try await consent(store, CircleConsent(place: .exact))
        _ = try await store.releaseDevice(.owner, of: .ada)
        let later = UnixTime.start.adding(seconds: 60)
        _ = try await store.claimDevice(.owner, key: .right, for: .ada, at: later)
        #expect(try await places(store, at: later).map(\.found) == [nil])
        #expect(try await live(store, at: later) == nil)
    }

    @Test("The id of a device gives a member no right, only its handle does", arguments: StoreKind.allCases)
    func handles(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        try await consent(store, CircleConsent(place: .exact, history: .exact, answersQuestions: true))
        let request = ReadDeviceHistory(account: .ben, device: .owner, range: HistoryRange(), limit: 100)
        #expect(await refusal { _ = try await store.readHistory(request, at: .start) } == .notYours(.account(.ben)))
        #expect(
            await refusal { _ = try await store.askForPlace(.owner, by: .ben, at: .start) }
                == .circle(.answersNoQuestions))
        #expect(handle(store) != handle(store, for: .named("eve")), "members cannot compare what they see")
        #expect(await refusal { _ = try await store.askForPlace(handle(store), by: .ben, at: .start) } == nil)
    }

    @Test("A closed account shows nothing and answers nothing until it is open again", arguments: StoreKind.allCases)
    func closed(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        try await consent(store, CircleConsent(place: .exact, history: .exact, answersQuestions: true))
        try await close(store, true)
        #expect(try await places(store).isEmpty)
        #expect(try await live(store) == nil)
        #expect(await refusal { _ = try await history(store) } == .notYours(.account(.ben)))
        #expect(
            await refusal { _ = try await store.askForPlace(handle(store), by: .ben, at: .start) }
                == .circle(.answersNoQuestions))
        try await close(store, false)
        #expect(try await live(store) != nil)
    }

    private func close(_ store: LocationStore, _ isClosed: Bool) async throws {
        try await store.applyAccount(.ada, isClosed ? .disabled : .active, at: isClosed ? 1 : 2)
    }

    @Test("A member with many devices does not push out another member", arguments: StoreKind.allCases)
    func crowds(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        try await invite(store, "i2", hash: [4])
        _ = try await join(store, .named("eve"), [4])
        try await consent(store, CircleConsent(place: .exact))
        try await consent(store, CircleConsent(place: .exact), of: .named("eve"))
        let crowd = (1..<GetPlaces.maximumDevices).map { (DeviceID.named("ada-\($0)"), AccountID.ada) }
        for (device, account) in crowd + [(DeviceID.named("eve-phone"), AccountID.named("eve"))] {
            try await store.protect(device)
            _ = try await store.claimDevice(device, key: .right, for: account, at: .start)
        }
        let seen = try await places(store)
        #expect(seen.contains { $0.member == .named("eve") } && seen.count == GetPlaces.maximumDevices - 1)
    }

    @Test("Names of a circle differ in more than case, accents and invisible characters")
    func sameNames() async throws {
        let store = try await prepared(.sqlite)
        try await invite(store, "i2", uses: 9, hash: [4])
        for name in ["Ada", "ÂDA ", "A\u{200D}da"] {
            #expect(
                await refusal {
                    _ = try await store.joinCircle(.named("eve"), as: Personal(name), hash: [4], at: .start)
                } == .circle(.nameTaken))
            let renaming = ChangeCircle(account: .ben, circle: id, memberName: Personal(name))
            #expect(await refusal { _ = try await store.changeCircle(renaming, at: .start) } == .circle(.nameTaken))
        }
        let own = ChangeCircle(account: .ben, circle: id, memberName: Personal("BEN"))
        #expect(try await store.changeCircle(own, at: .start).value.members.map(\.name.value) == ["Ada", "BEN"])
    }

    @Test("A member sees the history only from the consent on, and is recorded", arguments: StoreKind.allCases)
    func histories(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        // The samples are from 1,700,000,001 s on.
        let given = UnixTime(milliseconds: 1_700_000_001_500)
        try await consent(store, CircleConsent(history: .exact), at: given)
        #expect(try await history(store).isEmpty)
        #expect(try await store.listCircleVisits(of: .ada).value.isEmpty)
        try await store.report(.owner, 2, key: .right)
        #expect(try await history(store).map(\.at?.rawValue) == [1_700_000_002_000])
        #expect(try await store.listCircleVisits(of: .ada).value.map(\.visitor) == [.ben])
        #expect(try await history(store, by: .ada).count == 2)
        _ = try await store.leaveCircle(id, nil, of: .ben)
        #expect(await refusal { _ = try await history(store) } == .notYours(.account(.ben)))
    }

    @Test("Only devices with a valid claim are shared", arguments: StoreKind.allCases)
    func claims(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        try await consent(store, CircleConsent(place: .exact))
        #expect(try await places(store).count == 1)
        _ = try await store.setDeviceKey(.owner, current: .right, new: .wrong, salt: salt)
        #expect(try await places(store).isEmpty)
        #expect(try await store.listCircleVisits(of: .ada).value.isEmpty, "the device may have another owner")
        _ = try await store.claimDevice(.owner, key: .wrong, for: .named("eve"), at: .start)
        #expect(try await places(store).isEmpty)
        #expect(try await store.getVisitorHistory(.owner, amount: 10, key: .wrong).value.members == nil)
    }

    @Test(
        "Who leaves or is removed is seen no more and sees nothing, and the creator's rights pass on",
        arguments: StoreKind.allCases)
    func leaves(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        for account in [AccountID.ada, .ben] { try await consent(store, CircleConsent(place: .exact), of: account) }
        #expect(await refusal { _ = try await store.leaveCircle(id, .ada, of: .ben) } == .circle(.notCreator))
        #expect(await refusal { _ = try await store.leaveCircle(id, .ben, of: .named("eve")) } == .circle(.unknown))
        #expect(
            await refusal { _ = try await store.leaveCircle(id, .named("eve"), of: .ada) }
                == .circle(.unknownMember))
        #expect(
            await refusal {
                _ = try await store.changeCircle(
                    ChangeCircle(account: .ben, circle: id, name: Personal("Mine")), at: .start)
            } == .circle(.notCreator))
        _ = try await store.leaveCircle(id, nil, of: .ada)
        for account in [AccountID.ada, .ben] { #expect(try await places(store, of: account).isEmpty) }
        let mine = ChangeCircle(account: .ben, circle: id, name: Personal("Mine"), memberName: Personal("B"))
        #expect(try await store.changeCircle(mine, at: .start).value.name.value == "Mine")
        #expect(try await names(store, of: .ben) == ["B"])
        try await invite(store, "i2", by: .ben, hash: [4])
        _ = try await store.leaveCircle(id, nil, of: .ben)
        #expect(await refusal { _ = try await join(store, .ada, [4]) } == .circle(.wrongCode), "the circle is gone")
    }

    @Test("A member who leaves ends all invitations, and cannot come back by one", arguments: StoreKind.allCases)
    func comesBack(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        try await invite(store, "i2", uses: 5, by: .ben, hash: [4])
        try await invite(store, "i3", uses: 5, hash: [5])
        _ = try await store.leaveCircle(id, nil, of: .ben)
        for hash in [[4], [5]] as [[UInt8]] {
            #expect(await refusal { _ = try await join(store, .ben, hash) } == .circle(.wrongCode))
        }
    }

    @Test("A removal ends all invitations, since the removed member may know them", arguments: StoreKind.allCases)
    func removes(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        try await invite(store, "i2", uses: 5, hash: [4])
        _ = try await store.leaveCircle(id, .ben, of: .ada)
        #expect(try await names(store) == ["Ada"])
        #expect(await refusal { _ = try await join(store, .ben, [4]) } == .circle(.wrongCode))
        #expect(await refusal { _ = try await store.leaveCircle(id, nil, of: .ben) } == .circle(.unknown))
    }

    @Test("An invitation ends at its time, by its uses and by a member", arguments: StoreKind.allCases)
    func invitations(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        #expect(await refusal { _ = try await join(store, .named("eve")) } == .circle(.wrongCode), "used up")
        try await invite(store, "i2", uses: 2, by: .ben, hash: [4])
        _ = try await join(store, .ben, [4])
        let list = ListCircleInvitations(account: .ada, circle: id)
        #expect(try await store.listInvitations(list, at: .start).value.map(\.uses) == [0], "a member uses nothing up")
        let end = UnixTime.start.adding(seconds: CreateCircleInvitation.standard)
        #expect(await refusal { _ = try await join(store, .named("eve"), [4], at: end) } == .circle(.wrongCode))
        _ = try await join(store, .named("eve"), [4])
        let other = EndCircleInvitation(account: .ada, circle: id, invitation: CircleInvitationID("i2")!)
        _ = try await store.endInvitation(other, at: .start)
        #expect(await refusal { _ = try await store.endInvitation(other, at: .start) } == .circle(.unknownInvitation))
        #expect(await refusal { _ = try await join(store, .named("max"), [4]) } == .circle(.wrongCode))
        #expect(
            await refusal {
                _ = try await store.listInvitations(
                    ListCircleInvitations(account: .named("max"), circle: id), at: .start)
            } == .circle(.unknown))
        try await store.forgetCircles(at: end, limit: 10)
    }

    @Test("Circles, members and invitations are bounded")
    func bounds() async throws {
        let store = try await prepared(.sqlite)
        for number in 1..<CreateCircle.maximumCount {
            _ = try await store.createCircle(
                CreateCircle(account: .ben, name: Personal("n"), memberName: Personal("Ben")),
                CircleID("other\(number)")!, at: .start)
        }
        let oneMore = CreateCircle(account: .ben, name: Personal("n"), memberName: Personal("Ben"))
        #expect(
            await refusal { _ = try await store.createCircle(oneMore, CircleID("more")!, at: .start) }
                == .circle(.tooManyCircles))
        for number in 0..<CreateCircleInvitation.maximumCount {
            try await invite(store, "more\(number)", uses: CreateCircle.maximumMembers, hash: [9, UInt8(number)])
        }
        #expect(await refusal { try await invite(store, "one", hash: [10]) } == .circle(.tooManyInvitations))
        for number in 2..<CreateCircle.maximumMembers { _ = try await join(store, .named("m\(number)"), [9, 0]) }
        #expect(await refusal { _ = try await join(store, .named("late"), [9, 1]) } == .circle(.isFull))
    }

    @Test("An erased account leaves all circles, and its visits lose its name", arguments: StoreKind.allCases)
    func erased(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        for account in [AccountID.ada, .ben] { try await consent(store, CircleConsent(place: .exact), of: account) }
        _ = try await places(store)
        let erasure = FeedChange(sequence: 1, key: AccountID.ben.text, value: nil)
        try await store.applyAccounts(
            FeedPage(epoch: FeedEpoch(rawValue: 1), changes: [erasure], highWater: 1, startsOver: false), at: .start)
        #expect(try await names(store) == ["Ada"])
        let visits = try await store.listCircleVisits(of: .ada).value
        #expect(visits.map(\.name.value) == [CircleRules.formerMember] && visits.map(\.device) == [.owner])
        #expect(visits.first?.visitor != .ben)
        #expect(try await places(store, of: .ada).isEmpty)
        try await invite(store, "i2", hash: [4])
        #expect(await refusal { _ = try await join(store, .ben, [4]) } == .accountErased)
    }

    @Test("A change reports the devices that it shows or hides to live viewers")
    func reports() async throws {
        let store = try await prepared(.sqlite)
        func reported(_ change: () async throws -> Void) async throws -> Set<String> {
            let before = store.changes.page(epoch: nil, after: nil, limit: 100).highWater
            try await change()
            let page = store.changes.page(epoch: store.changes.epoch, after: before, limit: 100)
            return Set(page.changes.map(\.key))
        }
        #expect(try await reported { try await consent(store, CircleConsent(place: .exact)) } == ["owner"])
        try await consent(store, CircleConsent(place: .exact), of: .ben)
        #expect(try await reported { _ = try await store.leaveCircle(id, nil, of: .ben) } == ["owner", "friend"])
    }

    @Test(
        "A member asks for a place only by consent, after a pause, and the owner sees it", arguments: StoreKind.allCases
    )
    func questions(kind: StoreKind) async throws {
        let store = try await prepared(kind)
        func ask(_ account: AccountID = .ben, at now: UnixTime = .start) async -> Refusal? {
            await refusal { _ = try await store.askForPlace(handle(store, for: account), by: account, at: now) }
        }
        try await consent(store, CircleConsent(place: .town))
        #expect(await ask() == .circle(.answersNoQuestions))
        try await consent(store, CircleConsent(history: .exact, answersQuestions: true))
        #expect(await ask() == .circle(.answersNoQuestions), "the place is not seen")
        try await consent(store, CircleConsent(place: .town, answersQuestions: true))
        #expect(await ask(.named("eve")) == .circle(.answersNoQuestions))
        let asked = try await store.askForPlace(handle(store), by: .ben, at: .start).value
        #expect(asked.owner == .ada && asked.device == .owner)
        let visit = try #require(try await store.listCircleVisits(of: .ada).value.first)
        #expect(visit.visitor == .ben && visit.askedAt == .start)
        let (soon, end) = (
            UnixTime.start.adding(seconds: 60), UnixTime.start.adding(seconds: CircleRules.questionPause)
        )
        #expect(await ask(at: soon) == .circle(.askedAlready(retryAfter: 240)))
        _ = try await places(store, at: soon)
        #expect(try await store.listCircleVisits(of: .ada).value.map(\.askedAt) == [.start], "a look keeps it")
        try await invite(store, "i2", hash: [4])
        _ = try await join(store, .named("eve"), [4])
        #expect(await ask(.named("eve"), at: soon) == .circle(.askedAlready(retryAfter: 240)), "one wake-up for all")
        #expect(await ask(at: end) == nil)
    }
}
