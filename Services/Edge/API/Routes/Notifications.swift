import BaliseAPI
import BaliseJSON
import HTTPTypes
import MessageBus
import Models

/// With `dryRun=true` nothing is sent, as with announcements.
func sendNotification(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let reply = try await call.send(
        SendNotification(
            notification: try OutgoingNotification(try call.json()), publisher: publisher.id, apiKey: publisher.key,
            limits: publisher.limits, idempotencyKey: try call.request.idempotencyKey(), isDryRun: try call.isDryRun(),
            isOperator: publisher.speaksForOperator ? true : nil, mayInterrupt: publisher.mayInterrupt ? true : nil))
    guard let record = reply.record else {
        return .enveloped(
            AnnouncementDryRun(recipients: reply.recipients, deliveries: reply.deliveries, fewerThan: reply.fewerThan))
    }
    return Answer.enveloped(PublishedNotification(record), status: .created)
        .with(HTTPField(name: .location, value: "\(AppAPI.root)notifications/\(record.id.text)"))
}

func previewNotification(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let body = try call.body(as: PreviewNotificationRequest.self)
    return .enveloped(
        try await call.send(
            PreviewNotification(content: body.content.withCanonicalLanguages, mayInterrupt: publisher.mayInterrupt)))
}

func getNotification(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let message = GetNotification(id: try call.notification().text, of: publisher.sees, among: .others)
    return .enveloped(PublishedNotification(try await call.send(message)))
}

/// The latest first; `before` names the last one of the page before.
func listNotifications(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let query = Query(call.request.query)
    try query.checkNames(knowing: ["limit", "before", "state"])
    let limit = try query.integer("limit", in: ListNotifications.limits) ?? ListNotifications.limits.upperBound
    let reply = try await call.send(
        ListNotifications(
            before: try query.id("before", "the id of a notification"), limit: limit, of: publisher.sees,
            state: try query.state(), among: .others))
    return .enveloped(
        NotificationPage(notifications: reply.notifications.map(PublishedNotification.init), hasMore: reply.hasMore))
}

func changeNotification(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let message = ChangeNotification(
        id: try call.notification(), notification: try OutgoingNotification(try call.json()), publisher: publisher.id,
        apiKey: publisher.key, limits: publisher.limits, isOperator: publisher.speaksForOperator ? true : nil,
        mayInterrupt: publisher.mayInterrupt ? true : nil)
    return .enveloped(PublishedNotification(try await call.send(message)))
}

func cancelNotification(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let message = CancelNotification(id: try call.notification().text, of: publisher.sees, among: .others)
    return .enveloped(PublishedNotification(try await call.send(message, by: publisher)))
}

/// A publisher gets groups that are large enough to show, an operator each delivery. One page is in memory at a time.
func getResults(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let id = try call.notification()
    guard publisher.speaksForOperator else {
        let groups = try await call.send(SummarizeResults(id: id, of: publisher.id)).groups
        return Answer(lines: BodyStream { send in try await send(lines(of: groups.map(BaliseDeliveryResult.init))) })
    }
    // The first page is read before the answer begins, so that an unknown notification gets a 404.
    let first = try await call.send(ListResults(id: id, askedBy: publisher.keyName))
    var context = call.request.context
    context.timeout = .seconds(20)
    let (services, pageContext) = (call.services, context)
    let (authenticator, request) = (call.authenticator, call.request)
    return Answer(
        lines: BodyStream { send in
            var page = first
            try await send(lines(of: page.results.map(BaliseDeliveryResult.init)))
            while let next = page.next {
                // The key may have been revoked since the last page.
                let principal = try await authenticator.authorize(
                    request, anyOf: AppCalls.getResults.audience.scopes)
                guard Publisher(principal)?.speaksForOperator == true else { throw EdgeError.refused(.invalidToken) }
                page = try await services.send(
                    ListResults(id: id, after: next, askedBy: publisher.keyName), pageContext)
                try await send(lines(of: page.results.map(BaliseDeliveryResult.init)))
            }
        })
}

private func lines(of results: [BaliseDeliveryResult]) -> [UInt8] {
    results.flatMap { $0.json.bytes + [UInt8(ascii: "\n")] }
}

extension BaliseDeliveryResult {
    fileprivate init(_ group: ResultGroup) {
        self.init(state: .sent, count: group.sent, provider: group.provider?.rawValue, language: group.language)
    }

    fileprivate init(_ result: DeliveryResult) {
        self.init(
            state: PushDeliveryProgress(rawValue: result.state.rawValue), provider: result.provider.rawValue,
            language: result.language, account: result.account.text, device: result.token?.text,
            reason: result.reason, attempts: result.attempts, at: result.at.date)
    }
}

extension Answer {
    /// JSON lines (https://github.com/ndjson/ndjson-spec), sent while they are read.
    fileprivate init(lines: BodyStream) {
        self.init(.ok)
        contentType = HTTPField(name: .contentType, value: "application/x-ndjson")
        stream = lines
    }
}

func streamNotification(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    guard let live = call.live else { throw EdgeError(.unavailable, "there are no streams here") }
    let lastEventID = call.request.lastEventID
    let place = try live.limiter.enter(address: call.request.address)
    let message = GetNotification(id: try call.notification().text, of: publisher.sees, among: .others)
    // The first state is read before the answer begins, so that an unknown notification gets a 404.
    let first = try await call.send(message)
    let asking = call.ofCaller
    let events = NotificationEvents(live: live) { () async throws(EdgeError) in
        try await asking.send(message)
    } isStillCalling: { () async throws(EdgeError) in
        let scopes = AppCalls.streamNotification.audience.scopes
        let principal = try await asking.authenticator.authorize(asking.request, anyOf: scopes)
        guard Publisher(principal)?.sees == publisher.sees else { throw .refused(.invalidToken) }
    }
    return Answer(
        events: BodyStream(endsWithClient: true) { send in
            defer { withExtendedLifetime(place) {} }
            try await events.write(first, after: lastEventID, to: send)
        })
}

extension Query {
    func state() throws(EdgeError) -> NotificationState? {
        guard let text = self.text("state") else { return nil }
        let state = NotificationState(rawValue: text)
        guard NotificationState.allCases.contains(state) else {
            let states = NotificationState.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalid("The parameter state must be one of \(states).", field: "state")
        }
        return state
    }
}
