// Deliveries that end without being sent, at once or when they are back, and after a crash.

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

    /// Nothing is kept of what was on its way to somebody who was erased meanwhile.
    func forgetIfErased(_ delivery: DeliveryTable.Open, _ connection: Connection) throws(StorageError) {
        guard try !RecipientTable(connection: connection).contains(delivery.recipient) else { return }
        try DeliveryTable(connection: connection).delete(delivery.number)
    }

    /// Ends what was ended on its way and waits nonetheless, at most so many; whether there may be more.
    func endLeft(limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        guard try read({ try !DeliveryTable(connection: $0).ending(limit: 1).isEmpty }) else { return false }
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

    /// Makes due at once what waits for a later try in a channel since its provider was not well, at most so many;
    /// whether there may be more.
    func endOutage(of channel: DeliveryChannel, limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        guard try read({ try DeliveryTable(connection: $0).hasOutage(in: channel, after: now) }) else { return false }
        return try await write { connection in
            try DeliveryTable(connection: connection).endOutage(in: channel, limit: limit, at: now) >= limit
        }
    }

    /// Stores what a channel has read from its queue, before anything of it leaves: after a crash it is not known what
    /// has.
    ///
    /// - Parameters:
    ///   - place: all up to there may leave but what came back unsent; nil for nothing.
    ///   - deliveries: what is noted by itself, wherever it stands.
    func recordTaken(
        upTo place: QueuePlace?, and deliveries: [Int64], in channel: DeliveryChannel
    ) async throws(PushStoreError) {
        try await write { connection in
            let taken = TakenQueueTable(connection: connection)
            if let place { try taken.record(place, in: channel) }
            try taken.record(deliveries)
        }
    }

    /// Forgets up to where the queues have been read: what became of all of it is stored.
    func forgetTaken() async throws(PushStoreError) {
        try await write { try TakenQueueTable(connection: $0).clear() }
    }

    /// Brings in order what a crash has left, before anything is sent: what may have left counts as sent if it is ended
    /// from now on, and what was to end or is for nobody any more ends.
    func recover(limit: Int, at now: UnixTime) async throws(PushStoreError) {
        try await write { connection in
            let taken = TakenQueueTable(connection: connection)
            try taken.markUnconfirmed()
            try taken.clear()
            try DeliveryTable(connection: connection).endForNobody()
        }
        while try await endLeft(limit: limit, at: now) {}
    }
}
