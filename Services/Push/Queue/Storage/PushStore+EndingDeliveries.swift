import Models
import Storage

extension PushStore {
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
