// Pushes that are not sent since their people have had as many of their kind as they may.

import Models
import Storage

extension PushStore {
    /// Counts a push for those of whom these entries tell, and gives those who have had as many as they may: for them none
    /// counts. Nothing counts where nothing is shown, and of kinds without a cap.
    func countPushes(
        of announcement: Int64, _ entries: ClosedRange<Int64>, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> Set<Int64> {
        guard let kind = try AnnouncementTable(connection: connection).shownKind(of: announcement),
            let cap = caps.cap(of: kind)
        else { return [] }
        let table = PushCountTable(connection: connection)
        let since = caps.beginning(at: now)
        let capped = try table.capped(at: cap, of: kind, since: since, for: announcement, entries)
        try table.add(under: cap, of: kind, since: since, for: announcement, entries, at: now)
        return capped
    }

    /// Suppresses what has just been queued for these people.
    func suppress(
        _ capped: Set<Int64>, _ added: AddedRows?, of announcement: Int64, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) {
        guard let added, !capped.isEmpty else { return }
        let open = try DeliveryTable(connection: connection).open(of: announcement, in: added.numbers, limit: .max)
        try end(open.filter { capped.contains($0.recipient) }, .capped, at: now, connection)
    }

    /// Which push devices are reached by no push of a kind now: those that are muted, and all of people who have had as
    /// many as they may.
    ///
    /// - Parameter describesMuted: whether it is told what those are that are muted, and not only how many, which takes
    ///   longer.
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

/// Push devices that are reached by no push of a kind, by the recipient's number.
struct SilencedPushDevices: Sendable {
    /// Who has had as many pushes of the kind as they may.
    var capped: Set<Int64> = []
    /// How many push devices of somebody are muted, where it is not told what they are.
    var muted: [Int64: Int] = [:]
    /// What those are that are muted, where that is told.
    var mutedDevices: [Int64: [DeviceFacts]] = [:]
}

extension AnnouncementTable {
    /// The kind of an announcement or a notification that shows something; nil for tests and for what shows nothing.
    fileprivate func shownKind(of number: Int64) throws(StorageError) -> String? {
        try connection.value(
            """
            SELECT coalesce(kind, type) AS kind FROM announcement \
            WHERE number = \(number) AND publisher IS NOT NULL AND is_silent = 0
            """)
    }
}
