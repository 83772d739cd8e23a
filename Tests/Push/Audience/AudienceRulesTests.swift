@testable import Push

@Suite("The rules of recipients")
struct AudienceRulesTests {
    static let categories = ["FOOD_PLAISIRS", "ENTRE_PROS"]
    static let now = UnixTime(milliseconds: 1_790_000_000_000)
    let rules = AudienceRules(categories: AudienceRulesTests.categories, maximumAge: 30 * 86_400)

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var type = AnnouncementType.offer
        var category: String? = "FOOD_PLAISIRS"
        /// In metres.
        var distance = 3000.0
        var radius = 10
        var categories = AudienceRulesTests.categories
        var switches = Set(AnnouncementType.allCases)
        var status: AccountStatus? = .active
        var hasPosition = true
        /// In seconds.
        var age: Int64 = 60
        var pushDevices = 1
        var hasChosen = true
        var reason: RecipientReason
        var text: String

        init(
            _ name: String, _ reason: RecipientReason, _ text: String = "about 3 km away, radius 10 km",
            _ change: (inout Case) -> Void = { _ in }
        ) {
            (testDescription, self.reason, self.text) = (name, reason, text)
            change(&self)
        }
    }

    private static let farAway = "it is outside the user's radius"

    static let cases = [
        Case("near, wanted and reachable", .told),
        Case("an event for one who prefers no category", .told) {
            ($0.type, $0.category, $0.categories) = (.event, nil, [])
        },
        Case("an event with a category that is not preferred", .told) { ($0.type, $0.categories) = (.event, []) },
        Case("a professional", .told) { $0.type = .professional },
        Case("offers switched off", .switchedOff, "new offers are switched off") {
            $0.switches = [.event, .professional]
        },
        Case("professionals switched off", .switchedOff, "new professionals are switched off") {
            ($0.type, $0.switches) = (.professional, [.event, .offer])
        },
        Case("events switched off", .switchedOff, "local events are switched off") {
            ($0.type, $0.switches) = (.event, [.professional, .offer])
        },
        Case("only offers on", .told) { $0.switches = [.offer] },
        Case("only professionals on", .told) { ($0.type, $0.switches) = (.professional, [.professional]) },
        Case("only events on", .told) { ($0.type, $0.switches) = (.event, [.event]) },
        Case("another category", .categoryNotPreferred, "FOOD_PLAISIRS is not among the preferred categories") {
            $0.categories = ["ENTRE_PROS"]
        },
        Case("no category", .categoryNotPreferred, "FOOD_PLAISIRS is not among the preferred categories") {
            $0.categories = []
        },
        Case(
            "a professional of another category", .categoryNotPreferred,
            "FOOD_PLAISIRS is not among the preferred categories"
        ) {
            ($0.type, $0.categories) = (.professional, [])
        },
        Case(
            "a category that is not configured", .categoryNotPreferred,
            "SPORT is not among the preferred categories"
        ) { ($0.category, $0.categories) = ("SPORT", categories + ["SPORT"]) },
        Case("too far", .tooFar, farAway) { $0.distance = 12_400 },
        Case("a little too far", .tooFar, farAway) { $0.distance = 10_004 },
        Case("just near enough", .told, "about 10 km away, radius 10 km") { $0.distance = 9_999.9 },
        Case("the widest radius", .told, "about 50 km away, radius 50 km") { ($0.distance, $0.radius) = (49_900, 50) },
        Case("the narrowest radius", .tooFar, farAway) { ($0.distance, $0.radius) = (5_200, 5) },
        Case("a radius below the rules", .told, "about 5 km away, radius 5 km") {
            ($0.distance, $0.radius) = (4_800, 1)
        },
        Case("no position", .noPosition, "no position is known") { $0.hasPosition = false },
        Case("an old position", .positionTooOld, "the position is older than 30 days") {
            $0.age = 41 * 86_400 + 5000
        },
        Case("the oldest position that counts", .told) { $0.age = 30 * 86_400 },
        Case("a second more", .positionTooOld, "the position is older than 30 days") {
            $0.age = 30 * 86_400 + 1
        },
        Case("no push device", .noPushToken, "the user has no push device") { $0.pushDevices = 0 },
        Case("a closed account", .accountClosed, "the account is closed") { $0.status = .disabled },
        Case("a status of a later version", .accountClosed, "the account is closed") {
            $0.status = AccountStatus(rawValue: "frozen")
        },
        Case("an account that the feed has not told of yet", .told) { $0.status = nil },
        Case("nothing chosen: all is on, within 10 km", .told, "about 10 km away, radius 10 km") {
            ($0.hasChosen, $0.distance, $0.radius) = (false, 9_900, 50)
        },
        Case("nothing chosen: not beyond 10 km", .tooFar, farAway) {
            ($0.hasChosen, $0.distance, $0.radius) = (false, 10_100, 50)
        },
        Case("closed and switched off: the account comes first", .accountClosed, "the account is closed") {
            ($0.status, $0.switches) = (.disabled, [])
        },
        Case("switched off and far: the wish comes first", .switchedOff, "new offers are switched off") {
            ($0.switches, $0.distance, $0.pushDevices) = ([], 80_000, 0)
        },
        Case("far and without a push device: the place comes first", .tooFar, farAway) {
            ($0.distance, $0.pushDevices) = (80_000, 0)
        },
    ]

    @Test("One recipient and an index of all get the same verdict", arguments: cases)
    func verdicts(_ one: Case) throws {
        let (interest, member) = try Self.facts(one)
        let result = rules.result(on: interest, for: member, at: Self.now)
        #expect(result.reason == one.reason)
        #expect(result.text == one.text)
        #expect(result.radius == (one.hasChosen ? max(5, one.radius) : 10))
        #expect((result.distance != nil) == one.hasPosition)
        #expect(abs((result.distance ?? one.distance) - one.distance) < 0.01)
        #expect(result.positionAt == member.position?.at)
        var audience = try Audience(categories: Self.categories)
        audience.set(member, of: 7)
        let found = audience.found(interest, since: rules.oldestPosition(at: Self.now))
        #expect(found.map { audience.number(of: $0) } == (one.reason == .told ? [7] : []))
    }

    @Test("A publisher learns the verdict by the square of the position, or that the radius is near")
    func coarse() throws {
        var seen: Set<RecipientReason> = []
        for radius in [5, 10, 50] {
            for step in -3000...3000 where step.isMultiple(of: 50) {
                let (interest, member) = try Self.facts(
                    Case("", .told) { ($0.distance, $0.radius) = (Double(radius * 1000 + step), radius) })
                let exact = rules.result(on: interest, for: member, at: Self.now)
                let coarse = rules.coarseResult(on: interest, for: member, at: Self.now)
                seen.insert(coarse.reason)
                #expect(coarse.reason == exact.reason || coarse.reason == .nearRadius && abs(step) < 2_800)
            }
        }
        #expect(seen == [.told, .nearRadius, .tooFar])
        let (interest, member) = try Self.facts(Case("", .told) { $0.switches = [] })
        #expect(rules.coarseResult(on: interest, for: member, at: Self.now).reason == .switchedOff)
    }

    @Test("An unknown account has no distance, radius or position")
    func unknown() throws {
        let (interest, _) = try Self.facts(Case("", .told))
        let result = rules.result(on: interest, for: nil, at: Self.now)
        #expect(result.reason == .unknownAccount)
        #expect(result.distance == nil && result.radius == nil && result.positionAt == nil)
    }

    @Test(
        "A duration is written in its largest whole unit",
        arguments: [
            (0, "0 seconds"), (1, "1 second"), (59, "59 seconds"), (60, "1 minute"), (3599, "59 minutes"),
            (3600, "1 hour"), (86_399, "23 hours"), (86_400, "1 day"), (172_800, "2 days"),
        ])
    func spans(seconds: Int64, text: String) { #expect(ReasonText.span(seconds * 1000) == text) }

    private static func facts(_ one: Case) throws -> (Interest, AudienceMember) {
        let home = try #require(Coordinate(latitude: 48.1173, longitude: -1.6778))
        let choices = NotificationChoices(
            notifyNewOffers: one.switches.contains(.offer), notifyNewProNearby: one.switches.contains(.professional),
            notifyLocalEvents: one.switches.contains(.event), notificationRadius: one.radius,
            preferredCategories: one.categories)
        return (
            Interest(type: one.type, category: one.category, coordinate: home.going(one.distance, towards: 200)),
            AudienceMember(
                status: one.status, preferences: one.hasChosen ? NotificationPreferences(choices: choices) : nil,
                position: one.hasPosition ? Position(coordinate: home, at: now.adding(seconds: -one.age)) : nil,
                pushDevices: one.pushDevices)
        )
    }
}
