public import BaliseJSON
public import Foundation

/// A notification with its delivery counts: the answer of POST notifications and notifications/{id}, in an envelope.
public struct PublishedNotification: JSONConvertible, Hashable {
    /// The server's id of the notification.
    public var id: String
    /// The kind: one of the kinds that the operator has defined.
    public var kind: String
    /// The audience, as the publisher sent it; nil if this version does not know its form.
    public var audience: AudienceExpression?
    /// The time before which no user is notified; nil if users were notified at once.
    public var startsAt: Date?
    /// The time after which no user is notified.
    public var expiresAt: Date?
    /// When the publisher sent the notification.
    public var createdAt: Date
    /// The progress of the notification, such as deciding or done.
    public var state: NotificationState
    /// The number of recipients; 0 before the audience is determined. Nil if it is withheld: publishers do not see it.
    public var recipients: Int?
    /// The delivery counts; nil if they are withheld.
    public var counts: PushDeliveryCounts?
    /// Replaces hidden counts: fewer pushes than this number were sent. Nil if counts are given or hidden.
    public var fewerThan: Int?
    /// Why the server cancelled the notification at its start; nil if it did not.
    public var refusal: String?
    /// The start by each user's own clock; nil if all users are notified at the same moment.
    public var startsAtLocal: String?
    /// The time zone for users whose time zone is unknown, by its name in the tz database; nil without `startsAtLocal`.
    public var timeZone: String?
    /// The name of the series that the notification belongs to; nil if it belongs to no series.
    public var series: String?
    /// The users' interactions, the most frequent first; those of fewer than ten users are left out. Nil if withheld.
    public var interactions: [BaliseInteractionCount]?
    /// The publisher, for operators and their keys; nil for other publishers, who see only their own notifications.
    public var publisher: String?
    /// The subject of an announcement, in the list of operators; nil for any other notification.
    public var announcement: AnnouncedSubject?
    /// Why deliveries were not sent, the most frequent reason first; only for operators who ask for one notification.
    public var reasons: [BaliseDeliveryReason]?
    /// The content as it was sent, for operators; nil for an announcement, and for other publishers.
    public var content: JSONDetails?
    /// The object for the page that a tap opens, for operators; nil for an announcement, and for other publishers.
    public var details: JSONDetails?

    public init(
        id: String, kind: String, audience: AudienceExpression?, startsAt: Date? = nil, expiresAt: Date? = nil,
        createdAt: Date,
        state: NotificationState, recipients: Int? = nil, counts: PushDeliveryCounts? = nil, fewerThan: Int? = nil,
        refusal: String? = nil, startsAtLocal: String? = nil, timeZone: String? = nil, series: String? = nil,
        interactions: [BaliseInteractionCount]? = nil, publisher: String? = nil, announcement: AnnouncedSubject? = nil,
        reasons: [BaliseDeliveryReason]? = nil, content: JSONDetails? = nil, details: JSONDetails? = nil
    ) {
        (self.id, self.kind, self.audience, self.createdAt) = (id, kind, audience, createdAt)
        (self.startsAt, self.startsAtLocal, self.timeZone) = (startsAt, startsAtLocal, timeZone)
        (self.expiresAt, self.series, self.state, self.refusal) = (expiresAt, series, state, refusal)
        (self.recipients, self.counts, self.fewerThan) = (recipients, counts, fewerThan)
        (self.interactions, self.publisher, self.announcement) = (interactions, publisher, announcement)
        (self.reasons, self.content, self.details) = (reasons, content, details)
    }

    private enum CodingKeys: String, CodingKey {
        case id, kind, audience, startsAt, expiresAt, createdAt, state, recipients
        case counts = "books"
        case fewerThan, refusal, startsAtLocal, timeZone, series, interactions, publisher, announcement, reasons
        case content, details
    }
}

/// The offer, event or professional that an announcement is about, as part of other bodies.
public struct AnnouncedSubject: JSONConvertible, Hashable {
    /// The kind of subject: an offer, an event or a professional.
    public var type: AnnouncementType
    /// The publisher's own id for the offer, event or professional.
    public var subject: AnnouncementSubject
    /// The title; nil for the default text of the kind.
    public var title: String?
    /// The text; nil for the default text of the kind.
    public var body: String?
    /// The category; nil for an announcement without a category.
    public var category: String?
    /// The publisher's further members.
    public var details: JSONDetails?

    public init(
        type: AnnouncementType, subject: AnnouncementSubject, title: String? = nil, body: String? = nil,
        category: String? = nil, details: JSONDetails? = nil
    ) {
        (self.type, self.subject) = (type, subject)
        (self.title, self.body, self.category, self.details) = (title, body, category, details)
    }
}

/// A page of notifications, the latest first: the answer of GET notifications/sent in an envelope.
public struct NotificationPage: JSONConvertible, Hashable {
    /// The notifications of this page. For the next page, pass the `id` of the last notification as `before`.
    public var notifications: [PublishedNotification]
    /// Whether there are earlier notifications.
    public var hasMore: Bool

    public init(notifications: [PublishedNotification], hasMore: Bool) {
        (self.notifications, self.hasMore) = (notifications, hasMore)
    }
}

/// The number of users who reacted in the same way to a notification: part of the answer of GET notifications/{id}.
public struct BaliseInteractionCount: JSONConvertible, Hashable {
    /// The users' action: `opened`, `dismissed`, or the id of one of the notification's actions.
    public var action: String
    /// The address that the users opened; nil if they opened no address.
    public var link: String?
    /// The number of users who acted in this way.
    public var people: Int

    public init(action: String, link: String? = nil, people: Int) {
        (self.action, self.link, self.people) = (action, link, people)
    }
}

/// The number of deliveries that were not sent for one reason: part of the answer of GET /notifications/{id}.
public struct BaliseDeliveryReason: JSONConvertible, Hashable {
    /// The state of the deliveries.
    public var state: PushDeliveryProgress
    /// Why they were not sent, in the words of the provider or the server.
    public var reason: String
    /// The number of deliveries.
    public var count: Int

    public init(state: PushDeliveryProgress, reason: String, count: Int) {
        (self.state, self.reason, self.count) = (state, reason, count)
    }
}

/// The result of one delivery, or of a group of deliveries: a line of the answer of GET notifications/{id}/results.
public struct BaliseDeliveryResult: JSONConvertible, Hashable {
    /// The progress of the delivery or of the group's deliveries.
    public var state: PushDeliveryProgress
    /// The number of deliveries; nil for a single delivery.
    public var count: Int?
    /// The provider, `apns` or `fcm`; nil for a group that is not split by provider.
    public var provider: String?
    /// The language of the push device; nil if it is unknown or withheld.
    public var language: String?
    /// The recipient's account id; nil unless the caller is an operator.
    public var account: String?
    /// The id of the push device's token; nil unless the caller is an operator.
    public var device: String?
    /// Why the delivery failed or waits; nil unless the caller is an operator.
    public var reason: String?
    /// The number of tries so far; nil unless the caller is an operator.
    public var attempts: Int?
    /// When the delivery reached the state; nil unless the caller is an operator.
    public var at: Date?

    public init(
        state: PushDeliveryProgress, count: Int? = nil, provider: String? = nil, language: String? = nil,
        account: String? = nil, device: String? = nil, reason: String? = nil, attempts: Int? = nil, at: Date? = nil
    ) {
        (self.state, self.count) = (state, count)
        (self.provider, self.language, self.account) = (provider, language, account)
        (self.device, self.reason, self.attempts, self.at) = (device, reason, attempts, at)
    }
}
