import Models
import Storage

extension PushStore {
    /// The notification that a publisher sent with an idempotency key; nil for none. Throws `keyUsed` if the content
    /// differs, or if the key belongs to an announcement.
    func notification(
        of publisher: PublisherID, underKey key: IdempotencyKey
    ) async throws(PushStoreError) -> NotificationRecord? {
        try await read { try notification(of: publisher, underKey: key, $0) }
    }

    private func notification(
        of publisher: PublisherID, underKey key: IdempotencyKey, _ connection: Connection
    ) throws -> NotificationRecord? {
        guard let number = try IdempotencyTable(connection: connection).announcement(of: publisher, key) else {
            return nil
        }
        return try NotificationTable(connection: connection).find(number)?.record
    }

    /// Accepts a notification, or returns the existing one with the same key.
    ///
    /// - Parameters:
    ///   - text: The text in one language, for exports.
    ///   - plan: The permissions for the second check of a scheduled notification, at its begin.
    ///   - isBounded: Whether to throw `tooManyProbes` or `tooManyTogether` if the publisher has cancelled too many
    ///     around the place, or could.
    ///   - told: The recipients if they are few and already known. The notification is queued at once then.
    func send(
        _ notification: OutgoingNotification, as id: NotificationID, by publisher: PublisherID,
        underKey key: IdempotencyKey?, _ plan: NotificationPlan?, _ text: (title: String?, body: String?),
        isBounded: Bool,
        told: [ResolvedRecipient]?, at now: UnixTime
    ) async throws(PushStoreError) -> NotificationRecord {
        let ids = DeliveryIDs(key: random(16))
        return try await write { connection in
            if let key, let former = try self.notification(of: publisher, underKey: key, connection) { return former }
            let begin = PublishingRules.begin(of: notification, createdAt: now)
            if isBounded, let place = notification.audience.place {
                try self.bound(publisher, at: place, beginning: begin, at: now, connection)
            }
            let table = NotificationTable(connection: connection)
            let number = try table.insert(
                notification, as: id, by: publisher, begin > now ? .scheduled : .deciding, ids, text, at: now)
            if begin > now, let plan { try NotificationPlanTable(connection: connection).set(plan, of: number) }
            if let key {
                try IdempotencyTable(connection: connection).insert(key, of: publisher, number, at: now)
            }
            try NamedRecipientTable(connection: connection).set(notification.audience, of: number)
            try WebhookTable(connection: connection).follow(number, of: publisher)
            if let told {
                let announcements = AnnouncementTable(connection: connection)
                try announcements.setResolved(
                    number, recipients: told.count, told.isEmpty ? .done : .deciding, after: .max, at: now)
                try self.queue(told, number, at: now, connection)
                try announcements.finishQueueing(number)
            }
            guard let kept = try table.find(number) else {
                throw StorageError.sqlite(code: 1, message: "a notification is not there that has just been written")
            }
            return kept.record
        }
    }

    /// A nil publisher accepts any.
    func notification(
        _ id: NotificationID, of publisher: PublisherID?
    ) async throws(PushStoreError) -> KeptNotification? {
        try await read { try NotificationTable(connection: $0).find(id, of: publisher) }
    }

    /// Up to `limit` notifications before `before`, latest first. A nil publisher selects all. Returns nil if `before`
    /// is unknown.
    func notifications(
        of publisher: PublisherID?, in states: [NotificationState] = [], before: NotificationID?, limit: Int
    ) async throws(PushStoreError) -> [NotificationRecord]? {
        try await read { connection in
            let table = NotificationTable(connection: connection)
            var number = Int64.max
            if let before {
                guard let found = try table.find(before, of: publisher) else { return nil }
                number = found.number
            }
            return try table.all(of: publisher, in: states, before: number, limit: limit).map(\.record)
        }
    }

    func pending(
        _ id: String, isNotification: Bool
    ) async throws(PushStoreError) -> PendingAudience? {
        try await read { connection in
            let table = AnnouncementTable(connection: connection)
            if let found = try table.pending(id: id, isNotification: isNotification) { return found }
            guard !isNotification, let found = try table.find(subject: id, of: nil) else { return nil }
            return try table.pending(found.number)
        }
    }

    func numbers(
        of accounts: [AccountID]
    ) async throws(PushStoreError) -> [AccountID: Int64] {
        guard !accounts.isEmpty else { return [:] }
        return try await read { try RecipientTable(connection: $0).numbers(of: accounts) }
    }

    func audienceRow(of recipient: Int64) async throws(PushStoreError) -> AudienceRow? {
        try await read { connection in
            try PushStore.audience(after: recipient - 1, limit: 1, in: connection).rows.first
                .flatMap { $0.recipient == recipient ? $0 : nil }
        }
    }

    /// Counts a publisher's count of users without a place. Throws `tooManyProbes` if the limit is used up.
    func probeAudience(_ publisher: PublisherID, at now: UnixTime) async throws(PushStoreError) {
        guard let nowhere = Coordinate(latitude: 0, longitude: 0) else { return }
        try await probe(publisher, .countAnywhere, at: nowhere, now)
    }
}
