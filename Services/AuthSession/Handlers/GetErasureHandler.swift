import MessageBus
import Models

/// Identity keeps the erasures; the keys that sign receipts are here.
struct GetErasureHandler: Sendable {
    let service: SessionContext

    func handle(_ request: GetErasure, _ context: MessageContext) async throws -> GetErasure.Reply {
        let erasure = try await service.client.send(FindErasure(id: request.id, secret: request.secret), context)
        let receipt = ErasureReceipt(
            erasure, issuer: service.accessTokens.issuer, backupsKept: service.backupsKept)
        guard let receipt else { return GetErasure.Reply(erasure: erasure, receipt: nil) }
        let key = try service.signingKey(at: service.clock.now())
        return GetErasure.Reply(erasure: erasure, receipt: try ReceiptSigner.sign(receipt, by: key))
    }
}
