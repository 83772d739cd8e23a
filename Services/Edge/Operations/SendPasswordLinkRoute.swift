import Models
import OperatorAPI

/// Only the user gets the link.
func sendPasswordLink(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try call.checkBodySaysNothing()
    let reply = try await call.send(SendPasswordLink(account: try call.account()))
    return .body(SentPasswordLink(expiresAt: reply.expiresAt.date, messageFile: reply.messageFile))
}
