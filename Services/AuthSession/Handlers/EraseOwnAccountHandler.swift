// Answers EraseOwnAccount: a person closes their account by an API whose apps show nothing but their session.

import MessageBus
import Models

/// Answers `EraseOwnAccount`.
struct EraseOwnAccountHandler: Sendable {
    let service: SessionContext

    func handle(_ request: EraseOwnAccount, _ context: MessageContext) async throws -> EraseAccount.Reply {
        _ = try await service.session(of: request, nil, context)
        return try await service.client.send(EraseAccount(account: request.account, askedByOwner: true), context)
    }
}
