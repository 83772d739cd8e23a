// Deliveries that end without being sent, at once or when they are back.

import Models
import Storage

extension PushStore {
    /// Ends what waits, and what is in flight when it comes back unsent; gives how many have ended.
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

    /// Suppresses deliveries. Those that are in flight are suppressed only if they come back unsent.
    func end(
        _ deliveries: [DeliveryTable.Open], _ reason: SuppressionReason, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) {
        try end(deliveries, as: DeliveryEnd(state: .suppressed, reason: reason.rawValue), at: now, connection)
    }

    /// Ends what was ended on its way and waits nonetheless, at most so many; whether there may be more.
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

    /// Nothing is kept of what was on its way to somebody who was erased meanwhile.
    func forgetIfErased(_ delivery: DeliveryTable.Open, _ connection: Connection) throws(StorageError) {
        guard try !RecipientTable(connection: connection).contains(delivery.recipient) else { return }
        try DeliveryTable(connection: connection).delete(delivery.number)
    }
}
