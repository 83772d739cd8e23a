import MessageBus
import Models

/// Checks the session again. Identity checks it once more in the transaction that erases the account.
struct RequestErasureHandler: Sendable {
    let service: SessionContext

    func handle(_ request: RequestErasure, _ context: MessageContext) async throws -> EraseAccount.Reply {
        guard let session = try await service.findSession(of: request, request.proof, context) else {
            return try await replyToSecondArrival(of: request.erasure, context)
        }
        let person = try await service.person(of: session, request.proof, refusal: .erasureRefused, context)
        return try await service.client.send(
            EraseAccount(account: request.account, erasure: request.erasure, person: person), context)
    }

    /// The session ends with the account. If the answer was lost, the client's retry gets it here.
    private func replyToSecondArrival(
        of erasure: ErasureRequest, _ context: MessageContext
    ) async throws -> EraseAccount.Reply {
        do {
            let known = try await service.client.send(FindErasure(id: erasure.id, secret: erasure.secret), context)
            return EraseAccount.Reply(askedAt: known.askedAt)
        } catch BusError.refused(let error) where error.code == .notFound {
            throw ServiceError.sessionEnded
        }
    }
}
