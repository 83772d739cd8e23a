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
        _ id: AnnouncementID, of publisher: PublisherID, to notification: OutgoingNotification, _ plan: NotificationPlan,
        _ text: (title: String?, body: String?), isBounded: Bool, at now: UnixTime
    ) async throws(PushStoreError) -> NotificationRecord {
        try await write { connection in
            let table = NotificationTable(connection: connection)
            guard let kept = try table.find(id, of: publisher) else { throw Refusal.unknownNotification }
            // One that is due may be being decided just now.
            guard kept.record.state == .scheduled, kept.beginsAt > now else { throw Refusal.hasBegun }
            let begin = PublishingRules.begin(of: notification, createdAt: now)
            if isBounded, let place = notification.audience.place {
                try self.bound(publisher, at: place, beginning: begin, at: now, except: kept.number, connection)
            }
            try table.update(kept.number, to: notification, begin > now ? .scheduled : .deciding, text, at: now)
            let plans = NotificationPlanTable(connection: connection)
            if begin > now { try plans.set(plan, of: kept.number) } else { try plans.delete(of: kept.number) }
            guard let changed = try table.find(kept.number) else {
                throw StorageError.sqlite(code: 1, message: "a notification is not there that has just been written")
            }
            return changed.record
        }
    }

    /// By what a notification for later is judged when it begins; nil for an announcement, and for one of an earlier
    /// version.
    nonisolated(nonsending) func plan(of notification: Int64) async throws(PushStoreError) -> NotificationPlan? {
        try await read { try NotificationPlanTable(connection: $0).find(notification) }
    }

    /// Lets a notification that was to begin begin later. Where it says no end, that comes later with it. Does nothing when
    /// it was taken back meanwhile.
    func putOff(_ notification: Int64, until begin: UnixTime) async throws(PushStoreError) {
        try await write { connection in
            let table = NotificationTable(connection: connection)
            guard let kept = try table.find(notification), kept.record.state == .scheduled else { return }
            let sent = kept.record.notification
            try table.setBegin(notification, begin, end: sent.expiresAt ?? sent.content.end(from: begin))
        }
    }

    /// Cancels a notification that was to begin. Does nothing when it was taken back meanwhile.
    ///
    /// - Parameter reason: what its publisher reads.
    func refuse(_ notification: Int64, because reason: String) async throws(PushStoreError) {
        try await write { connection in
            let table = NotificationTable(connection: connection)
            guard let kept = try table.find(notification), kept.record.state == .scheduled else { return }
            try table.setRefused(notification, because: reason)
            try NotificationPlanTable(connection: connection).delete(of: notification)
        }
    }
}
