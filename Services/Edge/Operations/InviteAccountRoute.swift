import Models
import OperatorAPI

/// Only the user gets the link in the invitation.
func inviteAccount(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: InviteAccountRequest.self)
    let details = ProfileDetails(
        firstName: body.firstName.map(Personal.init), lastName: body.lastName.map(Personal.init), locale: body.locale)
    let reply = try await call.send(InviteAccount(email: Personal(body.email), details: details))
    return .body(
        InvitedAccountDescription(
            account: AccountDescription(reply.profile), invitationExpiresAt: reply.expiresAt.date,
            messageFile: reply.messageFile))
}
