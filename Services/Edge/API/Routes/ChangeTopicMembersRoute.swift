// POST notifications/topics/{topic}/accounts: a publisher's program says who belongs to a topic.

import BaliseAPI
import Models

/// The answer is the same whichever of the accounts there are.
func changeTopicMembers(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ChangeTopicMembersRequest.self)
    _ = try await call.send(
        ChangeTopicMembers(
            topic: try call.parameter(), added: try accounts(body.add ?? [], "add"),
            removed: try accounts(body.remove ?? [], "remove"), limits: publisher.limits))
    return .done("The members of the topic are changed.")
}

/// POST notifications/tags: a publisher's program says what people are. The answer is the same whichever of the accounts
/// there are.
func changeTags(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ChangeTagsRequest.self)
    _ = try await call.send(
        ChangeTags(
            accounts: try accounts(body.accounts, "accounts"), added: body.add ?? [], removed: body.remove ?? [],
            limits: publisher.limits))
    return .done("The tags are changed.")
}

/// Accounts by their ids.
func accounts(_ texts: [String], _ member: String) throws(EdgeError) -> [AccountID] {
    var accounts: [AccountID] = []
    for text in texts {
        guard let account = AccountID(text) else {
            throw .invalid("The member \(member) must hold ids of accounts.", field: member)
        }
        accounts.append(account)
    }
    return accounts
}
