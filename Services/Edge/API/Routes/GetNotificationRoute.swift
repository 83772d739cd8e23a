import BaliseAPI
import Models

func getNotification(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let message = GetNotification(id: try call.notification(), of: publisher.sees)
    return .enveloped(PublishedNotification(try await call.send(message)))
}

/// The latest first; `before` names the last one of the page before.
func listNotifications(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let query = Query(call.request.query)
    try query.checkNames(knowing: ["limit", "before", "state"])
    let limit = try query.integer("limit", in: ListNotifications.limits) ?? ListNotifications.limits.upperBound
    let reply = try await call.send(
        ListNotifications(
            before: try query.notification("before"), limit: limit, of: publisher.sees, state: try query.state()))
    return .enveloped(
        NotificationPage(notifications: reply.notifications.map(PublishedNotification.init), hasMore: reply.hasMore))
}

/// The user can see that this was asked, and by whom.
func explainNotification(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    guard let account = AccountID(try call.parameter(1)) else {
        throw .invalid("The address must name an account by its id.")
    }
    let explanation = try await call.send(
        ExplainRecipient(
            id: try call.notification().text, account: account, askedBy: publisher.keyName, isNotification: true))
    return .enveloped(AnnouncementRecipient(explanation, of: account))
}
