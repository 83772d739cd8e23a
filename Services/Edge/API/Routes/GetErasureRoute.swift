import BaliseAPI
import Models

/// Needs the secret that was issued with the id, because the account and its sessions no longer exist.
func getErasure(_ call: APICall) async throws(EdgeError) -> Answer {
    guard let secret = call.request.headers.erasureSecret, !secret.isEmpty else {
        throw .invalid("Send the secret that came with the id in the header X-Erasure-Secret.")
    }
    guard let id = ErasureID(try call.parameter()) else { throw EdgeError(.notFound, "") }
    let message = GetErasure(id: id, secret: SecretText(secret))
    return .enveloped(ErasureStatus(try await call.sendErasureSecret(message)))
}

extension ErasureStatus {
    /// The state of an erasure, for its user or an operator.
    init(_ reply: GetErasure.Reply) {
        let erasure = reply.erasure
        self.init(
            id: erasure.id.text,
            state: erasure.dueAt != nil ? .scheduled : reply.receipt == nil ? .pending : .done,
            askedAt: erasure.askedAt.date, erasesAt: erasure.dueAt?.date, completedAt: erasure.completedAt?.date,
            confirmed: erasure.confirmed.map(\.service.description),
            pending: erasure.pending.map(\.description), receipt: reply.receipt)
    }
}
