@testable import Push

@Suite("The rules of webhooks")
struct WebhookRulesTests {
    private func event(attempts: Int = 0) -> DueWebhookEvent {
        DueWebhookEvent(number: 1, id: "msg_1", body: "{}", createdAt: .start, attempts: attempts)
    }

    @Test("Pauses between attempts grow, for up to a day")
    func pauses() {
        let pauses = (1...12).map {
            WebhookRules.next(after: $0, of: event(), at: .start).map { $0.rawValue - UnixTime.start.rawValue }
        }
        #expect(pauses.prefix(4) == [5000, 10_000, 20_000, 40_000])
        #expect(pauses.suffix(2) == [3_600_000, 3_600_000])
        let late = UnixTime.start.adding(seconds: Webhook.lifetime - 3600)
        #expect(WebhookRules.next(after: 99, of: event(), at: late) != nil)
        #expect(WebhookRules.next(after: 99, of: event(), at: late.adding(seconds: 1)) == nil)
    }
}
