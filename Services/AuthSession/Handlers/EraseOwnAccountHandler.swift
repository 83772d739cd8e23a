import MessageBus
import Models

struct EraseOwnAccountHandler: Sendable {
    let service: SessionContext

    func handle(_ request: EraseOwnAccount, _ context: MessageContext) async throws -> EraseAccount.Reply {
        _ = try await service.session(of: request, nil, context)
        return try await service.client.send(EraseAccount(account: request.account, askedByOwner: true), context)
    }
}
