@testable import Push

@Suite("The outcome of a delivery")
struct OutcomeRulesTests {
    private static let rules = OutcomeRules(pace: RetryPace(first: .seconds(2), maximum: .seconds(60)), attempts: 3)
    private static let now = UnixTime(milliseconds: 2_000_000)

    private static func update(
        _ state: DeliveryState, _ reason: String?, attempts: Int = 1, outages: Int = 0, nextAt: Int64? = nil,
        token: DeliveryUpdate.TokenChange? = nil, ifTokenStays: Int64? = nil, isUnconfirmed: Bool = false,
        isGivenUp: Bool = false
    ) -> DeliveryUpdate {
        DeliveryUpdate(
            delivery: 7, state: state, reason: reason, attempts: attempts, outages: outages,
            isUnconfirmed: isUnconfirmed, isGivenUp: isGivenUp,
            nextAt: nextAt.map(UnixTime.init(milliseconds:)), token: token,
            ifTokenStays: ifTokenStays.map(UnixTime.init(milliseconds:)))
    }

    private static let retry = DeliveryOutcome.retry(after: nil, reason: "R")
    private static let lateRetry = DeliveryOutcome.retry(after: .seconds(100), reason: "R")
    private static let outage = DeliveryOutcome.outage(after: nil, reason: "R")

    static let cases: [(DeliveryOutcome, @Sendable (inout DueDelivery) -> Void, DeliveryUpdate)] = [
        (.sent(id: "x"), { _ in }, update(.sent, nil)),
        (.expired, { _ in }, update(.expired, nil, attempts: 0)),
        (.failed(reason: "BadTopic", alarm: true), { _ in }, update(.failed, "BadTopic")),
        (retry, { _ in }, update(.pending, "R", nextAt: 2_002_000)),
        (retry, { $0.attempts = 1 }, update(.pending, "R", attempts: 2, nextAt: 2_004_000)),
        (retry, { $0.attempts = 2 }, update(.failed, "R", attempts: 3, isGivenUp: true)),
        (
            .unanswered(retry), { $0.attempts = 2 },
            update(.failed, "R", attempts: 3, isUnconfirmed: true, isGivenUp: true)
        ),
        // It waits for a reason of its own, not for the end of an outage.
        (lateRetry, { $0.outages = 3 }, update(.pending, "R", nextAt: 2_100_200)),
        (lateRetry, { _ in }, update(.pending, "R", nextAt: 2_100_200)),
        (lateRetry, { $0.notification = .sample(endsAt: UnixTime(milliseconds: 2_100_000)) }, update(.expired, "R")),
        (
            outage, { ($0.attempts, $0.outages) = (2, 2) },
            update(.pending, "R", attempts: 2, outages: 3, nextAt: 2_032_000)
        ),
        (outage, { $0.outages = 5000 }, update(.pending, "R", attempts: 0, outages: 5001, nextAt: 2_060_000)),
        (
            .outage(after: .seconds(100), reason: "R"),
            { $0.notification = .sample(endsAt: UnixTime(milliseconds: 2_060_000)) },
            update(.expired, "R", attempts: 0, outages: 1)
        ),
        (
            .outage(after: .seconds(3600), reason: "R"), { $0.outages = 1 },
            update(.pending, "R", attempts: 0, outages: 2, nextAt: 2_120_400)
        ),
        (.unanswered(retry), { _ in }, update(.pending, "R", nextAt: 2_002_000, isUnconfirmed: true)),
        (
            .removeToken(reason: "Unregistered", ifRegisteredBefore: now), { _ in },
            update(.failed, "Unregistered", token: .gone(5, ifRegisteredBefore: now), ifTokenStays: 2_010_000)
        ),
        (
            .removeToken(reason: "Unregistered", ifRegisteredBefore: now), { $0.attempts = 2 },
            update(.failed, "Unregistered", attempts: 3, token: .gone(5, ifRegisteredBefore: now))
        ),
        (
            .tryOtherEnvironment(reason: "BadDeviceToken"), { _ in },
            update(.pending, "BadDeviceToken", nextAt: 2_000_000, token: .otherEnvironment(5, than: .production))
        ),
        (.stopCredential(reason: "Forbidden"), { _ in }, update(.pending, "Forbidden", attempts: 0, nextAt: 1_000_000)),
        (
            .unreachable(reason: "unreachable"), { ($0.attempts, $0.outages) = (2, 3) },
            update(.pending, "unreachable", attempts: 2, outages: 3, nextAt: 1_000_000)
        ),
    ]

    @Test("An attempt updates the delivery by its outcome", arguments: cases.indices)
    func settles(index: Int) {
        let (outcome, change, update) = OutcomeRulesTests.cases[index]
        #expect(
            OutcomeRulesTests.rules.update(
                of: .sample.with(change), after: outcome, at: OutcomeRulesTests.now, chance: { 1 }) == update)
    }

    @Test("A verdict without an attempt updates the delivery")
    func withoutTry() {
        let rules = OutcomeRulesTests.rules
        #expect(rules.update(of: .sample, after: .send) == nil)
        #expect(
            rules.update(of: .sample, after: .suppress(.moved))
                == OutcomeRulesTests.update(.suppressed, "moved", attempts: 0))
        #expect(
            rules.update(of: .sample, after: .wait(until: UnixTime(milliseconds: 5)))
                == OutcomeRulesTests.update(.deferred, "quiet-hours", attempts: 0, nextAt: 5))
        #expect(rules.update(of: .sample, after: .expire) == OutcomeRulesTests.update(.expired, nil, attempts: 0))
    }
}
