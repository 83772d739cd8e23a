// Announcements and what became of them, as their publishers read them.

import HTTPInterface
import Models

extension JSONObject {
    /// An announcement with its books.
    init(announcement record: AnnouncementRecord) {
        self.init()
        let announcement = record.announcement
        set("id", record.id.text)
        set("type", announcement.type.rawValue)
        set("subject", announcement.subject)
        set("title", announcement.title)
        set("body", announcement.body)
        set("category", announcement.category)
        set("latitude", announcement.coordinate.latitude)
        set("longitude", announcement.coordinate.longitude)
        if let startsAt = announcement.startsAt { set("startsAt", startsAt) }
        if let expiresAt = announcement.expiresAt { set("expiresAt", expiresAt) }
        if let details = announcement.readDetails { set("details", json: details.literal) }
        set("createdAt", record.createdAt)
        set("state", record.state.rawValue)
        set("recipients", record.recipients)
        set("books", JSONObject(books: record.books))
    }

    private init(books: DeliveryBooks) {
        self.init()
        set("accepted", books.accepted)
        set("sent", books.sent)
        set("suppressed", books.suppressed)
        set("deferred", books.deferred)
        set("failed", books.failed)
        set("expired", books.expired)
        set("pending", books.pending)
    }

    /// What became of an announcement on one handset.
    init(delivery: DeliveryRecord) {
        self.init()
        set("token", delivery.token.text)
        set("type", delivery.provider.rawValue)
        set("state", delivery.state.rawValue)
        set("reason", delivery.reason)
        set("attempts", delivery.attempts)
        set("at", delivery.at)
        if let nextAt = delivery.nextAt { set("nextAt", nextAt) }
    }

    /// Why a person was or was not told.
    init(explanation: RecipientExplanation, of account: AccountID) {
        self.init()
        set("account", account.text)
        set("told", explanation.reason == .told)
        set("reason", explanation.reason.rawValue)
        set("text", explanation.text)
        set("distanceMeters", explanation.distance)
        set("notificationRadius", explanation.radius)
        if let positionAt = explanation.positionAt { set("positionAt", positionAt) }
        set("deliveries", explanation.deliveries.map(JSONObject.init(delivery:)))
    }

    /// What a publisher calls something, in the type in which they did.
    mutating func set(_ name: String, _ subject: SubjectID) {
        switch subject {
        case .number(let number): set(name, number)
        case .text(let text): set(name, text)
        }
    }
}

extension Announcement {
    /// The details as JSON; nil where there are none.
    var readDetails: JSONValue? {
        guard let details, let document = try? JSONDocument(Array(details.utf8)), document.root.kind == .object else {
            return nil
        }
        return document.root
    }
}
