import MessageBus
import Models

extension SessionContext {
    /// Erases an account. The identity service checks the session once more in the transaction that erases it.
    func eraseAccount(_ request: Proven<EraseAccount>, _ context: MessageContext) async throws -> EraseAccount.Reply {
        guard let session = try await findSession(of: request, request.proof, context) else {
            return try await replyToSecondArrival(of: request.act.erasure, context)
        }
        return try await perform(request, in: session, refusal: .erasureRefused, context)
    }

    /// Answers a repeated request. The session ended with the account, so a client whose answer was lost gets it here.
    private func replyToSecondArrival(
        of erasure: ErasureRequest?, _ context: MessageContext
    ) async throws -> EraseAccount.Reply {
        guard let erasure else { throw ServiceError.sessionEnded }
        do {
            let known = try await client.send(FindErasure(id: erasure.id, secret: erasure.secret), context)
            return EraseAccount.Reply(askedAt: known.askedAt)
        } catch BusError.refused(let error) where error.code == .notFound {
            throw ServiceError.sessionEnded
        }
    }

    /// Returns an erasure. The identity service keeps the erasures; the keys that sign receipts are here.
    func getErasure(_ request: GetErasure, _ context: MessageContext) async throws -> GetErasure.Reply {
        let erasure = try await client.send(FindErasure(id: request.id, secret: request.secret), context)
        let receipt = ErasureReceipt(erasure, issuer: accessTokens.issuer, backupsKept: backupsKept)
        guard let receipt else { return GetErasure.Reply(erasure: erasure, receipt: nil) }
        let key = try signingKey(at: clock.now())
        return GetErasure.Reply(erasure: erasure, receipt: try ReceiptSigner.sign(receipt, by: key))
    }

    func eraseOwnAccount(_ request: EraseOwnAccount, _ context: MessageContext) async throws -> EraseAccount.Reply {
        guard try await findSession(of: request, nil, context) != nil else { throw ServiceError.sessionEnded }
        return try await client.send(EraseAccount(account: request.account, askedByOwner: true), context)
    }
}
