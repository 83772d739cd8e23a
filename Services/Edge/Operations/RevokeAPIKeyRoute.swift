// DELETE /api-keys/{id}: an operator revokes an API key.

import HTTPTypes
import Models

func revokeAPIKey(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try call.checkBodySaysNothing()
    guard let id = APIKeyID(try call.name()) else { throw .invalid("the address has to name a key by its id") }
    call.audit.concerns(id)
    _ = try await call.send(RevokeAPIKey(id: id))
    try await removeWebhook(ofLast: id, call)
    return Answer(.noContent)
}

/// Nothing is posted any more to a publisher of whom no key is left. Where that fails the answer says so, and whoever
/// revokes the key again finishes it.
private func removeWebhook(ofLast id: APIKeyID, _ call: OperationsCall) async throws(EdgeError) {
    let keys = try await call.send(ListAPIKeys())
    guard let key = keys.first(where: { $0.id == id }), let publisher = key.publishing else { return }
    let now = call.clock.now()
    let isLast = keys.allSatisfy { $0.id == id || $0.publishing != publisher || !$0.counts(at: now) }
    guard isLast else { return }
    do throws(EdgeError) { _ = try await call.send(RemoveWebhook(publisher: publisher)) } catch {
        guard error.status == .notFound else { throw error }
    }
}
