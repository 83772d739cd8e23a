// Notifications for later: changed, put off and refused before they begin.

import Models
import Storage

extension PushStore {
    /// Puts another notification in the place of one of a publisher that has not begun.
    ///
    /// Throws `unknownNotification`, and `hasBegun` for one that has; what `send` throws for one that is bounded.
    ///
    /// - Parameters:
    ///   - plan: by what it is judged when it begins.
    ///   - text: what people read in one language, for exports.
    ///   - isBounded: as with `send`.
    func change(
        _ id: AnnouncementID, of publisher: PublisherID, to notification: OutgoingNotification,
        _ plan: NotificationPlan,
        _ text: (title: String?, body: String?), isBounded: Bool, at now: UnixTime
    ) async throws(PushStoreError) -> NotificationRecord {
        try await write { connection in
            let table = NotificationTable(connection: connection)
            guard let kept = try table.find(id, of: publisher) else { throw Refusal.unknownNotification }
            // One that is due may be being decided just now.
            guard kept.record.state == .scheduled, kept.beginsAt > now, !kept.isBetweenBegins else {
                throw Refusal.hasBegun
            }
            let begin = PublishingRules.begin(of: notification, createdAt: now)
            if isBounded, let place = notification.audience.place {
                try self.bound(publisher, at: place, beginning: begin, at: now, except: kept.number, connection)
            }
            try table.update(kept.number, to: notification, begin > now ? .scheduled : .deciding, text, at: now)
            try NamedRecipientTable(connection: connection).set(notification.audience, of: kept.number)
            let plans = NotificationPlanTable(connection: connection)
            if begin > now { try plans.set(plan, of: kept.number) } else { try plans.delete(of: kept.number) }
            guard let changed = try table.find(kept.number) else {
                throw StorageError.sqlite(code: 1, message: "a notification is not there that has just been written")
            }
            return changed.record
        }
    }

    /// By what a notification for later is judged when it begins; nil for an announcement, and for one by local times that
    /// has begun.
    func plan(of notification: Int64) async throws(PushStoreError) -> NotificationPlan? {
        try await read { connection in
            // An announcement, and what has begun, has a plan for its key alone.
            guard
                try connection.exists(
                    """
                    SELECT 1 FROM announcement WHERE number = \(notification) AND kind IS NOT NULL AND has_begun = 0
                    """)
            else { return nil }
            return try NotificationPlanTable(connection: connection).find(notification)
        }
    }

    /// Lets a notification that was to begin begin later. Where it says no end, that comes later with it. Does nothing when
    /// it was taken back meanwhile.
    func putOff(_ notification: Int64, until begin: UnixTime) async throws(PushStoreError) {
        try await write { connection in
            let table = NotificationTable(connection: connection)
            guard let kept = try table.find(notification), kept.record.state == .scheduled else { return }
            let sent = kept.record.notification
            // Those whose time to live is over by then would be left out, and the count would tell their time zone.
            if let start = sent.localStart, let end = PublishingRules.end(of: sent, inFirstZoneOf: start), begin >= end
            {
                return try self.refuse(
                    notification,
                    because: "its API key was at its limit until timeToLive had ended in some time zones",
                    connection)
            }
            try table.setBegin(notification, begin, end: sent.expiresAt ?? sent.content.end(from: begin))
        }
    }

    /// Cancels a notification that was to begin. Does nothing when it was taken back meanwhile.
    ///
    /// - Parameter reason: what its publisher reads.
    func refuse(_ notification: Int64, because reason: String) async throws(PushStoreError) {
        try await write { try self.refuse(notification, because: reason, $0) }
    }

    /// Of an announcement its publisher is told that it is cancelled, and not why.
    private func refuse(
        _ notification: Int64, because reason: String, _ connection: Connection
    ) throws(StorageError) {
        let table = NotificationTable(connection: connection)
        guard try AnnouncementTable(connection: connection).pending(notification)?.state == .scheduled,
            try table.find(notification)?.isBetweenBegins != true
        else { return }
        try table.setRefused(notification, because: reason)
        try NotificationPlanTable(connection: connection).delete(of: notification)
    }

    // MARK: Revoked keys

    /// What a publisher reads of a notification whose API key was revoked, or had ended, before it began.
    static let keyRevoked = "its API key was no longer valid at its start; send it again with another one"

    /// The same of one by local times that had begun in some time zones.
    static let keyRevokedMeanwhile = "its API key was no longer valid before the time had come everywhere"

    /// An API key was revoked or has ended: what it has planned is cancelled, and its series come no more. What has begun by
    /// local times ends as if it were taken back.
    ///
    /// - Returns: those that had begun, of which something may wait that `suppressCancelled` ends.
    func endPlans(of key: APIKeyID, at now: UnixTime, _ connection: Connection) throws(StorageError) -> [Int64] {
        try RevokedKeyTable(connection: connection).insert(key, at: now)
        let table = NotificationTable(connection: connection)
        var begun: [Int64] = []
        for notification in try NotificationPlanTable(connection: connection).notifications(of: key) {
            guard try table.find(notification)?.isBetweenBegins == true else {
                try refuse(notification, because: PushStore.keyRevoked, connection)
                continue
            }
            try table.setRefused(notification, because: PushStore.keyRevokedMeanwhile)
            try end(notification, connection)
            begun.append(notification)
        }
        try SeriesTable(connection: connection).end(of: key, at: now)
        return begun
    }

    /// Whether the key by which a notification for later is judged was revoked, as one may be that was being taken on
    /// meanwhile.
    func isOfRevokedKey(_ notification: Int64) async throws(PushStoreError) -> Bool {
        try await read { connection in
            guard let plan = try NotificationPlanTable(connection: connection).find(notification) else { return false }
            return try RevokedKeyTable(connection: connection).contains(plan.apiKey)
        }
    }

    /// Keeps who is told of a notification by local times now: those for whom it is that time, or has been, and who have
    /// not been told. Where its time to live is over for somebody since then they are told no more. Does nothing when
    /// it was taken back meanwhile.
    ///
    /// - Parameter recipients: all who are in its audience now.
    /// - Returns: how many that were.
    func recordLocalAudience(
        of notification: Int64, _ recipients: [ResolvedRecipient], at now: UnixTime
    ) async throws(PushStoreError) -> Int {
        let zones = try await read { connection in
            try TimeZoneTable(connection: connection).zones(of: recipients.map(\.recipient))
        }
        return try await write { connection in
            let table = NotificationTable(connection: connection)
            guard let pending = try AnnouncementTable(connection: connection).pending(notification),
                pending.resolvedAt == nil, pending.state != .cancelled,
                let sent = try table.find(notification)?.record.notification, let start = sent.localStart
            else { return 0 }
            var times = LocalTimes(start)
            let told = try table.told(notification)
            let due = recipients.filter { one in
                let moment = times.moment(in: zones[one.recipient])
                return moment <= now && now < sent.expiresAt ?? sent.content.end(from: moment)
                    && !told.contains(one.recipient)
            }
            let waves = LocalWaves(of: start.moment)
            let end = sent.expiresAt ?? sent.content.end(from: waves.latest(at: now) ?? now)
            let next = waves.next(after: now)
            try table.setBegun(notification, recipients: due.count, next: next, end: end, at: now)
            try WaitingRecipientTable(connection: connection)
                .insert(WaitingRecipientTable.portions(due), of: notification)
            // By it what is left ends when its key is revoked.
            if next == nil { try NotificationPlanTable(connection: connection).delete(of: notification) }
            return due.count
        }
    }
}
