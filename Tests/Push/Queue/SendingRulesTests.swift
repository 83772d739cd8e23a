@testable import Push

@Suite("The rules of sending")
struct SendingRulesTests {
    private static let rules = SendingRules(
        audience: AudienceRules(categories: ["FOOD_PLAISIRS", "ENTRE_PROS"], maximumAge: 86_400))
    private static let now = UnixTime(milliseconds: 2_000_000)
    private static let nothing = NotificationPreferences(
        choices: NotificationChoices(
            notifyNewOffers: false, notifyNewProNearby: true, notifyLocalEvents: true, notificationRadius: 10,
            preferredCategories: ["ENTRE_PROS"]))
    /// It is 00:33 in UTC.
    private static let night = NotificationPreferences(
        choices: NotificationChoices.standard(categories: ["FOOD_PLAISIRS"]),
        quietHours: QuietHours(start: 0, end: 60, timeZone: "UTC"))

    static let cases: [(String, @Sendable (inout DueDelivery) -> Void, SendingRules.SendResult)] = [
        ("is sent", { _ in }, .send),
        ("is not sent when it was cancelled", { $0.notification = .sample(isCancelled: true) }, .suppress(.cancelled)),
        ("expires at its end", { $0.notification = .sample(endsAt: now) }, .expire),
        ("is not sent to a token that is gone", { $0.token = nil }, .suppress(.removed)),
        ("is not sent to the device of another", { $0.token?.owner = 4 }, .suppress(.moved)),
        ("is not sent to a muted device", { $0.token?.isMuted = true }, .suppress(.muted)),
        ("is not sent to a closed account", { $0.recipient.isClosed = true }, .suppress(.accountClosed)),
        ("is not sent when it is switched off", { $0.recipient.preferences = nothing }, .suppress(.switchedOff)),
        (
            "is not sent when its category is not preferred",
            { ($0.recipient.preferences, $0.notification) = (nothing, .sample(.professional)) },
            .suppress(.categoryNotPreferred)
        ),
        (
            "is sent as an event, which has no category",
            { ($0.recipient.preferences, $0.notification) = (nothing, .sample(.event)) }, .send
        ),
        (
            "waits for the end of quiet hours", { $0.recipient.preferences = night },
            .wait(until: UnixTime(milliseconds: 3_600_000))
        ),
        (
            "expires when it would end before they do",
            {
                $0.recipient.preferences = night
                $0.notification = .sample(endsAt: UnixTime(milliseconds: 3_600_000))
            }, .expire
        ),
        (
            "is sent as a test, whatever was said and when",
            { ($0.recipient.preferences, $0.notification) = (nothing, .sample(isTest: true)) }, .send
        ),
        (
            "is sent as a test at night",
            { ($0.recipient.preferences, $0.notification) = (night, .sample(isTest: true)) }, .send
        ),
        (
            "is sent as a notice of an arrival, whatever other kinds are switched off",
            { ($0.recipient.preferences, $0.notification) = (nothing, .arrival) }, .send
        ),
        (
            "expires in quiet hours as a notice of an arrival, because the right to it may end",
            { ($0.recipient.preferences, $0.notification) = (night, .arrival) }, .expire
        ),
        (
            "is not sent as a notice of an arrival to a user who has switched these off",
            {
                $0.recipient.preferences = NotificationPreferences(kindsOff: ["arrivals"])
                $0.notification = .arrival
            }, .suppress(.switchedOff)
        ),
        (
            "is not sent as a test to a muted device",
            {
                $0.token?.isMuted = true
                $0.notification = .sample(isTest: true)
            }, .suppress(.muted)
        ),
    ]

    struct Nightly: Sendable {
        let contents: [NotificationContent]
        let result: SendingRules.SendResult
        let ifAllowed: SendingRules.SendResult
    }

    static let nightly: [Nightly] = {
        func with(
            _ content: NotificationContent = .alert(), _ level: InterruptionLevel? = nil, apns: JSONDetails? = nil,
            fcm: JSONDetails? = nil
        ) -> NotificationContent {
            var content = content
            (content.interruptionLevel, content.apns, content.fcm) = (level, apns, fcm)
            return content
        }
        let morning = SendingRules.SendResult.wait(until: UnixTime(milliseconds: 3_600_000))
        let background = NotificationContent.unseen(.background)
        return [
            Nightly(
                contents: [
                    background, .unseen(.voip), .unseen(.location), .unseen(.complication), .unseen(.fileprovider),
                    .unseen(.mdm), with(background, apns: #"{"x":1}"#),
                ], result: .send, ifAllowed: .send),
            Nightly(contents: [.activity(.update), .activity(.end)], result: .sendSilently, ifAllowed: .sendSilently),
            Nightly(
                contents: [
                    .activity(.start), with(), with(.alert(), .active), with(.alert(), .passive),
                    with(apns: #"{"aps":{"interruption-level":"active"}}"#),
                    with(background, apns: #"{"aps":{"alert":"x"}}"#),
                    with(background, fcm: #"{"notification":{"title":"x"}}"#),
                    with(background, fcm: #"{"android":{"notification":{"title":"x"}}}"#),
                    with(background, fcm: #"{"apns":{"payload":{"aps":{"sound":"x"}}}}"#),
                    with(.activity(.update), apns: #"{"aps":{"sound":"x"}}"#),
                ], result: morning, ifAllowed: morning),
            Nightly(
                contents: [
                    with(.alert(), .timeSensitive), with(.alert(), .critical),
                    with(apns: #"{"aps":{"interruption-level":"time-sensitive"}}"#),
                    with(apns: #"{"aps":{"sound":{"critical":1}}}"#),
                    with(apns: #"{"aps":{"alert":{"sound":{"critical":1}}}}"#),
                    with(fcm: #"{"apns":{"payload":{"aps":{"interruption-level":"critical"}}}}"#),
                ], result: morning, ifAllowed: .send),
        ]
    }()

    @Test("During quiet hours silent pushes are sent and others wait, as the user chose", arguments: nightly.indices)
    func atNight(index: Int) {
        let nightly = Self.nightly[index]
        func judged(
            _ content: NotificationContent, _ allowsInterruptions: Bool?, at now: UnixTime = Self.now
        ) -> SendingRules.SendResult {
            let delivery = DueDelivery.sample.with {
                $0.notification = .other("EVENT", content)
                $0.recipient.preferences = Self.night
                $0.recipient.preferences?.quietHours?.allowsInterruptions = allowsInterruptions
            }
            var quiet = QuietTime(at: now)
            return Self.rules.result(on: delivery, at: now, &quiet)
        }
        for content in nightly.contents {
            #expect(judged(content, nil) == nightly.result && judged(content, false) == nightly.result, "\(content)")
            #expect(judged(content, true) == nightly.ifAllowed, "\(content)")
            #expect(judged(content, nil, at: UnixTime(milliseconds: 3_600_000)) == .send)
        }
    }

    @Test("A removed kind is sent only to users who have switched it on")
    func kindTakenAway() {
        let tips = NotificationKind("tips", isOnAtFirst: false)
        let kinds = NotificationKinds(naming: [NotificationKind("orders"), tips])
        let rules = SendingRules(audience: AudienceRules(categories: [], maximumAge: 86_400, kinds: kinds))
        var on = NotificationPreferences()
        for (kind, isSentToAll) in [("orders", true), ("tips", false), ("former", false)] {
            on.kindsOn = [kind]
            for (preferences, isSent) in [(nil, isSentToAll), (on, true)] as [(NotificationPreferences?, Bool)] {
                let delivery = DueDelivery.sample.with {
                    $0.notification = .other(kind)
                    $0.recipient.preferences = preferences
                }
                var quiet = QuietTime(at: Self.now)
                let result = rules.result(on: delivery, at: Self.now, &quiet)
                #expect(result == (isSent ? .send : .suppress(.switchedOff)), "\(kind)")
            }
        }
    }

    @Test("A due delivery is judged by the current state", arguments: cases.indices)
    func result(index: Int) {
        let (name, change, result) = SendingRulesTests.cases[index]
        var quiet = QuietTime(at: SendingRulesTests.now)
        #expect(
            SendingRulesTests.rules.result(on: .sample.with(change), at: SendingRulesTests.now, &quiet) == result,
            "\(name)")
    }
}
