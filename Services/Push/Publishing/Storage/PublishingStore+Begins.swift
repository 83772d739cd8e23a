import Models
import Storage

extension PublishingStore {
    /// Returns up to 100 notifications to resolve, also notifications being queued, in the order of acceptance.
    func unresolved(at now: UnixTime) async throws(PushStoreError) -> [KeptNotification] {
        try await read { try $0.notifications.unresolved(at: now) }
    }

    /// Stores the recipients, nearest first; `queue` queues them. Does nothing for a resolved or cancelled
    /// notification. If the publisher has since cancelled too many notifications around the place of a scheduled
    /// notification, cancels it and returns the publisher. Users whose position was withdrawn after `withdrawals` are
    /// skipped.
    func recordAudience(
        of notification: Int64, _ recipients: [ResolvedRecipient], after withdrawals: Int64, at now: UnixTime
    ) async throws(PushStoreError) -> PublisherID? {
        // The recipients are encoded outside the transaction, so that other writes do not wait for it.
        let portions = WaitingRecipientTable.portions(recipients)
        return try await write { connection in
            let table = connection.notifications
            guard let kept = try table.find(notification), kept.decidedAt == nil, kept.state != .cancelled
            else { return nil }
            try connection.notificationPlans.delete(of: notification)
            if let publisher = try barred(kept, at: now, connection) {
                try table.setBarred(notification)
                return publisher
            }
            try table.setDecided(
                notification, recipients: recipients.count, recipients.isEmpty ? .done : .deciding,
                after: withdrawals, at: now)
            try connection.waitingRecipients.insert(portions, of: notification)
            return nil
        }
    }

    /// The publisher, if it has since cancelled too much near this place; nil if the notification may begin.
    private func barred(
        _ kept: KeptNotification, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> PublisherID? {
        guard kept.beginsAt > kept.record.createdAt, let place = kept.query.place,
            let publisher = kept.record.publisher
        else { return nil }
        return try connection.probes.end(of: publisher, .takeBack, near: place, at: now) == nil ? nil : publisher
    }

    /// Returns the plan; nil for an announcement, and for a notification by local times that has begun.
    func plan(of notification: Int64) async throws(PushStoreError) -> NotificationPlan? {
        try await read { connection in
            // Announcements and begun notifications have a plan only so that the end of their key can stop them.
            guard
                try connection.exists(
                    "SELECT 1 FROM notification WHERE number = \(notification) AND type IS NULL AND has_begun = 0")
            else { return nil }
            return try connection.notificationPlans.find(notification)
        }
    }

    /// Postpones a notification. An end that follows from the begin moves with the begin. Does nothing if the
    /// notification was cancelled.
    func putOff(_ notification: Int64, until begin: UnixTime) async throws(PushStoreError) {
        try await write { connection in
            let table = connection.notifications
            guard let kept = try table.find(notification), kept.record.state == .scheduled else { return }
            let sent = kept.record.notification
            // Recipients whose time to live is over would be left out, and the count would reveal their time zone.
            if let start = sent.localStart, let end = PublishingRules.end(of: sent, inFirstZoneOf: start), begin >= end
            {
                return try self.refuse(
                    notification,
                    because: "its API key was at its limit until timeToLive had ended in some time zones", connection)
            }
            try table.setBegin(notification, begin, end: sent.expiresAt ?? sent.content.end(from: begin))
        }
    }

    /// Cancels a notification that must not begin. Its publisher sees `reason`. Does nothing if it has begun or was
    /// cancelled.
    func refuse(_ notification: Int64, because reason: String) async throws(PushStoreError) {
        try await write { try self.refuse(notification, because: reason, $0) }
    }

    /// Whether the notification's API key was revoked. This can happen while the notification is being accepted.
    func isOfRevokedKey(_ notification: Int64) async throws(PushStoreError) -> Bool {
        try await read { connection in
            guard let plan = try connection.notificationPlans.find(notification) else { return false }
            return try connection.notificationPlans.isRevoked(plan.apiKey)
        }
    }

    /// Adds the recipients whose local time has come, if they were not notified before and the time to live is not
    /// over. Does nothing if the notification was cancelled. `recipients` is the whole current audience; returns the
    /// number of new recipients.
    func recordLocalAudience(
        of notification: Int64, _ recipients: [ResolvedRecipient], at now: UnixTime
    ) async throws(PushStoreError) -> Int {
        let zones = try await read { connection in
            try connection.tokens.timeZones(of: recipients.map(\.recipient))
        }
        return try await write { connection in
            let table = connection.notifications
            guard let kept = try table.find(notification), kept.decidedAt == nil, kept.state != .cancelled,
                let start = kept.record.notification.localStart
            else { return 0 }
            let sent = kept.record.notification
            var times = LocalTimes(start)
            let former = try table.recipients(of: notification)
            let due = recipients.filter { one in
                let moment = times.moment(in: zones[one.recipient])
                return moment <= now && now < sent.expiresAt ?? sent.content.end(from: moment)
                    && !former.contains(one.recipient)
            }
            let waves = LocalWaves(of: start.moment)
            let end = sent.expiresAt ?? sent.content.end(from: waves.latest(at: now) ?? now)
            let next = waves.next(after: now)
            try table.setBegun(notification, recipients: due.count, next: next, end: end, at: now)
            try connection.waitingRecipients.insert(WaitingRecipientTable.portions(due), of: notification)
            // The plan stays until the last begin, so that a revoked key prevents the further begins.
            if next == nil { try connection.notificationPlans.delete(of: notification) }
            return due.count
        }
    }
}

extension PlanSteps {
    /// Cancels a notification with a reason. An announcement's publisher does not see the reason.
    func refuse(_ notification: Int64, because reason: String, _ connection: Connection) throws(StorageError) {
        guard let kept = try connection.notifications.find(notification), kept.state == .scheduled,
            !kept.isBetweenBegins
        else { return }
        try connection.notifications.setRefused(notification, because: reason)
        try connection.notificationPlans.delete(of: notification)
    }

    static var keyRevoked: String { "its API key was no longer valid at its start; send it again with another one" }

    /// The reason for a notification by local times that had begun in some time zones.
    static var keyRevokedMeanwhile: String { "its API key was no longer valid before the time had come everywhere" }

    /// Cancels the notifications that a revoked or ended API key has scheduled, and ends its series. Returns the
    /// notifications sent at local times that have already begun: the caller calls `suppressCancelled` for them.
    func endPlans(of key: APIKeyID, at now: UnixTime, _ connection: Connection) throws(StorageError) -> [Int64] {
        try connection.notificationPlans.revoke(key, at: now)
        var begun: [Int64] = []
        for notification in try connection.notificationPlans.notifications(of: key) {
            guard try connection.notifications.find(notification)?.isBetweenBegins == true else {
                try refuse(notification, because: Self.keyRevoked, connection)
                continue
            }
            try connection.notifications.setRefused(notification, because: Self.keyRevokedMeanwhile)
            try end(notification, connection)
            begun.append(notification)
        }
        try connection.series.end(of: key, at: now)
        return begun
    }
}
