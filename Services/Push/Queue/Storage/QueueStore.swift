import Models
import Storage

extension QueueStore {
    /// After `place` in queue order.
    func due(
        _ channel: DeliveryChannel, at now: UnixTime, after place: QueuePlace?, limit: Int
    ) async throws(PushStoreError) -> [DueDelivery] {
        let revision = inFlight.revision
        return try await read {
            try DueTable(connection: $0, revision: revision).due(channel, at: now, after: place, limit: limit)
        }
    }

    /// At most `limit` of each channel.
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

    /// Due or not; nil if it has ended or changed the channel.
    func waiting(
        _ delivery: Int64, in channel: DeliveryChannel
    ) async throws(PushStoreError) -> DueDelivery? {
        let revision = inFlight.revision
        return try await read { try DueTable(connection: $0, revision: revision).waiting(delivery, in: channel) }
    }

    /// Makes deliveries due that wait because of a provider outage; returns whether more may be left.
    func endOutage(of channel: DeliveryChannel, limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        guard try await read({ try $0.deliveries.hasOutage(in: channel, after: now) }) else { return false }
        return try await write { connection in
            try connection.deliveries.endOutage(in: channel, limit: limit, at: now) >= limit
        }
    }

    /// Stored before any of it leaves: after a crash it is unknown which pushes have left. All up to `place` may leave,
    /// except those that came back unsent; `deliveries` are marked one by one, at any place of the queue.
    func recordTaken(
        upTo place: QueuePlace?, and deliveries: [Int64], in channel: DeliveryChannel
    ) async throws(PushStoreError) {
        try await write { connection in
            if let place { try connection.takenQueues.record(place, in: channel) }
            try connection.takenQueues.record(deliveries)
        }
    }

    /// Call it when the outcomes of all deliveries are stored.
    func forgetTaken() async throws(PushStoreError) {
        try await write { try $0.takenQueues.clear() }
    }

    func outages() async throws(PushStoreError) -> [DeliveryChannel: KeptOutage] {
        try await read { try $0.outages.all() }
    }

    func recordOutage(_ outage: KeptOutage?, of channel: DeliveryChannel) async throws(PushStoreError) {
        try await write { try $0.outages.record(outage, of: channel) }
    }

    /// Run it after a crash, before the first push. A delivery that may have left counts as sent if it is ended from now
    /// on. Deliveries that were to end, or whose recipient is gone, end.
    func recover(limit: Int, at now: UnixTime) async throws(PushStoreError) {
        try await write { connection in
            try connection.takenQueues.markUnconfirmed()
            try connection.takenQueues.clear()
            try connection.deliveries.endForNobody()
        }
        while try await endLeft(limit: limit, at: now) {}
    }

    /// The muted ones, and all of users who have reached the cap. With `describesMuted` it returns facts, which are slower
    /// than numbers.
    func silencedPushDevices(
        for kind: String, describesMuted: Bool = false, at now: UnixTime
    ) async throws(PushStoreError) -> SilencedPushDevices {
        try await read { connection in
            var silenced = SilencedPushDevices()
            if describesMuted {
                silenced.mutedDevices = try connection.tokens.mutedPushDevices()
            } else {
                silenced.muted = try connection.tokens.mutedPushDeviceCounts()
            }
            guard let cap = caps.cap(of: kind) else { return silenced }
            silenced.capped = Set(try connection.pushCounts.capped(at: cap, of: kind, since: caps.beginning(at: now)))
            return silenced
        }
    }
}

struct SilencedPushDevices: Sendable {
    var capped: Set<Int64> = []
    /// By recipient, unless their facts were requested.
    var muted: [Int64: Int] = [:]
    /// By recipient, if they were requested.
    var mutedDevices: [Int64: [DeviceFacts]] = [:]
}
