import BaliseAPI
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

/// This answer is the only one with the secret.
func createAPIKey(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: CreateAPIKeyRequest.self)
    let message = CreateAPIKey(
        name: body.name, scopes: try scopes(body), expiresAt: try end(body, from: call.clock.now()),
        publisher: try publisher(body), limits: limits(body))
    let reply = try await call.send(message)
    return .body(CreatedAPIKey(key: APIKeyDescription(reply.key), secret: reply.secret))
}

private func scopes(_ body: CreateAPIKeyRequest) throws(EdgeError) -> [APIKeyScope] {
    var scopes: [APIKeyScope] = []
    for name in body.scopes {
        guard let scope = APIKeyScope(rawValue: name) else {
            throw .invalid(CreateAPIKeyRequest.unknownScope, field: "scopes")
        }
        if !scopes.contains(scope) { scopes.append(scope) }
    }
    return scopes
}

/// Auth-session checks the values.
private func limits(_ body: CreateAPIKeyRequest) -> PublishingLimits? {
    let limits = PublishingLimits(
        kinds: body.kinds, topics: body.topics, perMinute: body.perMinute.map { Int(clamping: $0) })
    return limits.isEmpty ? nil : limits
}

private func publisher(_ body: CreateAPIKeyRequest) throws(EdgeError) -> PublisherID? {
    guard let text = body.publisher else { return nil }
    guard let publisher = PublisherID(text) else {
        throw .invalid(CreateAPIKeyRequest.wrongPublisher, field: "publisher")
    }
    guard !publisher.isOfOperators else {
        throw .invalid(
            "publisher must not be \(publisher.text), which is the publisher of operators", field: "publisher")
    }
    return publisher
}

private func end(_ body: CreateAPIKeyRequest, from now: UnixTime) throws(EdgeError) -> UnixTime? {
    guard let days = body.expiresInDays else { return nil }
    guard (1...36_500).contains(days) else {
        throw .invalid(CreateAPIKeyRequest.wrongExpiry, field: "expiresInDays")
    }
    return now.adding(seconds: days * 24 * 3600)
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
