import Models
import Storage

extension QueueSteps {
    /// Those in flight only if they come back unsent; returns the number ended now.
    @discardableResult
    func end(
        _ open: [DeliveryTable.Open], as end: DeliveryEnd, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> Int {
        let (endable, onTheirWay) = inFlight.split(open, number: \.number)
        try connection.deliveries.endLater(onTheirWay, as: end)
        var counts = DeliveryCountChanges()
        try connection.deliveries.end(endable, as: end, at: now, in: &counts)
        try connection.notifications.enter(counts)
        return endable.count
    }

    /// Suppresses deliveries in flight only if they come back unsent.
    func end(
        _ deliveries: [DeliveryTable.Open], _ reason: SuppressionReason, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) {
        try end(deliveries, as: DeliveryEnd(state: .suppressed, reason: reason.rawValue), at: now, connection)
    }

    func end(_ notification: Int64, _ connection: Connection) throws(StorageError) {
        inFlight.change(notification: notification)
        try connection.waitingRecipients.delete(of: notification)
        try connection.notificationPlans.delete(of: notification)
    }

    /// Ends waiting deliveries; returns whether more may be left.
    func suppressCancelled(_ notification: Int64, limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        try await end(notification, as: .suppressed, SuppressionReason.cancelled.rawValue, limit: limit, at: now)
    }

    /// Deletes inbox entries that no push device has shown; returns whether more may be left. An entry with a delivery in
    /// flight is checked when that ends.
    func removeUnreceived(_ notification: Int64, limit: Int) async throws(PushStoreError) -> Bool {
        guard try await read({ try $0.notifications.uncheckedEntries(of: notification) }) != nil else { return false }
        return try await write { connection in
            guard let entries = try connection.notifications.uncheckedEntries(of: notification) else { return false }
            let end = min(entries.lowerBound + Int64(limit), entries.upperBound)
            try connection.inbox.deleteUnreceived(of: notification, among: entries.lowerBound...end)
            let isLast = end == entries.upperBound
            try connection.notifications.setLookedThrough(notification, before: isLast ? nil : end + 1)
            return !isLast
        }
    }

    /// Returns whether more may be left. Deliveries in flight may still be sent.
    fileprivate func end(
        _ notification: Int64, as state: DeliveryState, _ reason: String?, limit: Int, at now: UnixTime
    ) async throws(PushStoreError) -> Bool {
        try await write { connection in
            guard let numbers = try connection.notifications.deliveries(of: notification) else { return false }
            let open = try connection.deliveries.open(of: notification, in: numbers, limit: limit + inFlight.count)
            let ended = try self.end(open, as: DeliveryEnd(state: state, reason: reason), at: now, connection)
            return ended >= limit
        }
    }
}

extension QueueStore {
    /// For notifications that a crash left over, or that were cancelled before their entries existed.
    func removeUnreceived(limit: Int) async throws(PushStoreError) -> Bool {
        guard let notification = try await read({ try $0.notifications.nextWithUncheckedEntries() })
        else {
            return false
        }
        _ = try await removeUnreceived(notification, limit: limit)
        return true
    }

    /// Ends deliveries whose notification is over; returns whether more may be left.
    func expire(limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        for notification in try await read({ try $0.notifications.overdue(at: now) }) {
            if try await end(notification, as: .expired, nil, limit: limit, at: now) { return true }
        }
        return false
    }

    /// Ends those that were ended in flight but still wait; returns whether more may be left.
    func endLeft(limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        guard try await read({ try !$0.deliveries.ending(limit: 1).isEmpty }) else { return false }
        return try await write { connection in
            let ending = try connection.deliveries.ending(limit: limit + inFlight.count)
            let endable = inFlight.split(ending, number: \.number).endable
            var counts = DeliveryCountChanges()
            for delivery in endable {
                guard let end = delivery.end else { continue }
                try connection.deliveries.end([delivery], as: end, at: now, in: &counts)
                try forgetIfErased(delivery, connection)
            }
            try connection.notifications.enter(counts)
            return endable.count >= limit
        }
    }

    func forgetIfErased(_ delivery: DeliveryTable.Open, _ connection: Connection) throws(StorageError) {
        guard try !connection.recipients.contains(delivery.recipient) else { return }
        try connection.deliveries.delete(delivery.number)
    }
}
