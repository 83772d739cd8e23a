// GET /api-keys: an operator looks at the API keys.

import BaliseJSON
import Models

func listAPIKeys(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    var json = JSONObject()
    json.set("keys", try await call.send(ListAPIKeys()).map(\.json))
    return Answer(json: json.bytes)
}

extension APIKeySummary {
    /// The key as the operations port shows it.
    var json: JSONObject {
        var json = JSONObject()
        json.set("id", id.text)
        json.set("name", name)
        json.set("scopes", scopes.map(\.rawValue))
        json.set("createdAt", createdAt)
        if let expiresAt { json.set("expiresAt", expiresAt) }
        json.set("publisher", (publisher ?? PublisherID(id)).text)
        if let revokedAt { json.set("revokedAt", revokedAt) }
        return json
    }
}
