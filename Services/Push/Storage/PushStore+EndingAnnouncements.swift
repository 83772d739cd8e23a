// Announcements that end: taken back, or over.

import Models
import Storage

extension PushStore {
    /// Takes an announcement back, and counts that its publisher did while that can hide what it announced: from its
    /// begin until its end, for a day at most. What waits of it is suppressed by `suppressCancelled`.
    ///
    /// - Parameter publisher: who takes it back; nil for an operator, of whom nothing is counted.
    func cancel(_ announcement: Int64, by publisher: PublisherID?, at now: UnixTime) async throws(PushStoreError) {
        try await write { connection in
            let table = AnnouncementTable(connection: connection)
            guard let kept = try table.pending(announcement), kept.state != .cancelled else { return }
            if let publisher, let place = kept.query.place, kept.beginsAt <= now, now < kept.endsAt,
                now < kept.beginsAt.adding(seconds: CountRules.day)
            {
                // Whoever announces and takes back learns as much as by a dry run. Later it hides nothing.
                try ProbeTable(connection: connection)
                    .insert(publisher, .takeBack, at: place, now)
            }
            try table.setState(announcement, .cancelled)
            try end(announcement, connection)
        }
    }

    /// Nobody more is told of an announcement that is cancelled from now on.
    func end(_ announcement: Int64, _ connection: Connection) throws(StorageError) {
        inFlight.change(announcement: announcement)
        try WaitingRecipientTable(connection: connection).delete(of: announcement)
        try NotificationPlanTable(connection: connection).delete(of: announcement)
    }

    /// Suppresses what waits of announcements that were cancelled, at most so many; whether there may be more.
    func suppressCancelled(_ announcement: Int64, limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        try await end(announcement, as: .suppressed, SuppressionReason.cancelled.rawValue, limit: limit, at: now)
    }

    /// Takes a cancelled announcement out of the inboxes of those whom no push device has told, so many entries at
    /// most; whether there may be more. Those for whom something is still on its way follow when that has ended.
    func takeBackUntold(_ announcement: Int64, limit: Int) async throws(PushStoreError) -> Bool {
        guard try await read({ try AnnouncementTable(connection: $0).untold(of: announcement) }) != nil else {
            return false
        }
        return try await write { connection in
            let table = AnnouncementTable(connection: connection)
            guard let entries = try table.untold(of: announcement) else { return false }
            let end = min(entries.lowerBound + Int64(limit), entries.upperBound)
            try InboxTable(connection: connection).deleteUntold(of: announcement, among: entries.lowerBound...end)
            let isLast = end == entries.upperBound
            try table.setLookedThrough(announcement, before: isLast ? nil : end + 1)
            return !isLast
        }
    }

    /// The same for those that a crash has left, or that were cancelled before their entries were known.
    func takeBackUntold(limit: Int) async throws(PushStoreError) -> Bool {
        guard let announcement = try await read({ try AnnouncementTable(connection: $0).nextUntold() }) else {
            return false
        }
        _ = try await takeBackUntold(announcement, limit: limit)
        return true
    }

    /// Ends what still waits although its time is over, at most so many; whether there may be more.
    func expire(limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        for announcement in try await read({ try AnnouncementTable(connection: $0).overdue(at: now) }) {
            if try await end(announcement, as: .expired, nil, limit: limit, at: now) { return true }
        }
        return false
    }

    /// Ends what waits of an announcement, at most so many; whether there may be more. What is in flight may still be
    /// sent.
    private func end(
        _ announcement: Int64, as state: DeliveryState, _ reason: String?, limit: Int, at now: UnixTime
    ) async throws(PushStoreError) -> Bool {
        try await write { connection in
            guard let numbers = try AnnouncementTable(connection: connection).deliveries(of: announcement) else {
                return false
            }
            let deliveries = DeliveryTable(connection: connection)
            let open = try deliveries.open(of: announcement, in: numbers, limit: limit + inFlight.count)
            let ended = try self.end(open, as: DeliveryEnd(state: state, reason: reason), at: now, connection)
            return ended >= limit
        }
    }
}
