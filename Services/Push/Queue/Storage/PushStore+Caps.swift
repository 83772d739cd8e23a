import Models
import Storage

extension PushStore {
    /// Counts for each recipient below the cap in a range of entries; returns those who have reached it. Silent
    /// notifications and kinds without a cap are not counted.
    func countPushes(
        of notification: Int64, _ entries: ClosedRange<Int64>, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> Set<Int64> {
        guard let kind = try NotificationTable(connection: connection).shownKind(of: notification),
            let cap = caps.cap(of: kind)
        else { return [] }
        let table = PushCountTable(connection: connection)
        let since = caps.beginning(at: now)
        let capped = try table.capped(at: cap, of: kind, since: since, for: notification, entries)
        try table.add(under: cap, of: kind, since: since, for: notification, entries, at: now)
        return capped
    }

    func suppress(
        _ capped: Set<Int64>, _ added: AddedRows?, of notification: Int64, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) {
        guard let added, !capped.isEmpty else { return }
        let open = try DeliveryTable(connection: connection).open(of: notification, in: added.numbers, limit: .max)
        try end(open.filter { capped.contains($0.recipient) }, .capped, at: now, connection)
    }

    /// The muted ones, and all of users who have reached the cap. With `describesMuted` it returns facts, which are slower
    /// than numbers.
    func silencedPushDevices(
        for kind: String, describesMuted: Bool = false, at now: UnixTime
    ) async throws(PushStoreError) -> SilencedPushDevices {
        try await read { connection in
            let tokens = TokenTable(connection: connection)
            var silenced = SilencedPushDevices()
            if describesMuted {
                silenced.mutedDevices = try tokens.mutedPushDevices()
            } else {
                silenced.muted = try tokens.mutedPushDeviceCounts()
            }
            guard let cap = caps.cap(of: kind) else { return silenced }
            let table = PushCountTable(connection: connection)
            silenced.capped = Set(try table.capped(at: cap, of: kind, since: caps.beginning(at: now)))
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

extension NotificationTable {
    /// Nil for tests and silent notifications.
    fileprivate func shownKind(of number: Int64) throws(StorageError) -> String? {
        try connection.value(
            """
            SELECT kind FROM notification \
            WHERE number = \(number) AND publisher IS NOT NULL AND is_silent = 0
            """)
    }
}
