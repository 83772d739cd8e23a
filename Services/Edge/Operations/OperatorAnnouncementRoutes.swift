// The calls below /announcements, for operators' own and all other announcements.

import BaliseAPI
import HTTPTypes
import Models
import OperatorAPI

/// The latest first; `before` names the last one of the previous page.
func operatorListAnnouncements(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let before = try call.query.announcement("before")
    let limit = try call.query.integer("limit", in: ListNotifications.limitsOfAnnouncements) ?? 20
    let reply = try await call.send(
        ListNotifications(
            before: before, limit: limit, of: nil, asPublisher: call.asPublisher, among: .announcements))
    return .body(
        AnnouncementPage(
            announcements: reply.notifications.compactMap(PublishedAnnouncement.init), hasMore: reply.hasMore))
}

func operatorGetAnnouncement(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let message = GetNotification(
        id: try call.name(), of: nil, asPublisher: call.asPublisher, among: .announcements)
    return .body(try PublishedAnnouncement(read: try await call.send(message)))
}

func operatorAnnounce(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let message = try sending(try OutgoingNotification(announcing: try call.json()), call, isDryRun: false)
    return .body(try PublishedAnnouncement(read: try await accepted(message, call)))
}

/// Sends nothing, and stores only that it was asked.
func operatorCountAudience(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try await count(try OutgoingNotification(announcing: try call.json()), call)
}

func operatorCancelAnnouncement(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try call.checkBodySaysNothing()
    let message = CancelNotification(id: try call.name(), of: nil, among: .announcements)
    return .body(try PublishedAnnouncement(read: try await call.send(message)))
}

func operatorExplainRecipient(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try await explain(call, among: .announcements)
}
