@testable import Location

extension ShareLinkRow {
    /// Made at the start, for the owner's device; it ends after two hours.
    static func sample(
        _ precision: PlacePrecision = .exact, arrival: ShareLinkArrival? = nil, insideSince: UnixTime? = nil
    ) -> ShareLinkRow {
        ShareLinkRow(
            number: 1, id: ShareLinkID("l1")!, device: .owner, deviceNumber: 1, name: "Ride", createdAt: .start,
            latestEnd: .start.adding(seconds: 7200), precision: precision, arrival: arrival, insideSince: insideSince)
    }
}

extension ShareLinkArrival {
    /// Within 100 m of a place in Brest.
    static let brest = ShareLinkArrival(coordinate: Coordinate(latitude: 48.39, longitude: -4.48)!, radius: 100)
}

extension Location {
    /// So many metres north of the place of arrival.
    static func near(_ metres: Double, accuracy: Double = 5, at time: UnixTime = .start) -> Location {
        Location(
            timestamp: LocationValue(json: "\(time.rawValue / 1000)"), longitude: LocationValue(json: "-4.48"),
            latitude: LocationValue(json: "\(48.39 + metres / 111_195)"),
            horizontalAccuracy: LocationValue(json: "\(accuracy)"), speed: LocationValue(json: "3"),
            batteryLevel: LocationValue(json: "80"), altitude: LocationValue(json: "20"))
    }
}

@Suite("The rules of share links") struct ShareLinkRulesTests {
    private let end = UnixTime.start.adding(seconds: 7200)

    @Test("A link is open until the millisecond of its end, and never again")
    func time() {
        let link = ShareLinkRow.sample()
        #expect(link.state(at: .start) == .open)
        #expect(link.state(at: end.adding(milliseconds: -1)) == .open)
        #expect(link.state(at: end) == .expired && link.state(at: end.adding(seconds: 1)) == .expired)
    }

    @Test("A link that its owner has ended, or whose key or claim is gone, has ended whatever the time")
    func ended() {
        var withdrawn = ShareLinkRow.sample()
        withdrawn.isWithdrawn = true
        var orphan = ShareLinkRow.sample()
        orphan.hasRight = false
        #expect(withdrawn.state(at: .start) == .ended && orphan.state(at: .start) == .ended)
    }

    @Test("A device arrives when it has been within the radius for two minutes")
    func arrives() {
        var link = ShareLinkRow.sample(arrival: .brest)
        let at = { (seconds: Int64) in UnixTime.start.adding(seconds: seconds) }
        link.insideSince = link.nextInsideSince(after: .near(500), at: at(0))
        #expect(link.insideSince == nil && link.endsAt == end)
        link.insideSince = link.nextInsideSince(after: .near(90), at: at(60))
        #expect(link.insideSince == at(60) && link.endsAt == at(180))
        link.insideSince = link.nextInsideSince(after: .near(20), at: at(100))
        #expect(link.insideSince == at(60), "further reports from inside change nothing")
        #expect(link.state(at: at(179)) == .open && link.state(at: at(180)) == .arrived)
        link.insideSince = link.nextInsideSince(after: .near(5000), at: at(200))
        #expect(link.state(at: at(200)) == .arrived, "a link that has ended never opens again")
    }

    @Test("A device that passes, or is seen inaccurately, does not arrive")
    func flapping() {
        let inside = ShareLinkRow.sample(arrival: .brest, insideSince: .start)
        let soon = UnixTime.start.adding(seconds: 60)
        #expect(inside.nextInsideSince(after: .near(400), at: soon) == nil, "it has left")
        #expect(inside.nextInsideSince(after: .near(150, accuracy: 80), at: soon) == .start, "it may still be inside")
        let outside = ShareLinkRow.sample(arrival: .brest)
        #expect(outside.nextInsideSince(after: .near(10, accuracy: 900), at: soon) == nil, "it may be anywhere")
        #expect(outside.nextInsideSince(after: .near(10, accuracy: 100), at: soon) == soon)
    }

    @Test("The latest time ends a link before a late arrival")
    func latest() {
        let link = ShareLinkRow.sample(arrival: .brest, insideSince: end.adding(seconds: -10))
        #expect(link.endsAt == end && link.state(at: end) == .expired)
    }

    @Test("A link shows no history: no place from more than an hour before it was made")
    func history() {
        let link = ShareLinkRow.sample()
        #expect(link.shown(.near(0, at: .start.adding(seconds: -3600))) != nil)
        #expect(link.shown(.near(0, at: .start.adding(seconds: -3601))) == nil)
    }

    @Test("A link shows neither battery nor speed nor altitude")
    func silent() {
        let shown = ShareLinkRow.sample().shown(.near(0))
        #expect(shown?.latitude == LocationValue(json: "48.39") && shown?.horizontalAccuracy.json == "5.0")
        #expect(shown?.batteryLevel == nil && shown?.speed == nil && shown?.altitude == nil)
    }

    private func wrong(_ change: (inout CreateShareLink) -> Void) -> [String] {
        var link = CreateShareLink(owner: ShareLinkOwner(account: .ada, device: .owner), endsAt: end)
        change(&link)
        do throws(ServiceError) { try ShareLinkRules.check(link, at: .start) } catch {
            return error.wrongMembers.map(\.field)
        }
        return []
    }

    @Test("A new link is refused with all its wrong members")
    func refusesNew() {
        #expect(wrong { _ in } == [])
        #expect(wrong { $0.endsAt = .start } == ["endsAt"])
        #expect(wrong { $0.endsAt = .start.adding(seconds: ShareLinkRules.longest) } == [])
        #expect(wrong { $0.endsAt = .start.adding(seconds: ShareLinkRules.longest + 1) } == ["endsAt"])
        #expect(wrong { $0.precision = PlacePrecision(rawValue: "street") } == ["precision"])
        #expect(
            wrong {
                $0.name = ""
                $0.arrival = ShareLinkArrival(coordinate: ShareLinkArrival.brest.coordinate, radius: 49)
                $0.password = SecretText("abcde")
                $0.maximumViewers = 0
            } == ["name", "arrival.radius", "password", "maximumViewers"])
        #expect(wrong { $0.name = "a\nb" } == ["name"])
        #expect(wrong { $0.password = SecretText("abcdef") } == [])
    }

    @Test("A change only shortens a link or makes it coarser")
    func refusesChanges() {
        let link = ShareLinkRow.sample(.neighbourhood)
        func wrong(_ endsAt: UnixTime? = nil, _ precision: PlacePrecision? = nil) -> [String] {
            let change = ChangeShareLink(
                owner: ShareLinkOwner(account: .ada), id: link.id, endsAt: endsAt, precision: precision)
            do throws(ServiceError) { try ShareLinkRules.check(change, of: link, at: .start) } catch {
                return error.wrongMembers.map(\.field)
            }
            return []
        }
        #expect(wrong(end, .neighbourhood) == [] && wrong(end.adding(seconds: -60), .town) == [])
        #expect(wrong(end.adding(milliseconds: 1)) == ["endsAt"] && wrong(.start) == ["endsAt"])
        #expect(wrong(nil, .exact) == ["precision"] && wrong(nil, PlacePrecision(rawValue: "x")) == ["precision"])
    }

    @Test("A password is right in both forms of its letters, and wrong otherwise")
    func password() throws {
        let stored = try LinkPassword.stored(SecretText("caf\u{e9}s"), salt: salt)
        #expect(try LinkPassword.matches(SecretText("cafe\u{301}s"), stored))
        #expect(try !LinkPassword.matches(SecretText("cafes"), stored))
        #expect(!stored.hash.isEmpty && stored.salt == salt)
    }

    @Test("A network has ten wrong passwords a minute for a link, and a right one counts nothing")
    func limitOfNetwork() {
        let limiter = ShareLinkLimiter()
        func guess(_ link: Int64 = 1) -> ShareLinkLimiter.Guess {
            limiter.countGuess(link, from: "192.0.2.1", at: .start)
        }
        for number in 0..<9 { #expect(guess() == .counted(isFirst: number < 5)) }
        limiter.takeBack(guess(), 1, from: "192.0.2.1", at: .start)
        #expect(guess() == .counted(isFirst: false))
        #expect(guess() == .refused(wait: 6) && guess(2) == .counted(isFirst: true))
    }

    @Test("However many wrong passwords other networks send, a network has its first guesses of the day")
    func limitOfLink() {
        let limiter = ShareLinkLimiter()
        for network in 0..<20 {
            for _ in 0..<10 { _ = limiter.countGuess(1, from: "198.51.100.\(network)", at: .start) }
        }
        func guess() -> ShareLinkLimiter.Guess { limiter.countGuess(1, from: "192.0.2.1", at: .start) }
        for _ in 0..<9 {
            let right = guess()
            #expect(right == .counted(isFirst: true))
            limiter.takeBack(right, 1, from: "192.0.2.1", at: .start)
        }
        for _ in 0..<5 { #expect(guess() == .counted(isFirst: true)) }
        #expect(guess() == .refused(wait: 36))
    }

    @Test("A network has ten new viewers an hour of a link")
    func limitOfViewers() {
        let limiter = ShareLinkLimiter()
        for _ in 0..<10 { #expect(limiter.countViewer(1, from: "192.0.2.1", at: .start) == nil) }
        #expect(limiter.countViewer(1, from: "192.0.2.1", at: .start) == 360)
        #expect(limiter.countViewer(1, from: "192.0.2.2", at: .start) == nil)
        #expect(limiter.countViewer(2, from: "192.0.2.1", at: .start) == nil)
    }

    @Test("A look that continues a view is a view of its own after two minutes")
    func pauses() {
        let viewer = KnownViewer(number: 1, unlockedAt: nil, lastAt: .start)
        #expect(!viewer.hasPaused(at: .start.adding(seconds: 120)))
        #expect(viewer.hasPaused(at: .start.adding(seconds: 121)))
    }
}
