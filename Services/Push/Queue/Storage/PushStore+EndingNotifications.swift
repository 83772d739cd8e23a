import Models
import Storage

extension PushStore {
    /// Counts the cancellation while it can hide the notification: from its begin to its end, for a day at most.
    /// `suppressCancelled` suppresses the waiting deliveries. `publisher` is nil for an operator, whose cancellations are
    /// not counted.
    func cancel(_ notification: Int64, by publisher: PublisherID?, at now: UnixTime) async throws(PushStoreError) {
        try await write { connection in
            let table = NotificationTable(connection: connection)
            guard let kept = try table.pending(notification), kept.state != .cancelled else { return }
            if let publisher, let place = kept.query.place, kept.beginsAt <= now, now < kept.endsAt,
                now < kept.beginsAt.adding(seconds: CountRules.day)
            {
                // Announcing and cancelling reveals as much as a dry run. Later, a cancellation hides nothing.
                try ProbeTable(connection: connection)
                    .insert(publisher, .takeBack, at: place, now)
            }
            try table.setState(notification, .cancelled)
            try end(notification, connection)
        }
    }

    func end(_ notification: Int64, _ connection: Connection) throws(StorageError) {
        inFlight.change(notification: notification)
        try WaitingRecipientTable(connection: connection).delete(of: notification)
        try NotificationPlanTable(connection: connection).delete(of: notification)
    }

    /// Ends waiting deliveries; returns whether more may be left.
    func suppressCancelled(_ notification: Int64, limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        try await end(notification, as: .suppressed, SuppressionReason.cancelled.rawValue, limit: limit, at: now)
    }

    /// Deletes inbox entries that no push device has shown; returns whether more may be left. An entry with a delivery in
    /// flight is checked when that ends.
    func takeBackUntold(_ notification: Int64, limit: Int) async throws(PushStoreError) -> Bool {
        guard try await read({ try NotificationTable(connection: $0).untold(of: notification) }) != nil else {
            return false
        }
        return try await write { connection in
            let table = NotificationTable(connection: connection)
            guard let entries = try table.untold(of: notification) else { return false }
            let end = min(entries.lowerBound + Int64(limit), entries.upperBound)
            try InboxTable(connection: connection).deleteUntold(of: notification, among: entries.lowerBound...end)
            let isLast = end == entries.upperBound
            try table.setLookedThrough(notification, before: isLast ? nil : end + 1)
            return !isLast
        }
    }

    /// For notifications that a crash left over, or that were cancelled before their entries existed.
    func takeBackUntold(limit: Int) async throws(PushStoreError) -> Bool {
        guard let notification = try await read({ try NotificationTable(connection: $0).nextUntold() }) else {
            return false
        }
        _ = try await takeBackUntold(notification, limit: limit)
        return true
    }

    /// Ends deliveries whose notification is over; returns whether more may be left.
    func expire(limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        for notification in try await read({ try NotificationTable(connection: $0).overdue(at: now) }) {
            if try await end(notification, as: .expired, nil, limit: limit, at: now) { return true }
        }
        return false
    }

    /// Returns whether more may be left. Deliveries in flight may still be sent.
    private func end(
        _ notification: Int64, as state: DeliveryState, _ reason: String?, limit: Int, at now: UnixTime
    ) async throws(PushStoreError) -> Bool {
        try await write { connection in
            guard let numbers = try NotificationTable(connection: connection).deliveries(of: notification) else {
                return false
            }
            let deliveries = DeliveryTable(connection: connection)
            let open = try deliveries.open(of: notification, in: numbers, limit: limit + inFlight.count)
            let ended = try self.end(open, as: DeliveryEnd(state: state, reason: reason), at: now, connection)
            return ended >= limit
        }
    }
}
