import BaliseAPI
import Models

/// The answer does not reveal which of the accounts exist.
func changeTopicMembers(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ChangeTopicMembersRequest.self)
    _ = try await call.send(
        ChangeTopicMembers(
            topic: try call.parameter(), added: try accounts(body.add ?? [], "add"),
            removed: try accounts(body.remove ?? [], "remove"), limits: publisher.limits))
    return .done("The members of the topic are changed.")
}

/// POST notifications/tags. The answer does not reveal which of the accounts exist.
func changeTags(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ChangeTagsRequest.self)
    _ = try await call.send(
        ChangeTags(
            accounts: try accounts(body.accounts, "accounts"), added: body.add ?? [], removed: body.remove ?? [],
            limits: publisher.limits))
    return .done("The tags are changed.")
}

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
