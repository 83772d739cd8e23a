// The calls below /announcements, for operators' own and all other announcements.

import BaliseAPI
import HTTPTypes
import Models
import OperatorAPI

/// The latest first; `before` names the last one of the previous page.
func operatorListAnnouncements(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let before = try call.query.announcement("before")
    let limit = try call.query.integer("limit", in: ListAnnouncements.limits) ?? 20
    let reply = try await call.send(
        ListAnnouncements(before: before, limit: limit, of: nil, asPublisher: call.asPublisher))
    return .body(
        AnnouncementPage(announcements: reply.announcements.map(PublishedAnnouncement.init), hasMore: reply.hasMore))
}

func operatorGetAnnouncement(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let message = GetAnnouncement(id: try call.name(), of: nil, asPublisher: call.asPublisher)
    return .body(PublishedAnnouncement(try await call.send(message)))
}

func operatorAnnounce(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let reply = try await call.send(try announcing(call, isDryRun: false))
    guard let record = reply.record else {
        var error = EdgeError(.internalFailure, "")
        error.cause = "the announcement was made, but its record could not be read"
        throw error
    }
    return .body(PublishedAnnouncement(record))
}

/// Sends nothing, and stores only that it was asked.
func operatorCountAudience(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let reply = try await call.ask(try announcing(call, isDryRun: true))
    return .body(
        AnnouncementDryRun(recipients: reply.recipients, deliveries: reply.deliveries, fewerThan: reply.fewerThan))
}

func operatorCancelAnnouncement(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try call.checkBodySaysNothing()
    return .body(PublishedAnnouncement(try await call.send(CancelAnnouncement(id: try call.name(), of: nil))))
}

func operatorExplainRecipient(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try await explain(call, isNotification: nil)
}

func operatorExplainNotification(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try await explain(call, isNotification: true)
}

/// The user can see that this was asked, and by which key, if it was one.
private func explain(_ call: OperationsCall, isNotification: Bool?) async throws(EdgeError) -> Answer {
    let account = try call.account(at: 1)
    let name: String? = if case .apiKey(_, let name, _, _) = call.caller { name } else { nil }
    let explanation = try await call.send(
        ExplainRecipient(id: try call.name(), account: account, askedBy: name, isNotification: isNotification))
    return .body(AnnouncementRecipient(explanation, of: account))
}

private func announcing(_ call: OperationsCall, isDryRun: Bool) throws(EdgeError) -> Announce {
    guard let publisher = PublisherID.ofOperators else {
        throw EdgeError(.internalFailure, "")
    }
    return Announce(
        announcement: try Announcement(try call.json()), publisher: publisher,
        idempotencyKey: try call.request.idempotencyKey(), isDryRun: isDryRun, isOperator: true)
}
