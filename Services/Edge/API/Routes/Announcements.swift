import BaliseAPI
import BaliseJSON
import HTTPTypes
import Models

/// Sends a notification with a circle. With `dryRun=true` it sends nothing and stores only the place.
func announce(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let isDryRun = try call.isDryRun()
    let reply = try await call.send(
        SendNotification(
            notification: try OutgoingNotification(announcing: try call.json()), publisher: publisher.id,
            apiKey: publisher.key, limits: publisher.limits, idempotencyKey: try call.request.idempotencyKey(),
            isDryRun: isDryRun, isOperator: publisher.speaksForOperator ? true : nil))
    guard let record = reply.record else { return .enveloped(AnnouncementDryRun(reply)) }
    return Answer.enveloped(try PublishedAnnouncement(read: record), status: .created)
        .with(HTTPField(name: .location, value: "\(AppAPI.root)announcements/\(record.id.text)"))
}

/// Lists the announcements, the latest first; `before` is the last announcement of the previous page.
func listAnnouncements(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    var query = Query(call.request.query)
    let message = ListNotifications(
        before: query.id("before", "the id of an announcement"),
        limit: query.integer("limit", in: ListNotifications.limitsOfAnnouncements) ?? 20, of: publisher.sees,
        among: .announcements)
    try query.finish()
    let reply = try await call.send(message)
    return .enveloped(
        AnnouncementPage(
            announcements: reply.notifications.compactMap { PublishedAnnouncement($0) }, hasMore: reply.hasMore))
}

func getAnnouncement(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let message = GetNotification(id: try call.parameter(), of: publisher.sees, among: .announcements)
    return .enveloped(try PublishedAnnouncement(read: try await call.send(message)))
}

func cancelAnnouncement(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let message = CancelNotification(id: try call.parameter(), of: publisher.sees, among: .announcements)
    return .enveloped(try PublishedAnnouncement(read: try await call.send(message, by: publisher)))
}

/// Explains why a user was a recipient or not. The user can see who asked this, and when.
func explainRecipient(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    try await explain(try call.parameter(), among: .announcements, call, publisher)
}

func explainNotification(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    try await explain(try call.notification().text, among: .others, call, publisher)
}

private func explain(
    _ id: String, among group: NotificationGroup, _ call: APICall, _ publisher: Publisher
) async throws(EdgeError) -> Answer {
    guard let account = AccountID(try call.parameter(1)) else {
        throw .invalid("The address must name an account by its id.")
    }
    var id = id
    // The reasons of others' notifications name their topics and tags, so a key with few topics asks about its own.
    if publisher.limits?.topics != nil {
        id = try await call.send(GetNotification(id: id, of: publisher.id, among: group)).id.text
    }
    let explanation = try await call.send(
        ExplainRecipient(id: id, account: account, askedBy: publisher.keyName, among: group))
    return .enveloped(AnnouncementRecipient(explanation, of: account))
}

extension PublishedAnnouncement {
    /// Throws if the push service has answered with another kind of notification, which is its error.
    init(read record: NotificationRecord) throws(EdgeError) {
        guard let announcement = PublishedAnnouncement(record) else {
            throw .internalFailure("the notification is no announcement")
        }
        self = announcement
    }

    init?(_ record: NotificationRecord) {
        let notification = record.notification
        guard let announcement = notification.announcement, let place = notification.audience.place else { return nil }
        let isTold = record.fewerThan == nil
        self.init(
            id: record.id.text, type: announcement.type,
            subject: announcement.subject, title: announcement.title, body: announcement.body,
            category: announcement.category, latitude: place.latitude, longitude: place.longitude,
            startsAt: notification.startsAt?.date, expiresAt: notification.expiresAt?.date,
            details: notification.details.flatMap { JSONDetails($0) },
            createdAt: record.createdAt.date, state: record.state,
            recipients: isTold && record.counts.tellsRecipients(record.recipients) ? record.recipients : nil,
            counts: isTold ? PushDeliveryCounts(record.counts) : nil, fewerThan: record.fewerThan)
    }
}

extension EdgeRequest {
    func idempotencyKey() throws(EdgeError) -> String? {
        guard let key = headers.idempotencyKey else { return nil }
        let bytes = SendNotification.idempotencyKeyBytes
        guard bytes.contains(key.utf8.count) else {
            throw .invalid("The header Idempotency-Key must have \(bytes.lowerBound) to \(bytes.upperBound) bytes.")
        }
        return key
    }
}

extension OutgoingNotification {
    /// Reads a body. It only checks the types of members; the push service checks texts, categories and times.
    init(announcing json: JSONValue) throws(EdgeError) {
        if json.member("dryRun") != nil {
            throw .invalid("Put dryRun into the address: announcements?dryRun=true.", field: "dryRun")
        }
        let body: AnnounceRequest
        do throws(JSONShapeErrors) { body = try AnnounceRequest(lenient: json) } catch {
            throw EdgeError(error.replacing(AnnounceRequest.missingType, with: AnnounceRequest.unknownType))
        }
        guard let type = AnnouncementType(written: body.type.rawValue) else {
            throw EdgeError(AnnounceRequest.unknownType)
        }
        self.init(
            announcing: Announcement(
                type: type, subject: body.id, title: body.title, body: body.body, category: body.category),
            at: try Coordinate(readFrom: body.latitude, body.longitude),
            startsAt: body.startsAt.map(UnixTime.init(nearestTo:)),
            expiresAt: body.expiresAt.map(UnixTime.init(nearestTo:)),
            details: body.details?.text)
    }
}
