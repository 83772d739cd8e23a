import BaliseAPI
import Models
import ServiceRuntime

extension PushContext {
    func setWebhook(_ request: SetWebhook, _ context: MessageContext) async throws -> Done {
        try Webhook.check(request.url)
        _ = try Webhook.key(request.secret)
        try await store.setWebhook(
            WebhookTable.Target(publisher: request.publisher, url: request.url, secret: request.secret),
            at: clock.now())
        return Done()
    }

    func getWebhook(_ request: GetWebhook, _ context: MessageContext) async throws -> GetWebhook.Reply {
        guard let webhook = try await store.webhook(of: request.publisher) else { throw Refusal.noWebhook }
        return webhook
    }

    func changeWebhook(_ request: ChangeWebhook, _ context: MessageContext) async throws -> Done {
        let isFound = try await store.changeWebhook(
            of: request.publisher, isPaused: request.isPaused, at: clock.now())
        guard isFound else { throw Refusal.noWebhook }
        return Done()
    }

    func testWebhook(_ request: TestWebhook, _ context: MessageContext) async throws -> WebhookDelivery {
        guard let target = try await store.webhookTarget(of: request.publisher) else { throw Refusal.noWebhook }
        let now = clock.now()
        if let wait = webhookTests.count(request.publisher, at: now) {
            throw ServiceError(
                .rateLimited, "this webhook has just been tested; wait \(wait) s and try again", retryAfter: wait)
        }
        let event = BaliseWebhookEvent(type: BaliseWebhookEvent.test, timestamp: now.date, data: .init())
        let delivery = await postTest(
            DueWebhookEvent(
                number: 0, id: "msg_" + base64URL(random(16)), type: event.type, body: event.text, createdAt: now,
                attempts: 0), target)
        try await store.recordTest(delivery, to: request.publisher)
        return delivery
    }

    func removeWebhook(_ request: RemoveWebhook, _ context: MessageContext) async throws -> Done {
        guard try await store.removeWebhook(of: request.publisher) else { throw Refusal.noWebhook }
        return Done()
    }

    func retryWebhook(_ request: RetryWebhook, _ context: MessageContext) async throws -> RetryWebhook.Reply {
        guard let count = try await store.retryEvents(of: request.publisher, request.event, at: clock.now()) else {
            throw Refusal.noWebhook
        }
        guard count > 0 || request.event == nil else {
            throw ServiceError(.notFound, "no abandoned event has this id")
        }
        return RetryWebhook.Reply(count: count)
    }
}
