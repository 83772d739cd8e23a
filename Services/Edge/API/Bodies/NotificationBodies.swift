import BaliseAPI
import BaliseJSON
import Models

extension OutgoingNotification {
    /// Reads a body. The push service checks kinds, audiences and times.
    init(_ json: JSONValue) throws(EdgeError) {
        if let start = json.member("startsAt")?.string,
            LocalMoment(String(start.prefix(LocalMoment.textLength))) != nil,
            UnixTime(written: start) == nil
        {
            throw .invalid(
                "The member startsAt must be a time of RFC 3339 with its offset from UTC, such as "
                    + "2026-12-01T09:00:00+01:00; for a time on each user's own clock give startsAtLocal and timeZone.",
                field: "startsAt")
        }
        let body = try SendNotificationRequest(readFrom: json)
        self.init(
            kind: body.kind, audience: body.audience.withCanonicalLanguages,
            content: body.content.withCanonicalLanguages,
            startsAt: body.startsAt.map(UnixTime.init(nearestTo:)),
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
        guard let moment = LocalMoment(text) else {
            throw .invalid("startsAtLocal must be a date and a time such as 2026-12-24T18:00.", field: "startsAtLocal")
        }
        guard let zone = body.timeZone else {
            throw .invalid(
                "startsAtLocal needs a timeZone for users whose own is unknown, such as Europe/Paris.",
                field: "timeZone")
        }
        self.init(moment, fallbackZone: zone)
    }
}

extension PublishedNotification {
    /// A notification with those delivery counts that its publisher may see.
    init(_ record: NotificationRecord) {
        let notification = record.notification
        let isTold = record.fewerThan == nil
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
                    type: AnnouncementKind(announcement.type), subject: AnnouncementSubject(announcement.subject),
                    title: announcement.title, body: announcement.body, category: announcement.category,
                    details: notification.details.flatMap { JSONDetails($0) })
            })
    }
}

extension APICall {
    func notification() throws(EdgeError) -> NotificationID { try id() }

    func isDryRun() throws(EdgeError) -> Bool {
        let query = Query(request.query)
        // A misspelt or empty parameter must not send anything, since the caller meant a dry run.
        guard query.names.isEmpty || query.names == ["dryRun"] else {
            throw .invalid("The only parameter is dryRun.", field: query.names.first.map(shownName))
        }
        let isDryRun = try query.flag("dryRun")
        guard query.names.isEmpty || isDryRun != nil else {
            throw .invalid("The parameter dryRun must be true or false.", field: "dryRun")
        }
        return isDryRun ?? false
    }
}
