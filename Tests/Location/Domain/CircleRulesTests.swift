@testable import Location

@Suite("The rules of circles") struct CircleRulesTests {
    private let now = UnixTime.start

    private func row(
        _ place: PlacePrecision? = nil, history: PlacePrecision? = nil, since: UnixTime = .start, battery: Bool = false,
        pausedUntil: UnixTime? = nil, claimedAt: UnixTime = UnixTime(milliseconds: 0)
    ) -> CircleShareRow {
        CircleShareRow(
            device: .owner, owner: .ada, claimedAt: claimedAt, readerName: Personal("Ben"),
            consent: CircleConsent(
                place: place, history: history, showsBattery: battery, pausedUntil: pausedUntil), historySince: since)
    }

    private func share(_ rows: CircleShareRow...) -> CircleShare? {
        CircleShare.shares(rows, to: .ben, at: now)[.owner]
    }

    private func right(_ kind: PlaceKind, _ shares: [DeviceID: CircleShare], list: [AllowedDevice]? = nil) -> PlaceRight
    {
        PlaceAccess(policy: LocationPolicy()).right(
            of: .account([], shares: shares), to: kind,
            at: PlaceTarget(device: .owner, hasKey: true, hasAllowedList: list != nil)
        ) { _ in nil }
    }

    @Test("A member sees exactly the kinds that another member has consented to")
    func kinds() throws {
        let place = CircleShare.shares([row(.town)], to: .ben, at: now)
        #expect(right(.current, place).share?.place == .town && right(.current, place).visitor == nil)
        #expect(right(.current, place, list: []).isSeen)
        #expect(right(.history, place) == .nothing)
        let history = CircleShare.shares([row(history: .exact)], to: .ben, at: now)
        #expect(right(.history, history).isSeen && right(.current, history) == .nothing)
        #expect(right(.current, [:]) == .nothing)
        #expect(right(.current, CircleShare.shares([row(battery: true)], to: .ben, at: now)) == .nothing)
    }

    @Test("A pause hides everything of its circle until its end")
    func pauses() {
        let later = now.adding(seconds: 60)
        #expect(share(row(.exact, pausedUntil: later)) == nil)
        #expect(share(row(.exact, pausedUntil: now))?.place == .exact)
        #expect(share(row(.exact, battery: true, pausedUntil: later), row(.town))?.place == .town)
        #expect(share(row(.exact, battery: true, pausedUntil: later), row(.town))?.showsBattery == false)
    }

    @Test("Of several circles, the most exact consent counts for each kind")
    func severalCircles() throws {
        let later = now.adding(seconds: 60)
        let rows = [
            row(.town, history: .exact, since: later), row(.neighbourhood, history: .town, battery: true), row(),
        ]
        for rows in [rows, rows.reversed()] {
            let found = try #require(CircleShare.shares(rows, to: .ben, at: now)[.owner])
            #expect(found.place == .neighbourhood && found.showsBattery)
            #expect(found.history == .exact && found.historySince == later)
        }
        #expect(share(row(history: .town, since: later), row(history: .town))?.historySince == now)
        #expect(share(row(history: .town, claimedAt: later))?.historySince == later, "another person may have had it")
    }

    @Test("A place is as coarse as the consent, without speed and altitude, and with the battery level only by consent")
    func shows() throws {
        var location = Location.sample()
        location.speed = LocationValue(json: "3")
        location.altitude = LocationValue(json: "35")
        location.batteryLevel = LocationValue(json: "80")
        let exact = try #require(share(row(.exact))?.shown(location))
        #expect(exact.latitude == location.latitude && exact.batteryLevel == nil)
        #expect(exact.speed == nil && exact.altitude == nil)
        let town = try #require(share(row(.town, battery: true))?.shown(location))
        #expect(town.latitude == PlacePrecision.town.coarse(location)?.latitude && town.batteryLevel?.json == "80")
        #expect(share(row(history: .exact))?.shown(location) == nil)
    }

    @Test("A point of a history is seen only from the consent on, and only as exactly")
    func points() throws {
        let found = try #require(share(row(history: .town)))
        func point(_ at: UnixTime?) -> HistoryPoint {
            HistoryPoint(at: at, latitude: 48.25, longitude: 0.00001, accuracy: 5, speed: 3, batteryLevel: 80)
        }
        let shown = try #require(found.shown(point(now)))
        #expect(abs(shown.latitude - 48.25) < 0.1 && shown.latitude != 48.25)
        #expect(shown.speed == nil && shown.batteryLevel == nil && shown.at == now)
        #expect(found.shown(point(now.adding(milliseconds: -1))) == nil && found.shown(point(nil)) == nil)
    }

    @Test("Points from before a consent, or of a pause, are never seen")
    func historySince() {
        let (earlier, later) = (now.adding(seconds: -60), now.adding(seconds: 60))
        func since(_ former: CircleConsent, _ new: CircleConsent) -> UnixTime {
            CircleRules.historySince(earlier, changing: former, to: new, at: now)
        }
        let (none, given) = (CircleConsent(), CircleConsent(history: .exact))
        let paused = CircleConsent(history: .exact, pausedUntil: later)
        #expect(since(none, given) == now)
        #expect(since(given, CircleConsent(place: .exact, history: .town)) == earlier)
        #expect(since(CircleConsent(history: .town), given) == now, "more exact than before")
        #expect(since(given, paused) == later && since(paused, paused) == later)
        #expect(since(paused, given) == now)
        #expect(since(CircleConsent(history: .exact, pausedUntil: now), given) == earlier)
    }

    @Test("A code is read in any case, and with blanks, hyphens and similar letters")
    func codes() {
        let code = CircleCode.code(random: Array(0..<10))
        #expect(code.value == "01234-56789")
        #expect(CircleCode.code(random: [UInt8](repeating: 255, count: 10)).value == "ZZZZZ-ZZZZZ")
        #expect(CircleCode.plain(SecretText("abcde-fghjk")) == "ABCDEFGHJK")
        #expect(CircleCode.plain(SecretText(" ol1I2-34567 ")) == "0111234567")
        for text in ["", "short", "ABCDE_FGHJK", "ÀBCDEFGHJK", String(repeating: "A", count: 65)] {
            #expect(CircleCode.plain(SecretText(text)) == nil)
        }
    }

    @Test("A name shows all its characters, in the direction of its script")
    func visibleNames() {
        func isRight(_ name: String) -> Bool {
            do throws(ServiceError) {
                try CircleRules.check(name: Personal(name), memberName: nil)
                return true
            } catch { return false }
        }
        for name in ["\u{200B}", "\u{200D}", "Ada\u{202E}neB", "A\u{2066}da", "A\u{AD}da", "\u{3164}"] {
            #expect(!isRight(name))
        }
        for name in ["Zoé", "👩‍👩‍👧", "❤️", "می\u{200C}خواهم"] { #expect(isRight(name)) }
    }

    @Test("A present place is shown from the end of the last pause and from the claim on")
    func presentPlaces() {
        let location = Location.sample()
        let at = UnixTime(milliseconds: 1_700_000_001_000)
        func isShown(_ row: CircleShareRow) -> Bool { share(row)?.shown(location) != nil }
        #expect(isShown(row(.exact, claimedAt: at.adding(milliseconds: 999))), "of the same second")
        #expect(!isShown(row(.exact, claimedAt: at.adding(seconds: 1))))
        var paused = row(.exact)
        paused.placeSince = at.adding(seconds: 1)
        #expect(!isShown(paused))
        let (pause, end) = (CircleConsent(place: .exact, pausedUntil: now.adding(seconds: 60)), now.adding(seconds: 60))
        let none = CircleConsent(place: .exact)
        let begun = CircleRules.placeSince(at, changing: none, to: pause, at: now)
        #expect(begun == end)
        #expect(CircleRules.placeSince(begun, changing: pause, to: none, at: end.adding(seconds: 5)) == end)
        let middle = now.adding(seconds: 5)
        #expect(CircleRules.placeSince(begun, changing: pause, to: none, at: middle) == middle)
        #expect(CircleRules.placeSince(at, changing: none, to: none, at: middle) == at)
    }

    @Test("All wrong members are named together")
    func wrongMembers() throws {
        func fields(_ check: () throws(ServiceError) -> Void) -> [String] {
            do throws(ServiceError) {
                try check()
                return []
            } catch { return error.wrongMembers.map(\.field) }
        }
        #expect(
            fields { () throws(ServiceError) in try CircleRules.check(name: Personal(" "), memberName: nil) } == [
                "name"
            ])
        #expect(
            fields { () throws(ServiceError) in
                try CircleRules.check(
                    name: Personal(String(repeating: "x", count: 129)), memberName: Personal("a\u{7}"))
            } == ["name", "memberName"])
        let words = CircleConsent(
            place: PlacePrecision(rawValue: "street"),
            pausedUntil: now.adding(seconds: SetCircleConsent.maximumPause + 1))
        #expect(
            fields { () throws(ServiceError) in try CircleRules.check(words, at: now) } == ["place", "pausedUntil"])
        let invitation = CreateCircleInvitation(
            account: .ada, circle: CircleID("c")!, endsAt: now, maximumUses: CreateCircle.maximumMembers + 1)
        #expect(
            fields { () throws(ServiceError) in try CircleRules.check(invitation, at: now) } == [
                "endsAt", "maximumUses",
            ])
    }
}
