import Foundation

/// Places of one device for one request.
struct OutboxBatch: Hashable, Sendable {
    let device: LocationDeviceID
    /// The oldest first; never empty.
    let entries: [OutboxEntry]
    /// For a place that waited, the minutes that remain.
    let keeping: LocationKeeping

    var end: Int64 { entries.last?.number ?? 0 }
}

/// The next step for a device.
enum OutboxStep: Hashable, Sendable {
    case rest
    /// A change that only the passing of time caused.
    case note(OutboxRecord)
    case send(OutboxBatch)
}

extension OutboxQueue {
    /// In seconds. If a place is further ahead of the clock than this, the clock was set back.
    static let clockLeeway: TimeInterval = 60

    /// The records for adding a place; none if the device already has a place that is as new or newer.
    ///
    /// When the outbox is full, the longest line loses its oldest place, so that the history of one device never costs
    /// another its newest place.
    ///
    /// - Parameter limit: The most places that may wait, at least 1.
    func recordsForTaking(
        _ location: DeviceLocation, of device: LocationDeviceID, keeping: LocationKeeping, at now: Date, limit: Int
    ) -> [OutboxRecord] {
        let entry = OutboxEntry(number: nextNumber, device: device, location: location, keeping: keeping)
        guard isNews(entry, at: now) else { return [] }
        if case .newestOnly = keeping, lines[device] != nil { return [.taken(entry)] }
        guard count >= limit, let longest = largestLine, let oldest = longest.first else { return [.taken(entry)] }
        return [.dropped(oldest.device, through: oldest.number), .taken(entry)]
    }

    /// An older place would replace the newer one on the server. But a newest place in the future only shows that the
    /// clock was wrong then.
    private func isNews(_ entry: OutboxEntry, at now: Date) -> Bool {
        guard let last = newest[entry.device], last <= now.addingTimeInterval(OutboxQueue.clockLeeway) else {
            return true
        }
        return entry.location.recordedAt > last
    }

    private var largestLine: [OutboxEntry]? {
        lines.values.max { one, other in
            one.count == other.count ? one[0].number > other[0].number : one.count < other.count
        }
    }

    /// - Parameter limit: The most places in one request, at least 1.
    func step(for device: LocationDeviceID, at now: Date, limit: Int) -> OutboxStep {
        guard let line = lines[device], let first = line.first else { return .rest }
        guard let minutes = first.minutesLeft(at: now) else {
            return .send(OutboxBatch(device: device, entries: Array(line.prefix(limit)), keeping: .history))
        }
        guard minutes > 0 || line.count > 1 else { return .note(.expired(device, through: first.number)) }
        // Only the first place of a line can be one with an expiry. If others follow, it is sent even after its time:
        // it erases the history before them, and they replace it at once.
        return .send(OutboxBatch(device: device, entries: [first], keeping: .newestOnly(minutes: max(1, minutes))))
    }
}
