import BaliseAPI
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
