import BaliseAPI
import Models

/// The answer does not reveal whether the address is known. Requests of other users are never listed.
func requestPasswordReset(_ call: APICall) async throws(EdgeError) -> Answer {
    try call.count(.reset)
    let email = try call.body(as: PasswordResetLinkRequest.self).email
    let reply = try await call.send(RequestPasswordReset(email: Personal(email)))
    return .body(
        PasswordResetLinkResponse(
            message: "If an account has this address, a message is on its way to it.", id: reply.number,
            email: email, createdAt: reply.requestedAt.date))
}
