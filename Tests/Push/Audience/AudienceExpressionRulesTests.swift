@testable import Push

@Suite("The rules of audience expressions")
struct AudienceExpressionRulesTests {
    private static let here = AudienceExpression.near(.sample)
    private static let ada = AudienceExpression.accounts([AccountID("ada")!])
    private static let open = NamePatterns(["news-*", "all"])

    private func refusal(of audience: AudienceExpression, _ limits: PublishingLimits? = nil) -> ErrorCode? {
        do throws(ServiceError) {
            try AudienceExpressionRules.check(audience, openTopics: Self.open, limits: limits)
            return nil
        } catch {
            #expect(error.field == (error.code == .invalidRequest ? "audience" : nil))
            return error.code
        }
    }

    @Test(
        "A circle may be combined with what users and apps say about themselves",
        arguments: [
            here, .all([here, .language("fr")]), .all([.platform("ios"), here, .topic("news-1"), .everyone]),
            .all([here, .appVersion(.atLeast, AppVersion("2")!), .topic("all")]), .all([here]),
        ])
    func besideCircles(_ audience: AudienceExpression) { #expect(refusal(of: audience) == nil) }

    /// Each of these would reveal whether a picked user is near.
    @Test(
        "A circle is refused where it would reveal whether a chosen user is near",
        arguments: [
            .all([here, ada]), .any([here, ada]), .not(here), .all([.not(here), ada]), .all([here, .tag("vip")]),
            .all([here, .deviceTag("one")]), .all([here, .topic("members")]), .all([here, .not(.language("fr"))]),
            .any([here, .language("fr")]), .all([.all([here]), ada]), .all([here, .near(.north(5))]), .any([here]),
            .all([here, .any([.topic("news-1"), .topic("news-2")])]),
        ] as [AudienceExpression])
    func notBesideCircles(_ audience: AudienceExpression) { #expect(refusal(of: audience) == .invalidRequest) }

    @Test("The size and the depth of an expression are bounded, and its names are checked")
    func bounds() {
        var deep = AudienceExpression.everyone
        for _ in 1..<AudienceExpression.maximumDepth { deep = .not(deep) }
        #expect(refusal(of: deep) == nil)
        #expect(refusal(of: .not(deep)) == .invalidRequest)
        let parts = Array(repeating: AudienceExpression.everyone, count: AudienceExpression.maximumParts - 1)
        #expect(refusal(of: .any(parts)) == nil)
        #expect(refusal(of: .any(parts + [.everyone])) == .invalidRequest)
        let accounts = (1...AudienceExpression.maximumAccounts).map { AccountID("p\($0)")! }
        #expect(refusal(of: .accounts(accounts)) == nil)
        #expect(refusal(of: .any([.accounts(accounts), Self.ada])) == .invalidRequest)
        // Each entry is compared for every push device, even a duplicate.
        #expect(refusal(of: .any([.accounts(accounts), .accounts([accounts[0]])])) == .invalidRequest)
        #expect(refusal(of: .accounts(accounts + [accounts[0]])) == .invalidRequest)
        for wrong in [
            .accounts([]), .all([]), .any([]), .topic(""), .topic("a b"), .tag(String(repeating: "x", count: 65)),
            .deviceTag("é"), .language(""), .language("fr;"), .platform("windows"),
        ] as [AudienceExpression] {
            #expect(refusal(of: wrong) == .invalidRequest, "\(wrong)")
        }
    }

    @Test("A key that is limited to topics reaches no users outside them")
    func limits() {
        let limits = PublishingLimits(topics: ["a", "b"])
        for allowed in [
            .topic("a"), .any([.topic("a"), .topic("b")]), .all([.topic("b"), .tag("x")]),
            .any([.all([.language("fr"), .topic("a")]), .topic("b")]),
        ] as [AudienceExpression] {
            #expect(refusal(of: allowed, limits) == nil, "\(allowed)")
        }
        for refused in [
            .topic("c"), .everyone, .any([.topic("a"), .topic("c")]), .not(.topic("a")), Self.ada,
            .all([.tag("x"), .any([.topic("a"), .everyone])]),
        ] as [AudienceExpression] {
            #expect(refusal(of: refused, limits) == .forbidden, "\(refused)")
        }
    }

    /// With its own accounts in each of these, a publisher could learn from the count whether a push reaches one more.
    @Test(
        "A publisher gets no counts for an audience whose members it chose, however large it is",
        arguments: [
            ada, .all([ada, .topic("news-1")]), .any([.topic("news-1"), ada]), .not(ada), .all([.everyone, .not(ada)]),
            .topic("members"), .tag("vip"), .all([.language("fr"), .not(.tag("vip"))]),
        ] as [AudienceExpression])
    func silence(_ audience: AudienceExpression) {
        #expect(AudienceExpressionRules.isPicked(audience, openTopics: Self.open))
        let counts = DeliveryCounts(
            accepted: 500, sent: 500, suppressed: 0, deferred: 0, failed: 0, expired: 0, pending: 0)
        let record = NotificationRecord(
            id: NotificationID("n1")!,
            notification: OutgoingNotification(kind: "orders", audience: audience, content: .alert()),
            createdAt: .start, state: .done, recipients: 500, counts: counts,
            interactions: [InteractionCount(action: NotificationInteraction.opened, people: 500)])
        let shown = record.shown(isOperator: false, openTopics: Self.open)
        #expect(shown.recipients == 0 && shown.counts == .empty && shown.fewerThan == 0 && shown.interactions == nil)
        #expect(record.shown(isOperator: true, openTopics: Self.open) == record)
    }

    @Test(
        "A publisher gets counts for an audience whose members chose themselves",
        arguments: [.everyone, .topic("news-1"), .all([.deviceTag("beta"), .language("fr")]), here]
            as [AudienceExpression])
    func told(_ audience: AudienceExpression) {
        #expect(!AudienceExpressionRules.isPicked(audience, openTopics: Self.open))
    }

    @Test("A publisher gets no counts for a silent push, and only the sent pushes of a visible one")
    func unseen() {
        let counts = DeliveryCounts(
            accepted: 20, sent: 12, suppressed: 0, deferred: 8, failed: 0, expired: 0, pending: 0)
        for (content, isTold) in [
            (NotificationContent.alert(), true), (.alert([]), false), (.unseen(.background), false),
            (.unseen(.location), false), (.unseen(.liveactivity), false),
        ] as [(NotificationContent, Bool)] {
            let record = NotificationRecord(
                id: NotificationID("n1")!,
                notification: OutgoingNotification(kind: "orders", audience: .topic("news-1"), content: content),
                createdAt: .start, state: .delivering, recipients: 15, counts: counts)
            let shown = record.shown(isOperator: false, openTopics: Self.open)
            #expect(shown.state == .done && shown.recipients == 0, "\(content.pushType)")
            #expect(shown.counts.sent == (isTold ? 12 : 0) && shown.counts.deferred == 0, "\(content.pushType)")
            #expect(shown.fewerThan == (isTold ? nil : 0), "\(content.pushType)")
            #expect(record.shown(isOperator: true, openTopics: Self.open) == record)
        }
    }

    @Test("The rate of a key is counted by the minute, and a refusal says when to try again")
    func rates() {
        let (rates, key, other) = (PublishingRates(), APIKeyID("k1")!, APIKeyID("k2")!)
        var now = UnixTime(milliseconds: 1_800_000_000_000)
        for second in 0..<3 as Range<Int64> {
            #expect(rates.take(key, perMinute: 3, at: now.adding(seconds: second)) == nil)
        }
        #expect(rates.take(key, perMinute: 3, at: now.adding(seconds: 10)) == 50)
        #expect(rates.take(other, perMinute: 3, at: now.adding(seconds: 10)) == nil)
        #expect(rates.take(key, perMinute: 3, at: now.adding(seconds: 59)) == 1)
        now = now.adding(seconds: 60)
        #expect(rates.take(key, perMinute: 3, at: now) == nil)
        #expect(rates.take(key, perMinute: 3, at: now) == 1)
        #expect(rates.take(key, perMinute: 3, at: now.adding(seconds: 300)) == nil)
    }
}
