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
