import BaliseAPI
import BaliseJSON
import HTTPTypes
import Models
import OperatorAPI

func operatorListNotifications(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    var query = call.query
    let message = ListNotifications(
        before: query.id("before", "the id of a notification"),
        limit: query.integer("limit", in: ListNotifications.limits) ?? ListNotifications.limits.upperBound, of: nil,
        state: query.state(), asPublisher: call.asPublisher, hasFailures: query.flag("failed"))
    try query.finish()
    let reply = try await call.send(message)
    for record in reply.notifications { call.noteLook(at: record) }
    return .body(NotificationPage(notifications: reply.notifications.map(call.published), hasMore: reply.hasMore))
}

func operatorGetNotification(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let record = try await call.send(GetNotification(id: try call.name(), of: nil, asPublisher: call.asPublisher))
    call.noteLook(at: record)
    return .body(call.published(record))
}

func operatorSendNotification(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let message = try sending(try OutgoingNotification(try call.json()), call, isDryRun: false)
    return .body(PublishedNotification(try await accepted(message, call)))
}

func operatorCountNotificationAudience(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try await count(try OutgoingNotification(try call.json()), call)
}

func operatorAnnounce(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let message = try sending(try OutgoingNotification(announcing: try call.json()), call, isDryRun: false)
    return .body(try PublishedAnnouncement(read: try await accepted(message, call)))
}

func operatorCountAudience(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try await count(try OutgoingNotification(announcing: try call.json()), call)
}

/// Explains a notification. The user can see this inquiry, and the key with which it was made, if any.
func operatorExplainNotification(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let account = try call.account(at: 1)
    let name: String? = if case .apiKey(_, let name, _, _) = call.caller { name } else { nil }
    let id = try call.name()
    let explanation = try await call.send(ExplainRecipient(id: id, account: account, askedBy: name))
    if let id = NotificationID(id) { call.audit.concerns(named: id.text) }
    return .body(AnnouncementRecipient(explanation, of: account))
}

/// Changes a notification of operators. Notifications of other publishers can only be cancelled.
func operatorChangeNotification(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let (publisher, key) = try operators()
    let message = ChangeNotification(
        id: try call.notification(), notification: try OutgoingNotification(try call.json()), publisher: publisher,
        apiKey: key, limits: nil, isOperator: true, mayInterrupt: call.mayInterrupt ? true : nil)
    return .body(PublishedNotification(try await call.send(message)))
}

/// Cancels a notification by its own id, because several publishers may use the same subject.
func operatorCancelNotification(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    .body(PublishedNotification(try await call.send(CancelNotification(id: try call.notification().text, of: nil))))
}

// MARK: Series

/// Lists series, sorted by publisher and name. The cursor consists of both for the last entry, separated by a slash,
/// which neither contains.
func operatorListSeries(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    var query = call.query
    let last = query.cursor { text -> (publisher: PublisherID, name: String)? in
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let publisher = PublisherID(String(parts[0])) else { return nil }
        return (publisher, String(parts[1]))
    }
    let limit = query.integer("limit", in: ListSeries.limits) ?? ListSeries.limits.upperBound
    try query.finish()
    let reply = try await call.send(
        ListSeries(after: last?.name, afterPublisher: last?.publisher, limit: limit, of: nil))
    let series = reply.series.map { record in
        OperatorSeries(record, content: call.shows(record.series.audience) ? record.series.content : nil)
    }
    return .body(
        OperatorSeriesList(
            series: series, nextCursor: reply.hasMore ? series.last.map { "\($0.publisher)/\($0.series.name)" } : nil))
}

func operatorSetSeries(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let (publisher, key) = try operators()
    let message = SetSeries(
        name: try call.name(), series: try NotificationSeries(try call.json()), publisher: publisher, apiKey: key,
        isOperator: true, mayInterrupt: call.mayInterrupt ? true : nil)
    var record = try await call.send(message)
    record.publisher = publisher
    return .body(OperatorSeries(record, content: record.series.content))
}

func operatorEndSeries(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    guard let publisher = PublisherID(try call.name()) else {
        throw .invalid("the address has to name a publisher as GET /series does")
    }
    return try await call.perform(EndSeries(name: try call.name(at: 1), of: publisher))
}

private func operators() throws(EdgeError) -> (PublisherID, APIKeyID) {
    // This key has no limits, so it counts nothing.
    guard let publisher = PublisherID.ofOperators, let key = APIKeyID("operator") else {
        throw EdgeError(.internalFailure, "")
    }
    return (publisher, key)
}

private func sending(
    _ notification: OutgoingNotification, _ call: OperationsCall, isDryRun: Bool
) throws(EdgeError) -> SendNotification {
    let (publisher, key) = try operators()
    return SendNotification(
        notification: notification, publisher: publisher, apiKey: key,
        idempotencyKey: try call.request.idempotencyKey(), isDryRun: isDryRun, isOperator: true,
        mayInterrupt: call.mayInterrupt ? true : nil)
}

private func accepted(_ message: SendNotification, _ call: OperationsCall) async throws(EdgeError) -> NotificationRecord
{
    guard let record = try await call.send(message).record else {
        throw .internalFailure("the notification was accepted, but its record could not be read")
    }
    return record
}

private func count(_ notification: OutgoingNotification, _ call: OperationsCall) async throws(EdgeError) -> Answer {
    let reply = try await call.ask(try sending(notification, call, isDryRun: true))
    return .body(AnnouncementDryRun(reply))
}

extension OperationsCall {
    fileprivate func notification() throws(EdgeError) -> NotificationID {
        guard let id = NotificationID(try name()) else { throw EdgeError(.notFound, "no notification has this id") }
        return id
    }

    /// The title of a notification for the audit log; nil if it shows none to the caller, or is no longer stored.
    func title(of notification: NotificationID) async -> String? {
        let message = GetNotification(id: notification.text, of: nil, asPublisher: asPublisher)
        guard let record = try? await ask(message) else { return nil }
        noteLook(at: record)
        return published(record).listedTitle
    }

    /// Whether the caller sees the texts for an audience. Texts for named users are about them, so that a key which
    /// only views does not see them.
    fileprivate func shows(_ audience: AudienceExpression) -> Bool { asPublisher == nil || audience.accounts.isEmpty }

    /// A notification with its content, for titles in lists, for a copy and for a change.
    fileprivate func published(_ record: NotificationRecord) -> PublishedNotification {
        var body = PublishedNotification(record)
        guard body.announcement == nil, shows(record.notification.audience) else { return body }
        body.content = JSONDetails(record.notification.content.json)
        body.details = record.notification.details.flatMap { JSONDetails($0) }
        return body
    }

    /// Notes a look in the audit log if the audience names users, because its counts reveal their data.
    fileprivate func noteLook(at record: NotificationRecord) {
        let accounts = record.notification.audience.accounts
        if asPublisher == nil, !accounts.isEmpty { audit.looks(at: accounts) }
    }

    /// Whether the caller may break through a focus and through silence: an operator, or an API key with that scope.
    fileprivate var mayInterrupt: Bool {
        if case .apiKey(_, _, let scopes, _) = caller { scopes.contains(.interrupt) } else { true }
    }
}

extension OperatorSeries {
    fileprivate init(_ record: SeriesRecord, content: NotificationContent?) {
        self.init(
            publisher: record.publisher?.text ?? "", series: PublishedSeries(record),
            content: content.map { JSONDetails($0.json) })
    }
}
