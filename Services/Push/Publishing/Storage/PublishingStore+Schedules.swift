import Models
import Storage

extension PublishingStore {
    /// Works only before it has begun. Throws `unknownNotification`, `hasBegun`, and with `isBounded` the errors of `send`.
    /// `plan` is for the check at its begin.
    func change(
        _ id: NotificationID, of publisher: PublisherID, to notification: OutgoingNotification,
        _ plan: NotificationPlan, isBounded: Bool, at now: UnixTime
    ) async throws(PushStoreError) -> NotificationRecord {
        try await write { connection in
            let table = connection.notifications
            guard let kept = try table.find(own: id.text, of: publisher, among: .others) else {
                throw Refusal.unknownNotification
            }
            // The audience of a due notification may be being resolved right now.
            guard kept.record.state == .scheduled, kept.beginsAt > now, !kept.isBetweenBegins else {
                throw Refusal.hasBegun
            }
            let begin = PublishingRules.begin(of: notification, createdAt: now)
            if isBounded, let place = notification.audience.place {
                try self.bound(publisher, at: place, beginning: begin, at: now, except: kept.number, connection)
            }
            try table.update(kept.number, to: notification, begin > now ? .scheduled : .deciding, at: now)
            try connection.namedRecipients.set(notification.audience, of: kept.number)
            let plans = connection.notificationPlans
            if begin > now { try plans.set(plan, of: kept.number) } else { try plans.delete(of: kept.number) }
            guard let changed = try table.find(kept.number) else {
                throw StorageError.unreadable(column: "number", source: "notification")
            }
            return changed.record
        }
    }

    /// Counts the cancellation while it can hide the notification: from its begin to its end, for a day at most.
    /// `suppressCancelled` suppresses the waiting deliveries. `publisher` is nil for an operator, whose cancellations are
    /// not counted.
    func cancel(_ notification: Int64, by publisher: PublisherID?, at now: UnixTime) async throws(PushStoreError) {
        try await write { connection in
            let table = connection.notifications
            guard let kept = try table.find(notification), kept.state != .cancelled else { return }
            if let publisher, let place = kept.query.place, kept.beginsAt <= now, now < kept.endsAt,
                now < kept.beginsAt.adding(seconds: CountRules.day)
            {
                // Announcing and cancelling reveals as much as a dry run. Later, a cancellation hides nothing.
                try connection.probes.insert(publisher, .takeBack, at: place, now)
            }
            try table.setState(notification, .cancelled)
            try end(notification, connection)
        }
    }
}
