// Announcements and what became of them, as their publishers read them.

import BaliseAPI
import BaliseJSON
import Models

extension PublishedAnnouncement {
    /// An announcement with its delivery counts.
    init(_ record: AnnouncementRecord) {
        let announcement = record.announcement
        self.init(
            id: record.id.text, type: AnnouncementKind(announcement.type),
            subject: AnnouncementSubject(announcement.subject), title: announcement.title, body: announcement.body,
            category: announcement.category, latitude: announcement.coordinate.latitude,
            longitude: announcement.coordinate.longitude, startsAt: announcement.startsAt?.date,
            expiresAt: announcement.expiresAt?.date, details: announcement.details.flatMap { JSONDetails($0) },
            createdAt: record.createdAt.date, state: AnnouncementProgress(rawValue: record.state.rawValue),
            recipients: record.fewerThan == nil ? record.recipients : nil,
            counts: record.fewerThan == nil ? PushDeliveryCounts(record.counts) : nil, fewerThan: record.fewerThan)
    }
}

extension PushDeliveryCounts {
    fileprivate init(_ counts: DeliveryCounts) {
        self.init(
            accepted: counts.accepted, sent: counts.sent, suppressed: counts.suppressed, deferred: counts.deferred,
            failed: counts.failed, expired: counts.expired, pending: counts.pending)
    }
}

extension PushDelivery {
    /// What became of an announcement on one push device.
    init(_ delivery: DeliveryRecord) {
        self.init(
            token: delivery.token.text, type: PushTokenKind(delivery.provider),
            state: PushDeliveryProgress(rawValue: delivery.state.rawValue), reason: delivery.reason,
            attempts: delivery.attempts, at: delivery.at.date, nextAt: delivery.nextAt?.date)
    }
}

extension AnnouncementRecipient {
    /// Why a person was or was not told.
    init(_ explanation: RecipientExplanation, of account: AccountID) {
        self.init(
            account: account.text, reason: TellingReason(rawValue: explanation.reason.rawValue),
            text: explanation.text, distanceMeters: explanation.distance, notificationRadius: explanation.radius,
            deliveries: explanation.deliveries.map(PushDelivery.init))
    }
}

extension AnnouncementKind {
    /// The word for a type.
    init(_ type: AnnouncementType) { self.init(rawValue: type.rawValue) }
}

extension AnnouncementSubject {
    /// What a publisher calls something, in the type in which they did.
    init(_ subject: SubjectID) {
        switch subject {
        case .number(let number): self = .number(number)
        case .text(let text): self = .text(text)
        }
    }
}

extension Announcement {
    /// The details as JSON; nil where there are none.
    var readDetails: JSONValue? { details.flatMap { JSONDetails($0) }?.value }
}
