import Models
import Storage

extension QueueSteps {
    /// Those in flight only if they come back unsent; returns the number ended now.
    @discardableResult
    func end(
        _ open: [DeliveryTable.Open], as end: DeliveryEnd, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> Int {
        let deliveries = DeliveryTable(connection: connection)
        let (endable, onTheirWay) = inFlight.split(open, number: \.number)
        try deliveries.endLater(onTheirWay, as: end)
        var counts = DeliveryCountChanges()
        try deliveries.end(endable, as: end, at: now, in: &counts)
        try DeliveryCountTable(connection: connection).enter(counts)
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
        try WaitingRecipientTable(connection: connection).delete(of: notification)
        try NotificationPlanTable(connection: connection).delete(of: notification)
    }

    /// Ends waiting deliveries; returns whether more may be left.
    func suppressCancelled(_ notification: Int64, limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        try await end(notification, as: .suppressed, SuppressionReason.cancelled.rawValue, limit: limit, at: now)
    }

    /// Deletes inbox entries that no push device has shown; returns whether more may be left. An entry with a delivery in
    /// flight is checked when that ends.
    func removeUnreceived(_ notification: Int64, limit: Int) async throws(PushStoreError) -> Bool {
        guard try await read({ try NotificationTable(connection: $0).uncheckedEntries(of: notification) }) != nil else {
            return false
        }
        return try await write { connection in
            let table = NotificationTable(connection: connection)
            guard let entries = try table.uncheckedEntries(of: notification) else { return false }
            let end = min(entries.lowerBound + Int64(limit), entries.upperBound)
            try InboxTable(connection: connection).deleteUnreceived(of: notification, among: entries.lowerBound...end)
            let isLast = end == entries.upperBound
            try table.setLookedThrough(notification, before: isLast ? nil : end + 1)
            return !isLast
        }
    }

    /// Returns whether more may be left. Deliveries in flight may still be sent.
    fileprivate func end(
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

extension QueueStore {
    /// For notifications that a crash left over, or that were cancelled before their entries existed.
    func removeUnreceived(limit: Int) async throws(PushStoreError) -> Bool {
        guard let notification = try await read({ try NotificationTable(connection: $0).nextWithUncheckedEntries() })
        else {
            return false
        }
        _ = try await removeUnreceived(notification, limit: limit)
        return true
    }

    /// Ends deliveries whose notification is over; returns whether more may be left.
    func expire(limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        for notification in try await read({ try NotificationTable(connection: $0).overdue(at: now) }) {
            if try await end(notification, as: .expired, nil, limit: limit, at: now) { return true }
        }
        return false
    }

    /// Ends those that were ended in flight but still wait; returns whether more may be left.
    func endLeft(limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        guard try await read({ try !DeliveryTable(connection: $0).ending(limit: 1).isEmpty }) else { return false }
        return try await write { connection in
            let deliveries = DeliveryTable(connection: connection)
            let ending = try deliveries.ending(limit: limit + inFlight.count)
            let endable = inFlight.split(ending, number: \.number).endable
            var counts = DeliveryCountChanges()
            for delivery in endable {
                guard let end = delivery.end else { continue }
                try deliveries.end([delivery], as: end, at: now, in: &counts)
                try forgetIfErased(delivery, connection)
            }
            try DeliveryCountTable(connection: connection).enter(counts)
            return endable.count >= limit
        }
    }

    func forgetIfErased(_ delivery: DeliveryTable.Open, _ connection: Connection) throws(StorageError) {
        guard try !RecipientTable(connection: connection).contains(delivery.recipient) else { return }
        try DeliveryTable(connection: connection).delete(delivery.number)
    }
}
