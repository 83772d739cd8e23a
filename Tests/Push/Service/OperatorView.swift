@testable import Push

extension PublisherID {
    static let sample = PublisherID("publisher")!
}

extension APIKeyID {
    static let sample = APIKeyID("k1")!
}

extension GetNotification {
    init(id: String) { self.init(id: id, of: nil, among: .announcements) }

    init(id: NotificationID, of publisher: PublisherID?, asPublisher: Bool? = nil) {
        self.init(id: id.text, of: publisher, asPublisher: asPublisher, among: .others)
    }
}

extension CancelNotification {
    init(id: String) { self.init(id: id, of: nil, among: .announcements) }

    init(id: NotificationID, of publisher: PublisherID?) { self.init(id: id.text, of: publisher, among: .others) }
}

extension ListNotifications {
    init(before: NotificationID? = nil, limit: Int, among group: NotificationGroup) {
        self.init(before: before, limit: limit, of: nil, among: group)
    }
}

extension AudienceProjection {
    func resolve(
        _ notification: OutgoingNotification, at now: UnixTime
    ) -> (recipients: [ResolvedRecipient], withdrawals: Int64) {
        resolve(
            AudienceQuery(
                kind: NotificationKind(notification.kind), expression: notification.audience,
                announcement: notification.announcement), at: now)
    }
}

extension PushStore {
    func announcement(_ id: String) async throws(PushStoreError) -> KeptNotification? {
        try await notification(id, of: nil, among: .announcements)
    }

    func announce(
        _ announcement: OutgoingNotification = .sample, as id: NotificationID, by publisher: PublisherID = .sample,
        underKey key: IdempotencyKey? = nil, isBounded: Bool = true, at now: UnixTime
    ) async throws(PushStoreError) -> NotificationRecord {
        try await send(announcement, as: id, by: publisher, underKey: key, nil, isBounded: isBounded, at: now)
    }
}
