import Models

@testable import Push

extension PublisherID {
    static let sample = PublisherID("publisher")!
}

extension GetAnnouncement {
    init(id: String) { self.init(id: id, of: nil) }
}

extension CancelAnnouncement {
    init(id: String) { self.init(id: id, of: nil) }
}

extension ListAnnouncements {
    init(before: NotificationID? = nil, limit: Int) { self.init(before: before, limit: limit, of: nil) }
}

extension AudienceProjection {
    func resolve(
        _ interest: Interest, at now: UnixTime
    ) -> (recipients: [ResolvedRecipient], withdrawals: Int64) {
        resolve(AudienceQuery(interest), at: now)
    }
}

extension PushStore {
    func announcement(_ id: String) async throws(PushStoreError) -> KeptAnnouncement? {
        try await announcement(id, of: nil)
    }

    func announce(
        _ announcement: Announcement, as id: NotificationID, by publisher: APIKeyID, underKey key: IdempotencyKey?,
        at now: UnixTime
    ) async throws(PushStoreError) -> AnnouncementRecord {
        try await announce(
            announcement, as: id, by: PublisherID(publisher), underKey: key, isBounded: true, at: now)
    }
}
