// The queue: what is due, how far it has been read, and what a crash has left of it.

import Models
import Storage

extension PushStore {
    /// What is due in a channel at a moment, in its order and behind a place; at most so many.
    func due(
        _ channel: DeliveryChannel, at now: UnixTime, after place: QueuePlace?, limit: Int
    ) async throws(PushStoreError) -> [DueDelivery] {
        let revision = inFlight.revision
        return try await read {
            try DueTable(connection: $0, revision: revision).due(channel, at: now, after: place, limit: limit)
        }
    }

    /// How many deliveries are due in each channel, at most `limit` of each.
    func dueCounts(
        at now: UnixTime, limit: Int
    ) async throws(PushStoreError) -> [DeliveryChannel: Int] {
        try await read { connection in
            var counts: [DeliveryChannel: Int] = [:]
            for channel in DeliveryChannel.allCases {
                counts[channel] = try connection.value(
                    """
                    SELECT count(*) FROM (SELECT 1 FROM delivery WHERE channel = \(channel) AND next_at <= \(now) \
                    LIMIT \(limit)) AS due
                    """)
            }
            return counts
        }
    }

    /// A delivery of a channel as it stands, due or not; nil when it has ended or gone to another channel.
    func waiting(
        _ delivery: Int64, in channel: DeliveryChannel
    ) async throws(PushStoreError) -> DueDelivery? {
        let revision = inFlight.revision
        return try await read { try DueTable(connection: $0, revision: revision).waiting(delivery, in: channel) }
    }

    /// Makes due at once what waits for a later try in a channel since its provider was not well, at most so many;
    /// whether there may be more.
    func endOutage(of channel: DeliveryChannel, limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        guard try await read({ try DeliveryTable(connection: $0).hasOutage(in: channel, after: now) }) else {
            return false
        }
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

    /// Until when providers are to be left alone that were not well when the last run ended.
    func outages() async throws(PushStoreError) -> [DeliveryChannel: KeptOutage] {
        try await read { try OutageTable(connection: $0).all() }
    }

    /// Keeps until when the provider of a channel is left alone; nil when it is well.
    func recordOutage(_ outage: KeptOutage?, of channel: DeliveryChannel) async throws(PushStoreError) {
        try await write { try OutageTable(connection: $0).record(outage, of: channel) }
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
