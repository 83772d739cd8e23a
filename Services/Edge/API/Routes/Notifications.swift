import BaliseAPI
import BaliseJSON
import HTTPTypes
import MessageBus
import Models

func sendNotification(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let reply = try await call.send(
        SendNotification(
            notification: try OutgoingNotification(try call.json()), publisher: publisher.id, apiKey: publisher.key,
            limits: publisher.limits, idempotencyKey: try call.request.idempotencyKey(), isDryRun: try call.isDryRun(),
            isOperator: publisher.speaksForOperator ? true : nil, mayInterrupt: publisher.mayInterrupt ? true : nil))
    guard let record = reply.record else { return .enveloped(AnnouncementDryRun(reply)) }
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

func listNotifications(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    var query = Query(call.request.query)
    query.checkNames(knowing: ["limit", "before", "state"])
    let message = ListNotifications(
        before: query.id("before", "the id of a notification"),
        limit: query.integer("limit", in: ListNotifications.limits) ?? ListNotifications.limits.upperBound,
        of: publisher.sees, state: query.state(), among: .others)
    try query.finish()
    let reply = try await call.send(message)
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

/// Answers a publisher with the groups that are large enough to be shown, and an operator with each delivery. Only one
/// page is in memory at a time.
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
                let principal = try await authenticator.authorize(request, anyOf: AppCalls.getResults.audience.scopes)
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
    /// Renders JSON lines (https://github.com/ndjson/ndjson-spec), which are sent while they are read.
    fileprivate init(lines: BodyStream) {
        self.init(.ok)
        contentType = HTTPField(name: .contentType, value: "application/x-ndjson")
        stream = lines
    }
}

func streamNotification(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    guard let live = call.live else { throw EdgeError(.unavailable, "this server offers no streams") }
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
    return Answer(eventsIn: place) { send in try await events.write(first, after: lastEventID, to: send) }
}

extension Query {
    mutating func state() -> NotificationState? {
        guard let text = self.text("state") else { return nil }
        let state = NotificationState(rawValue: text)
        if !NotificationState.allCases.contains(state) {
            let states = NotificationState.allCases.map(\.rawValue).joined(separator: ", ")
            refuse("state", "The parameter state must be one of \(states).")
        }
        return state
    }
}

extension OutgoingNotification {
    /// Reads a body. The push service checks kinds, audiences and times.
    init(_ json: JSONValue) throws(EdgeError) {
        let body: SendNotificationRequest
        do throws(JSONShapeErrors) { body = try SendNotificationRequest(lenient: json) } catch {
            let start = json.member("startsAt")?.string?.prefix(LocalMoment.textLength)
            let isLocal = start.flatMap { LocalMoment(String($0)) } != nil
            throw EdgeError(
                error.all.flatMap { $0.path == "startsAt" && isLocal ? [LocalStart.misplaced] : $0.wrongMembers })
        }
        self.init(
            kind: body.kind, audience: body.audience.withCanonicalLanguages,
            content: body.content.withCanonicalLanguages, startsAt: body.startsAt.map(UnixTime.init(nearestTo:)),
            expiresAt: body.expiresAt.map(UnixTime.init(nearestTo:)), localStart: try LocalStart(body),
            details: body.details?.text)
    }
}

extension LocalStart {
    fileprivate init?(_ body: SendNotificationRequest) throws(EdgeError) {
        guard let text = body.startsAtLocal else {
            guard body.timeZone == nil else {
                throw .invalid("A timeZone belongs to startsAtLocal; leave it out, or give both.", field: "timeZone")
            }
            return nil
        }
        let read = LocalMoment(text)
        guard let moment = read, let zone = body.timeZone else {
            throw EdgeError(
                (read == nil ? [LocalStart.malformed] : []) + (body.timeZone == nil ? [LocalStart.zoneMissing] : []))
        }
        self.init(moment, fallbackZone: zone)
    }

    fileprivate static let malformed = WrongMember(
        "startsAtLocal", "startsAtLocal must be a date and a time such as 2026-12-24T18:00.")
    private static let zoneMissing = WrongMember(
        "timeZone", "startsAtLocal needs a timeZone such as Europe/Paris, for users whose own is unknown.")
    fileprivate static let misplaced = WrongMember(
        "startsAt",
        "The member startsAt must be a time of RFC 3339 with its offset from UTC, such as 2026-12-01T09:00:00+01:00; "
            + "for a time on each user's own clock give startsAtLocal and timeZone.")
}

extension PublishedNotification {
    init(_ record: NotificationRecord) {
        let notification = record.notification
        let isTold = record.fewerThan == nil
        let reasons = record.reasons?.map { reason in
            BaliseDeliveryReason(
                state: PushDeliveryProgress(rawValue: reason.state.rawValue), reason: reason.reason, count: reason.count
            )
        }
        self.init(
            id: record.id.text, kind: notification.kind, audience: notification.audience,
            startsAt: notification.startsAt?.date, expiresAt: notification.expiresAt?.date,
            createdAt: record.createdAt.date, state: record.state,
            recipients: isTold && record.counts.tellsRecipients(record.recipients) ? record.recipients : nil,
            counts: isTold ? PushDeliveryCounts(record.counts) : nil,
            fewerThan: record.fewerThan.flatMap { $0 == 0 ? nil : $0 }, refusal: record.refusal,
            startsAtLocal: notification.localStart?.moment.text, timeZone: notification.localStart?.fallbackZone,
            series: record.series,
            interactions: record.interactions?.map {
                BaliseInteractionCount(action: $0.action, link: $0.link, people: $0.people)
            }, publisher: record.publisher?.text,
            announcement: notification.announcement.map { announcement in
                AnnouncedSubject(
                    type: announcement.type, subject: announcement.subject, title: announcement.title,
                    body: announcement.body, category: announcement.category,
                    details: notification.details.flatMap { JSONDetails($0) })
            },
            reasons: reasons)
    }
}

extension APICall {
    func notification() throws(EdgeError) -> NotificationID { try id() }

    func isDryRun() throws(EdgeError) -> Bool {
        var query = Query(request.query)
        // A misspelt or empty parameter must not send anything, because the caller meant a dry run.
        guard query.names.isEmpty || query.names == ["dryRun"] else {
            throw .invalid("The only parameter is dryRun.", field: query.names.first.map(shownName))
        }
        let isDryRun = query.flag("dryRun")
        guard query.names.isEmpty || isDryRun != nil else {
            throw .invalid("The parameter dryRun must be true or false.", field: "dryRun")
        }
        return isDryRun ?? false
    }
}

extension AnnouncementDryRun {
    init(_ reply: SendNotification.Reply) {
        self.init(recipients: reply.recipients, deliveries: reply.deliveries, fewerThan: reply.fewerThan)
    }
}

extension PushDeliveryCounts {
    init(_ counts: DeliveryCounts) {
        self.init(
            accepted: counts.accepted, sent: counts.sent, suppressed: counts.suppressed, deferred: counts.deferred,
            failed: counts.failed, expired: counts.expired, pending: counts.pending)
    }
}

extension PushDelivery {
    init(_ delivery: DeliveryRecord) {
        self.init(
            token: delivery.token.text, type: delivery.provider,
            state: PushDeliveryProgress(rawValue: delivery.state.rawValue), reason: delivery.reason,
            attempts: delivery.attempts, at: delivery.at.date, nextAt: delivery.nextAt?.date)
    }
}

extension AnnouncementRecipient {
    init(_ explanation: RecipientExplanation, of account: AccountID) {
        self.init(
            account: account.text, reason: explanation.reason,
            text: explanation.text, distanceMeters: explanation.distance, notificationRadius: explanation.radius,
            deliveries: explanation.deliveries.map(PushDelivery.init))
    }
}

extension DeliveryCounts {
    /// Whether the record may show recipients. A publisher sees the number of sent pushes, but not of recipients, and
    /// then its record has 0 recipients.
    func tellsRecipients(_ recipients: Int) -> Bool { recipients > 0 || sent == 0 }
}

/// Sets a series. Each publisher has series of its own, even a publisher that acts for the operator.
func setSeries(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let message = SetSeries(
        name: try call.parameter(), series: try NotificationSeries(try call.json()), publisher: publisher.id,
        apiKey: publisher.key, limits: publisher.limits, isOperator: publisher.speaksForOperator ? true : nil,
        mayInterrupt: publisher.mayInterrupt ? true : nil)
    return .enveloped(PublishedSeries(try await call.send(message)))
}

/// Lists the series in the order of their names; `after` is the last name of the previous page.
func listSeries(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    var query = Query(call.request.query)
    query.checkNames(knowing: ["limit", "after"])
    let limit = query.integer("limit", in: ListSeries.limits) ?? ListSeries.limits.upperBound
    try query.finish()
    let reply = try await call.send(ListSeries(after: query.text("after"), limit: limit, of: publisher.id))
    return .enveloped(SeriesPage(series: reply.series.map(PublishedSeries.init), hasMore: reply.hasMore))
}

func getSeries(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    .enveloped(PublishedSeries(try await call.send(GetSeries(name: try call.parameter(), of: publisher.id))))
}

func endSeries(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    try await call.send(EndSeries(name: try call.parameter(), of: publisher.id), done: "The series has ended.")
}

extension NotificationSeries {
    init(_ json: JSONValue) throws(EdgeError) {
        let body = try SetSeriesRequest(readFrom: json)
        guard let start = LocalMoment(body.startsAtLocal) else {
            throw EdgeError([LocalStart.malformed])
        }
        self.init(
            kind: body.kind, audience: body.audience.withCanonicalLanguages,
            content: body.content.withCanonicalLanguages, rule: body.rule, start: start, timeZone: body.timeZone)
    }
}

extension PublishedSeries {
    init(_ record: SeriesRecord) {
        let series = record.series
        self.init(
            name: record.name, kind: series.kind, audience: series.audience, rule: series.rule,
            startsAtLocal: series.start.text, timeZone: series.timeZone, changedAt: record.changedAt.date,
            nextAt: record.nextAt?.date)
    }
}

func createBroadcastChannel(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let body = try call.body(as: CreateBroadcastChannelRequest.self)
    let channel = try await call.send(
        CreateBroadcastChannel(
            topic: body.bundleId, environment: body.environment ?? .production,
            storesLatest: body.storesLatest ?? false, limits: publisher.limits, apiKey: publisher.key))
    return .enveloped(
        BaliseBroadcastChannel(channel: channel.id, bundleId: channel.topic, environment: channel.environment),
        status: .created)
}

/// Lists the channels of all publishers, so only operators may call it.
func listBroadcastChannels(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    var query = Query(call.request.query)
    query.checkNames(knowing: ["bundleId", "environment"])
    let environment = query.text("environment").map(PushEnvironment.init(rawValue:)) ?? .production
    if !environment.isKnown { query.refuse("environment", PushEnvironment.refusal) }
    try query.finish()
    let topic = query.text("bundleId")
    let reply = try await call.send(ListBroadcastChannels(topic: topic, environment: environment))
    return .enveloped(
        BroadcastChannelList(
            channels: reply.channels.map {
                BaliseBroadcastChannel(channel: $0, bundleId: topic, environment: environment)
            }))
}

func deleteBroadcastChannel(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let body = try call.body(as: BaliseBroadcastChannel.self)
    let channel = BroadcastChannel(id: body.channel, topic: body.bundleId, environment: body.environment ?? .production)
    return try await call.send(
        DeleteBroadcastChannel(channel: channel, limits: publisher.limits), done: "The channel is deleted.")
}

func sendBroadcast(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let body = try call.body(as: SendBroadcastRequest.self)
    let channel = BroadcastChannel(id: body.channel, topic: body.bundleId, environment: body.environment ?? .production)
    let reply = try await call.send(
        SendBroadcast(
            channel: channel, content: body.content.withCanonicalLanguages, apiKey: publisher.key,
            limits: publisher.limits))
    return .enveloped(SentBroadcast(id: reply.id))
}
