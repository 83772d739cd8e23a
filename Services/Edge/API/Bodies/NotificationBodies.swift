// Notifications of any kind, on their way in and on their way out.

import BaliseAPI
import BaliseJSON
import Models

extension OutgoingNotification {
    /// Reads a body. Which kinds, audiences and times there may be the service knows.
    init(_ json: JSONValue) throws(EdgeError) {
        try json.checkMembers(knowing: SendNotificationRequest.memberNames)
        let body = try SendNotificationRequest(readFrom: json)
        guard let audience = json.member("audience"), let content = json.member("content") else {
            throw .invalid("A notification needs an audience and a content.")
        }
        self.init(
            kind: body.kind, audience: try AudienceExpression(audience), content: try NotificationContent(content),
            startsAt: body.startsAt.map(UnixTime.init), expiresAt: body.expiresAt.map(UnixTime.init),
            details: body.details?.text)
    }
}

extension PublishedNotification {
    /// A notification with its delivery counts, as far as they are told.
    init(_ record: NotificationRecord) {
        let notification = record.notification
        let isTold = record.fewerThan == nil
        self.init(
            id: record.id.text, kind: notification.kind, audience: JSONDetails(notification.audience.json),
            startsAt: notification.startsAt?.date, expiresAt: notification.expiresAt?.date,
            createdAt: record.createdAt.date, state: AnnouncementProgress(rawValue: record.state.rawValue),
            recipients: isTold ? record.recipients : nil, counts: isTold ? PushDeliveryCounts(record.counts) : nil,
            fewerThan: record.fewerThan.flatMap { $0 == 0 ? nil : $0 })
    }
}

extension APICall {
    /// The notification that the path names.
    func notification() throws(EdgeError) -> AnnouncementID {
        guard let id = AnnouncementID(try parameter()) else { throw .refused(.notFound) }
        return id
    }

    /// Whether nothing is to be sent.
    func isDryRun() throws(EdgeError) -> Bool {
        let query = Query(request.query)
        // Whoever misspells it, or leaves its value out, means to send nothing.
        guard query.names.isEmpty || query.names == ["dryRun"] else { throw .invalid("The only parameter is dryRun.") }
        let isDryRun = try query.flag("dryRun")
        guard query.names.isEmpty || isDryRun != nil else {
            throw .invalid("The parameter dryRun must be true or false.")
        }
        return isDryRun ?? false
    }
}
