// Deliveries that end without being sent, at once or when they are back, and after a crash.

import Models
import Storage

extension SQLitePushStore {
    /// Ends what waits, and what is in flight when it comes back unsent; gives how many have ended.
    @discardableResult
    func end(
        _ open: [DeliveryTable.Open], as end: DeliveryEnd, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> Int {
        let deliveries = DeliveryTable(connection: connection)
        let (endable, onTheirWay) = inFlight.split(open, number: \.number)
        try deliveries.endLater(onTheirWay, as: end)
        var books = BooksChanges()
        try deliveries.end(endable, as: end, at: now, in: &books)
        try BooksTable(connection: connection).enter(books)
        return endable.count
    }

    /// Nothing is kept of what was on its way to somebody who was erased meanwhile.
    func forgetIfErased(_ delivery: DeliveryTable.Open, _ connection: Connection) throws(StorageError) {
        guard try !RecipientTable(connection: connection).contains(delivery.recipient) else { return }
        try DeliveryTable(connection: connection).delete(delivery.number)
    }

    func endLeft(limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        guard try read({ try !DeliveryTable(connection: $0).ending(limit: 1).isEmpty }) else { return false }
        return try await write { connection in
            let deliveries = DeliveryTable(connection: connection)
            let ending = try deliveries.ending(limit: limit + inFlight.count)
            let endable = inFlight.split(ending, number: \.number).endable
            var books = BooksChanges()
            for delivery in endable {
                guard let end = delivery.end else { continue }
                try deliveries.end([delivery], as: end, at: now, in: &books)
                try forgetIfErased(delivery, connection)
            }
            try BooksTable(connection: connection).enter(books)
            return endable.count >= limit
        }
    }

    func endOutage(of lane: DeliveryLane, limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        guard try read({ try DeliveryTable(connection: $0).hasOutage(in: lane, after: now) }) else { return false }
        return try await write { connection in
            try DeliveryTable(connection: connection).endOutage(in: lane, limit: limit, at: now) >= limit
        }
    }

    func noteTaken(
        upTo place: QueuePlace?, and deliveries: [Int64], in lane: DeliveryLane
    ) async throws(PushStoreError) {
        try await write { connection in
            let taken = TakenQueueTable(connection: connection)
            if let place { try taken.note(place, in: lane) }
            try taken.note(deliveries)
        }
    }

    func forgetTaken() async throws(PushStoreError) {
        try await write { try TakenQueueTable(connection: $0).clear() }
    }

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
