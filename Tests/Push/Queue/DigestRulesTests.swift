@testable import Push

@Suite("The rules of digests")
struct DigestRulesTests {
    private static let now = UnixTime(milliseconds: 5_000_000)

    private static let rules = SendingRules(
        audience: AudienceRules(
            categories: ["FOOD_PLAISIRS"], maximumAge: 86_400,
            kinds: NotificationKinds(
                naming: [NotificationKind("orders", isDigested: true), NotificationKind("alarms")],
                digested: ["OFFER"])))

    private static func notification(_ kind: String, _ content: NotificationContent) -> DueDelivery {
        .sample.with { $0.notification = .other(kind, content) }
    }

    private static let shown = NotificationContent(texts: [NotificationText(language: "en", title: "One")])

    @Test("Only visible pushes of digested kinds that do not interrupt are held")
    func held() {
        #expect(Self.rules.isHeld(.sample), "an announcement goes by its type")
        #expect(!Self.rules.isHeld(.sample.with { $0.notification = .sample(.event) }))
        #expect(!Self.rules.isHeld(.sample.with { $0.notification = .sample(isTest: true) }))
        #expect(Self.rules.isHeld(Self.notification("orders", Self.shown)))
        for kind in ["alarms", "gone"] { #expect(!Self.rules.isHeld(Self.notification(kind, Self.shown))) }
        var content = Self.shown
        content.interruptionLevel = .passive
        #expect(Self.rules.isHeld(Self.notification("orders", content)))
        for level in [InterruptionLevel.timeSensitive, .critical] {
            content.interruptionLevel = level
            #expect(!Self.rules.isHeld(Self.notification("orders", content)))
        }
        content = Self.shown
        content.apns = #"{"aps":{"interruption-level":"time-sensitive"}}"#
        #expect(!Self.rules.isHeld(Self.notification("orders", content)))
        #expect(!Self.rules.isHeld(Self.notification("orders", NotificationContent(pushType: .background))))
    }

    @Test("A digest needs two pushes that may be sent, or one if it may have arrived")
    func sendable() {
        let good = DueDelivery.sample.with { $0.gathering = .gathered }
        let over = good.with { $0.notification = .sample(endsAt: Self.now) }
        let cancelled = good.with { $0.notification = .sample(isCancelled: true) }
        var digest = DueDelivery.sample.with { ($0.gathering, $0.notification) = (.digest, .sample(isTest: true)) }
        func result() -> SendingRules.SendResult {
            var quiet = QuietTime(at: Self.now)
            return Self.rules.result(on: digest, at: Self.now, &quiet)
        }
        let cases: [([DueDelivery], SendingRules.SendResult)] = [
            ([good, good, over], .send), ([good, over, cancelled], .release), ([], .release),
        ]
        for (gathered, expected) in cases {
            digest.gathered = gathered
            digest.isUnconfirmed = false
            #expect(result() == expected)
            digest.isUnconfirmed = true
            #expect(result() == (gathered.isEmpty ? .release : .send))
        }
        digest.gathered = [good, good]
        digest.token?.isMuted = true
        #expect(result() == .suppress(.muted))
    }

    @Test("A gathered push does not leave by itself while its digest lasts")
    func member() {
        let outcomes = OutcomeRules(pace: RetryPace(), attempts: 3)
        #expect(outcomes.update(of: .sample, after: .send) == nil)
        let update = outcomes.update(of: .sample.with { $0.gathering = .gathered }, after: .send)
        #expect(update?.state == .pending && update?.nextAt == DueDelivery.sample.notification.endsAt)
        let digest = DueDelivery.sample.with { ($0.gathering, $0.gathered) = (.digest, [.sample]) }
        let sent = outcomes.update(of: digest, after: .sent(id: nil), at: Self.now) { 0 }
        #expect(sent.gathered == [DueDelivery.sample.place.number] && !sent.isSentAtFirst)
    }

    @Test("The text counts the pushes of each kind in the language and the words of the app")
    func texts() throws {
        let texts = DigestTexts(
            title: "{count} neue", body: "Es warten: {kinds}", kindNames: ["orders": "Best{ellungen"], link: "app://i")
        let kinds = ["news", "orders", "news", "orders", "orders"]
        let english = DigestContent.content(of: kinds, in: .english, texts)
        let read = NotificationReading.text(of: english, for: "en")
        #expect(read.title == "5 neue" && read.body == "Es warten: Best{ellungen: 3, news: 2")
        let french = DigestContent.content(of: kinds, in: .french, texts)
        #expect(NotificationReading.text(of: french, for: "fr").body == "Es warten: Best{ellungen : 3, news : 2")
        let many = DigestContent.content(of: (0..<9).map { "k\($0)" }, in: .english, texts)
        #expect(NotificationReading.text(of: many, for: nil).body == "Es warten: k0: 1, k1: 1, k2: 1, k3: 1, k4: 1, …")
        // It still fits with the longest names and texts.
        let long = DigestTexts(
            title: String(repeating: "t", count: 500), body: String(repeating: "b", count: 493) + "{kinds}",
            kindNames: Dictionary(
                uniqueKeysWithValues: (0..<9).map { ("k\($0)", String(repeating: "\($0)", count: 64)) }),
            link: "app://" + String(repeating: "i", count: 494))
        let content = DigestContent.content(of: (0..<9).map { "k\($0)" }, in: .english, long)
        for provider in [PushProvider.apns, .fcm] {
            let push = try NotificationRendering.push(
                content, for: provider, in: content.texts.first,
                RenderedOccasion(id: "n1", badge: 999_999, beginsAt: Self.now, endsAt: Self.now))
            #expect(push.size < 4096)
        }
    }
}
