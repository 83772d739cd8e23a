import MessageBus
import Models

/// Checks the session again. Identity checks it again with the password or the code, and whether anything but the
/// session opens the account.
struct RequestEmailChangeHandler: Sendable {
    let service: SessionContext

    func handle(_ request: RequestEmailChange, _ context: MessageContext) async throws -> RequestEmailCode.Reply {
        let session = try await service.session(of: request, request.proof, context)
        var person: EraseAccount.Person?
        if let proof = request.proof {
            person = try await service.person(of: session, proof, refusal: .emailChangeRefused, context)
        } else if session.signInMethod != .anonymous {
            throw ServiceError(.signInTooOld, "sign in again, and repeat this within 5 minutes, or send another proof")
        }
        return try await service.client.send(
            RequestEmailCode(
                account: request.account, purpose: .change, address: request.address, person: person), context)
    }
}
