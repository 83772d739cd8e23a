import Models
import Storage

extension PushStore {
    /// Cancels an announcement. Counts the cancellation while it can hide the announcement: from its begin to its end,
    /// for a day at most. `suppressCancelled` suppresses the waiting deliveries.
    ///
    /// - Parameter publisher: The publisher that cancels; nil for an operator, whose cancellations are not counted.
    func cancel(_ announcement: Int64, by publisher: PublisherID?, at now: UnixTime) async throws(PushStoreError) {
        try await write { connection in
            let table = AnnouncementTable(connection: connection)
            guard let kept = try table.pending(announcement), kept.state != .cancelled else { return }
            if let publisher, let place = kept.query.place, kept.beginsAt <= now, now < kept.endsAt,
                now < kept.beginsAt.adding(seconds: CountRules.day)
            {
                // Announcing and cancelling reveals as much as a dry run. Later, a cancellation hides nothing.
                try ProbeTable(connection: connection)
                    .insert(publisher, .takeBack, at: place, now)
            }
            try table.setState(announcement, .cancelled)
            try end(announcement, connection)
        }
    }

    /// Stops deliveries of an announcement from now on.
    func end(_ announcement: Int64, _ connection: Connection) throws(StorageError) {
        inFlight.change(announcement: announcement)
        try WaitingRecipientTable(connection: connection).delete(of: announcement)
        try NotificationPlanTable(connection: connection).delete(of: announcement)
    }

    /// Suppresses at most `limit` waiting deliveries of a cancelled announcement; returns whether more may be left.
    func suppressCancelled(_ announcement: Int64, limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        try await end(announcement, as: .suppressed, SuppressionReason.cancelled.rawValue, limit: limit, at: now)
    }

    /// Checks up to `limit` inbox entries of a cancelled announcement, and deletes those that no push device has shown;
    /// returns whether more may be left. An entry with a delivery in flight is checked when that ends.
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

    /// The same for announcements that a crash left over, or that were cancelled before their entries existed.
    func takeBackUntold(limit: Int) async throws(PushStoreError) -> Bool {
        guard let announcement = try await read({ try AnnouncementTable(connection: $0).nextUntold() }) else {
            return false
        }
        _ = try await takeBackUntold(announcement, limit: limit)
        return true
    }

    /// Ends at most `limit` deliveries whose announcement is over; returns whether more may be left.
    func expire(limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        for announcement in try await read({ try AnnouncementTable(connection: $0).overdue(at: now) }) {
            if try await end(announcement, as: .expired, nil, limit: limit, at: now) { return true }
        }
        return false
    }

    /// Ends at most `limit` waiting deliveries of an announcement; returns whether more may be left. Deliveries in
    /// flight may still be sent.
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
