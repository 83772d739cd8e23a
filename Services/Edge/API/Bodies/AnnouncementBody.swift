import BaliseAPI
import BaliseJSON
import Models

extension OutgoingNotification {
    /// Checks only the types of the members; the push service checks texts, categories and times.
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

extension PublishedAnnouncement {
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

extension AnnouncementType {
    init?(written text: String) {
        switch text.uppercased() {
        case "OFFER", "OFFRE": self = .offer
        case "EVENT", "EVENEMENT": self = .event
        case "PROFESSIONAL": self = .professional
        default: return nil
        }
    }
}

extension AnnouncedPage {
    var readDetails: JSONValue? { details.flatMap { JSONDetails($0) }?.value }
}
