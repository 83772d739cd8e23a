// What the outbox takes in, what it gives up, and what it sends next. Pure: a queue and the time in, decisions out.

import Foundation

/// Places of one device that go into one request.
struct OutboxBatch: Hashable, Sendable {
    let device: MiataruDeviceID
    /// The oldest first; never empty.
    let entries: [OutboxEntry]
    /// For a place that was kept back, the minutes that are left of its time.
    let keeping: LocationKeeping

    /// The number of the last entry.
    var end: Int64 { entries.last?.number ?? 0 }
}

/// What is to be done next for a device.
enum OutboxStep: Hashable, Sendable {
    /// There is nothing to send.
    case rest
    /// Something happened just by the passing of time.
    case note(OutboxRecord)
    /// These are to be sent.
    case send(OutboxBatch)
}

extension OutboxQueue {
    /// How far a place may lie ahead of the clock before the clock counts as set back, in seconds.
    static let clockLeeway: TimeInterval = 60

    /// What taking in a place comes to; nothing when a place just as new or newer of this device was taken in before.
    ///
    /// When the outbox is full, the longest line gives up its oldest place, so that no device loses its newest one to
    /// another's past.
    ///
    /// - Parameter limit: The most places that may wait, at least 1.
    func recordsForTaking(
        _ location: DeviceLocation, of device: MiataruDeviceID, keeping: LocationKeeping, at now: Date, limit: Int
    ) -> [OutboxRecord] {
        let entry = OutboxEntry(number: nextNumber, device: device, location: location, keeping: keeping)
        guard isNews(entry, at: now) else { return [] }
        if case .newestOnly = keeping, lines[device] != nil { return [.taken(entry)] }
        guard count >= limit, let longest = largestLine, let oldest = longest.first else { return [.taken(entry)] }
        return [.dropped(oldest.device, through: oldest.number), .taken(entry)]
    }

    /// A place that is older than what was taken in before would take the newer one's place on the server. But a newest
    /// place that lies in the future only tells that the clock was wrong then.
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

    /// What is to be done next for a device.
    ///
    /// - Parameter limit: The most places in one request, at least 1.
    func step(for device: MiataruDeviceID, at now: Date, limit: Int) -> OutboxStep {
        guard let line = lines[device], let first = line.first else { return .rest }
        guard let minutes = first.minutesLeft(at: now) else {
            return .send(OutboxBatch(device: device, entries: Array(line.prefix(limit)), keeping: .history))
        }
        guard minutes > 0 || line.count > 1 else { return .note(.expired(device, through: first.number)) }
        // Only the first of a line can be one that stands alone. When others follow, it is sent even after its time: it
        // says that the history before them is to be erased, and they take its place at once.
        return .send(OutboxBatch(device: device, entries: [first], keeping: .newestOnly(minutes: max(1, minutes))))
    }
}
