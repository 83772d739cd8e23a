import BaliseAPI
import Foundation
import HTTPTypes
import Models
import OperatorAPI

func listAPIKeys(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    .body(APIKeyList(keys: try await call.send(ListAPIKeys()).map { APIKeyDescription($0) }))
}

extension APIKeyDescription {
    init(_ key: APIKeySummary) {
        self.init(
            id: key.id.text, name: key.name, scopes: key.scopes.map(\.rawValue), createdAt: key.createdAt.date,
            expiresAt: key.expiresAt?.date, publisher: (key.publisher ?? PublisherID(key.id)).text,
            revokedAt: key.revokedAt?.date, kinds: key.limits?.kinds, topics: key.limits?.topics,
            perMinute: key.limits?.perMinute)
    }
}

/// Makes an API key. No other answer contains its secret.
func createAPIKey(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: CreateAPIKeyRequest.self)
    let end = body.expiresInDays.map { call.clock.now().adding(seconds: $0 * 24 * 3600) }
    let message = CreateAPIKey(
        name: body.name, scopes: APIKeyScope.allCases.filter { body.scopes.contains($0.rawValue) },
        expiresAt: end, publisher: body.publisher.flatMap { PublisherID($0) }, limits: limits(body))
    let reply = try await call.send(message)
    return .body(CreatedAPIKey(key: APIKeyDescription(reply.key), secret: reply.secret))
}

/// Returns the publishing limits of the body. Auth-session checks the values.
private func limits(_ body: CreateAPIKeyRequest) -> PublishingLimits? {
    let limits = PublishingLimits(
        kinds: body.kinds, topics: body.topics, perMinute: body.perMinute.map { Int(clamping: $0) })
    return limits.isEmpty ? nil : limits
}

func revokeAPIKey(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    guard let id = APIKeyID(try call.name()) else { throw .invalid("the address has to name a key by its id") }
    return try await call.perform(RevokeAPIKey(id: id))
}

func listSigningKeys(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let keys = try await call.send(GetSigningKeys()).keys
    return .body(
        SigningKeyList(
            keys: keys.enumerated().map { SigningKeyDescription(id: $1.id, signs: $0 == 0) }))
}

func rotateSigningKey(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    .body(try await call.send(RotateSigningKey()))
}

/// Sets a webhook. If the body has no secret, the server makes one, which only this answer contains.
func setWebhook(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: SetWebhookRequest.self)
    let (publisher, key) = try await publisher(call, setting: true)
    let secret = body.secret?.value ?? "whsec_" + Data(call.random(32)).base64EncodedString()
    _ = try await call.send(SetWebhook(publisher: publisher, url: body.url, secret: SecretText(secret), key: key))
    return .body(SetWebhookDescription(url: body.url, secret: SecretText(secret)))
}

func getWebhook(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let webhook = try await call.send(GetWebhook(publisher: try await publisher(call).0))
    return .body(
        WebhookDescription(
            url: webhook.url, createdAt: webhook.createdAt.date, deliveredAt: webhook.deliveredAt?.date,
            waiting: webhook.waiting, problem: webhook.problem, problemAt: webhook.problemAt?.date,
            attempts: webhook.attempts, nextAt: webhook.nextAt?.date,
            failures: webhook.failures.map {
                WebhookDescription.Failure(
                    id: $0.id, type: $0.type, createdAt: $0.createdAt.date, attempts: $0.attempts, reason: $0.reason,
                    at: $0.at.date)
            }, pausedAt: webhook.pausedAt?.date, deliveries: (webhook.deliveries ?? []).map { WebhookAttempt($0) }))
}

extension WebhookAttempt {
    init(_ delivery: WebhookDelivery) {
        self.init(
            id: delivery.id, type: delivery.type, at: delivery.at.date, milliseconds: delivery.milliseconds,
            problem: delivery.problem)
    }
}

func changeWebhook(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ChangeWebhookRequest.self)
    let (publisher, key) = try await publisher(call)
    return try await call.perform(ChangeWebhook(publisher: publisher, isPaused: body.paused, key: key))
}

func testWebhook(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let (publisher, key) = try await publisher(call)
    return .body(WebhookAttempt(try await call.send(TestWebhook(publisher: publisher, key: key))))
}

func removeWebhook(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let (publisher, key) = try await publisher(call)
    return try await call.perform(RemoveWebhook(publisher: publisher, key: key))
}

func retryWebhook(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: RetryWebhookRequest.self)
    let (publisher, key) = try await publisher(call)
    let reply = try await call.send(RetryWebhook(publisher: publisher, event: body.event, key: key))
    return .body(RetriedEvents(count: reply.count))
}

/// Returns the publisher of a key. The keys of a publisher share a webhook. A revoked or expired key cannot set it.
private func publisher(
    _ call: OperationsCall, setting isSetting: Bool = false
) async throws(EdgeError) -> (PublisherID, APIKeyID) {
    guard let id = APIKeyID(try call.name()) else { throw .invalid("the address has to name a key by its id") }
    guard let key = try await call.send(ListAPIKeys()).first(where: { $0.id == id }) else {
        throw EdgeError(.notFound, "no API key has this id")
    }
    guard let publisher = key.publishing else {
        throw .invalid("this API key does not publish; name a key with the scope publish")
    }
    guard key.counts(at: call.clock.now()) || !isSetting else {
        throw EdgeError(.conflict, "this API key was revoked or has expired; name another one of its publisher")
    }
    return (publisher, id)
}
