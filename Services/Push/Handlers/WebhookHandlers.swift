import Models

struct SetWebhookHandler: Sendable {
    let service: PushContext

    func handle(_ request: SetWebhook, _ context: MessageContext) async throws -> Done {
        try WebhookRules.check(request.url)
        _ = try WebhookRules.key(request.secret)
        try await service.store.setWebhook(
            WebhookTable.Target(publisher: request.publisher, url: request.url, secret: request.secret),
            at: service.clock.now())
        return Done()
    }
}

struct GetWebhookHandler: Sendable {
    let service: PushContext

    func handle(
        _ request: GetWebhook, _ context: MessageContext
    ) async throws -> GetWebhook.Reply {
        guard let webhook = try await service.store.webhook(of: request.publisher) else {
            throw ServiceError(.notFound, "this publisher has no webhook")
        }
        return webhook
    }
}

struct RemoveWebhookHandler: Sendable {
    let service: PushContext

    func handle(_ request: RemoveWebhook, _ context: MessageContext) async throws -> Done {
        guard try await service.store.removeWebhook(of: request.publisher) else {
            throw ServiceError(.notFound, "this publisher has no webhook")
        }
        return Done()
    }
}

struct RetryWebhookHandler: Sendable {
    let service: PushContext

    func handle(_ request: RetryWebhook, _ context: MessageContext) async throws -> RetryWebhook.Reply {
        let count = try await service.store.retryEvents(
            of: request.publisher, request.event, at: service.clock.now())
        guard let count else {
            throw ServiceError(.notFound, "this publisher has no webhook")
        }
        guard count > 0 || request.event == nil else {
            throw ServiceError(.notFound, "no event that was given up has this id")
        }
        return RetryWebhook.Reply(count: count)
    }
}
