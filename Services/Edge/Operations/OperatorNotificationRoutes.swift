// The calls below /notifications and /series, for operators' own and all others.

import BaliseAPI
import HTTPTypes
import Models
import OperatorAPI

extension APIKeyID {
    /// The sender of operators' notifications. It has no limits, so nothing is counted for it.
    fileprivate static let ofOperators = APIKeyID("operator")
}

/// The latest first; `before` names the last one of the previous page.
func operatorListNotifications(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let limit = try call.query.integer("limit", in: ListNotifications.limits) ?? ListNotifications.limits.upperBound
    let reply = try await call.send(
        ListNotifications(
            before: try call.query.notification("before"), limit: limit, of: nil, state: try call.query.state(),
            asPublisher: call.asPublisher))
    for record in reply.notifications { call.noteLook(at: record) }
    return .body(
        NotificationPage(notifications: reply.notifications.map(PublishedNotification.init), hasMore: reply.hasMore))
}

func operatorGetNotification(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let record = try await call.send(
        GetNotification(id: try call.notification(), of: nil, asPublisher: call.asPublisher))
    call.noteLook(at: record)
    return .body(PublishedNotification(record))
}

func operatorSendNotification(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let reply = try await call.send(try sending(call, isDryRun: false))
    guard let record = reply.record else {
        var error = EdgeError(.internalFailure, "")
        error.cause = "the notification was accepted, but its record could not be read"
        throw error
    }
    return .body(PublishedNotification(record))
}

/// Sends nothing, and stores only that it was asked.
func operatorCountNotificationAudience(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let reply = try await call.ask(try sending(call, isDryRun: true))
    return .body(
        AnnouncementDryRun(recipients: reply.recipients, deliveries: reply.deliveries, fewerThan: reply.fewerThan))
}

/// Only for operators' own notifications; those of others can only be cancelled.
func operatorChangeNotification(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let (publisher, key) = try operators()
    let message = ChangeNotification(
        id: try call.notification(), notification: try OutgoingNotification(try call.json()), publisher: publisher,
        apiKey: key, limits: nil, isOperator: true, mayInterrupt: call.mayInterrupt ? true : nil)
    return .body(PublishedNotification(try await call.send(message)))
}

func operatorCancelNotification(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try call.checkBodySaysNothing()
    return .body(PublishedNotification(try await call.send(CancelNotification(id: try call.notification(), of: nil))))
}

// MARK: Series

/// In the order of publishers and names. The cursor is both of the last entry, separated by a slash, which neither
/// contains.
func operatorListSeries(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    var last: (publisher: PublisherID, name: String)?
    if let cursor = call.query.text("cursor") {
        let parts = cursor.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let publisher = PublisherID(String(parts[0])) else {
            throw .invalid("The parameter cursor must be the nextCursor of another page.", field: "cursor")
        }
        last = (publisher, String(parts[1]))
    }
    let limit = try call.query.integer("limit", in: ListSeries.limits) ?? ListSeries.limits.upperBound
    let reply = try await call.send(
        ListSeries(after: last?.name, afterPublisher: last?.publisher, limit: limit, of: nil))
    let series = reply.series.map(OperatorSeries.init)
    return .body(
        OperatorSeriesList(
            series: series, nextCursor: reply.hasMore ? series.last.map { "\($0.publisher)/\($0.name)" } : nil))
}

/// Only for operators' own series.
func operatorSetSeries(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let (publisher, key) = try operators()
    let message = SetSeries(
        name: try call.name(), series: try NotificationSeries(try call.json()), publisher: publisher, apiKey: key,
        isOperator: true, mayInterrupt: call.mayInterrupt ? true : nil)
    var record = try await call.send(message)
    record.publisher = publisher
    return .body(OperatorSeries(record))
}

func operatorEndSeries(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try call.checkBodySaysNothing()
    guard let publisher = PublisherID(try call.name()) else {
        throw .invalid("the address has to name a publisher as GET /series does")
    }
    _ = try await call.send(EndSeries(name: try call.name(at: 1), of: publisher))
    return Answer(.noContent)
}

// MARK: Reading

private func operators() throws(EdgeError) -> (PublisherID, APIKeyID) {
    guard let publisher = PublisherID.ofOperators, let key = APIKeyID.ofOperators else {
        throw EdgeError(.internalFailure, "")
    }
    return (publisher, key)
}

private func sending(_ call: OperationsCall, isDryRun: Bool) throws(EdgeError) -> SendNotification {
    let (publisher, key) = try operators()
    return SendNotification(
        notification: try OutgoingNotification(try call.json()), publisher: publisher, apiKey: key,
        idempotencyKey: try call.request.idempotencyKey(), isDryRun: isDryRun, isOperator: true,
        mayInterrupt: call.mayInterrupt ? true : nil)
}

extension OperationsCall {
    fileprivate func notification() throws(EdgeError) -> NotificationID {
        guard let id = NotificationID(try name()) else {
            throw EdgeError(.notFound, "no notification has this id")
        }
        return id
    }

    /// The counts of an audience with named users reveal their data, so the look is in the audit log.
    fileprivate func noteLook(at record: NotificationRecord) {
        let accounts = record.notification.audience.accounts
        if asPublisher == nil, !accounts.isEmpty { audit.looks(at: accounts) }
    }

    /// Whether the caller's notifications may break through a focus and through silence: for an operator, or an API key
    /// with that scope.
    fileprivate var mayInterrupt: Bool {
        if case .apiKey(_, _, let scopes, _) = caller { scopes.contains(.interrupt) } else { true }
    }
}

extension OperatorSeries {
    fileprivate init(_ record: SeriesRecord) {
        let series = PublishedSeries(record)
        self.init(
            publisher: record.publisher?.text ?? "", name: series.name, kind: series.kind, audience: series.audience,
            rule: series.rule, startsAtLocal: series.startsAtLocal, timeZone: series.timeZone,
            changedAt: series.changedAt, nextAt: series.nextAt)
    }
}
