@testable import Push

@Suite("The condition of an audience that a user does not meet")
struct AudienceRefusalTests {
    private static let rules = AudienceRules(categories: [], maximumAge: 86_400)
    private static let ada = AccountID("ada")!
    private static let phone = DeviceFacts(platform: "ios", language: "fr-CA", version: "2.1", tags: ["beta"])
    private static let tablet = DeviceFacts(platform: "android", version: "1.0")
    private static let member = AudienceMember(
        preferences: NotificationPreferences(topics: ["news"], givenTopics: ["staff"], tags: ["vip"]), pushDevices: 1)

    private static func result(
        _ audience: AudienceExpression, on devices: [DeviceFacts]
    ) -> AudienceRules.RecipientResult {
        rules.coarseResult(
            on: AudienceQuery(kind: NotificationKind("EVENT"), expression: audience), for: member, ada, on: devices,
            at: UnixTime(milliseconds: 1_800_000_000_000))
    }

    struct Case: Sendable {
        let audience: AudienceExpression
        let text: String

        init(_ audience: AudienceExpression, _ text: String) { (self.audience, self.text) = (audience, text) }
    }

    static let cases = [
        Case(
            .appVersion(.less, AppVersion(2)),
            "the audience asks for the app version below 2; the user's devices have 2.1"),
        Case(
            .all([.topic("news"), .appVersion(.atLeast, AppVersion(3)), .tag("gold")]),
            "the audience asks for the app version at least 3; the user's devices have 2.1"),
        Case(.platform("web"), "the audience asks for the platform web; the user's devices have ios"),
        Case(.language("de"), "the audience asks for the language de; the user's devices have fr-CA"),
        Case(.accounts([AccountID("ben")!]), "the audience names other users"),
        Case(.tag("gold"), "the user does not have the tag gold"),
        Case(.deviceTag("gold"), "no device of the user has the tag gold"),
        Case(.topic("sport"), "the user does not belong to the topic sport"),
        Case(
            .any([.tag("gold"), .topic("sport")]),
            "the user does not have the tag gold; the user does not belong to the topic sport"),
        Case(.not(.tag("vip")), "the audience leaves out the tag vip"),
        Case(.not(.accounts([ada])), "the audience leaves out this user"),
        Case(
            .not(.all([.tag("vip"), .platform("ios")])),
            "the audience leaves out users who meet some conditions, and the user meets them"),
        // With a circle, only the user's own subscriptions count.
        Case(
            .all([.near(Coordinate(latitude: 50, longitude: 8)!), .topic("staff")]),
            "the user has not subscribed to the topic staff"),
    ]

    @Test("The failed condition is named, with what it tests", arguments: cases)
    func conditions(_ one: Case) {
        let result = Self.result(one.audience, on: [Self.phone])
        #expect(result.reason == .notInAudience)
        #expect(result.text == one.text)
    }

    @Test("All devices of the user are considered")
    func devices() {
        let devices = [Self.phone, Self.tablet]
        #expect(
            Self.result(.language("de"), on: devices).text
                == "the audience asks for the language de; the user's devices have an unknown one, fr-CA")
        #expect(
            Self.result(.all([.platform("ios"), .appVersion(.less, AppVersion(2))]), on: devices).text
                == "no device of the user meets all conditions of the audience at once")
        #expect(Self.result(.appVersion(.less, AppVersion(2)), on: devices).reason == .told)
    }

    @Test("A user without a push device hears of the conditions on users, and else of the missing device")
    func noDevice() {
        #expect(Self.result(.tag("gold"), on: []).text == "the user does not have the tag gold")
        #expect(Self.result(.platform("web"), on: []).reason == .noPushToken)
    }
}
