// POST /accounts/{account}/password-reset: an operator has a person sent a link for a new password.

import Models
import OperatorAPI

/// The link goes to the person alone.
func sendPasswordLink(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try call.checkBodySaysNothing()
    let reply = try await call.send(SendPasswordLink(account: try call.account()))
    return .body(SentPasswordLink(expiresAt: reply.expiresAt.date, messageFile: reply.messageFile))
}
