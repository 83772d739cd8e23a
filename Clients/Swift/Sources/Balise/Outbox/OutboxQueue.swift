// What waits in the outbox: the sum of its records. A plain value; its owner tells it the time.

import Foundation

/// What waits in the outbox, and what it remembers.
struct OutboxQueue: Hashable, Sendable {
    /// The most refused places that are remembered.
    static let rememberedRefusals = 100

    /// Of each device what waits, in the order in which it was recorded. No device stands here with nothing.
    private(set) var lines: [MiataruDeviceID: [OutboxEntry]] = [:]
    /// When the newest place was recorded that was ever taken in of a device.
    private(set) var newest: [MiataruDeviceID: Date] = [:]
    private(set) var nextNumber: Int64 = 1
    private(set) var losses = LocationOutboxLosses()
    /// The latest ones; the oldest first.
    private(set) var refusals: [RefusedPlace] = []
    /// How many places wait.
    private(set) var count = 0

    /// Changes the queue by what happened.
    mutating func apply(_ record: OutboxRecord) {
        switch record {
        case .start(let next, let losses):
            self = OutboxQueue()
            nextNumber = next
            self.losses = losses
        case .newest(let device, let moment):
            newest[device] = moment
        case .taken(let entry):
            take(entry)
        case .delivered(let device, let number):
            _ = remove(device, through: number)
        case .expired(let device, let number):
            losses.expired += remove(device, through: number)
        case .dropped(let device, let number):
            losses.dropped += remove(device, through: number)
        case .refused(let entry, let reason):
            refuse(entry, reason)
        case .refusalsCleared:
            refusals = []
        }
    }

    /// Counts a record that could not be read.
    mutating func countDamage(_ records: Int) { losses.damaged += records }

    private mutating func take(_ entry: OutboxEntry) {
        nextNumber = max(nextNumber, entry.number + 1)
        newest[entry.device] = entry.location.recordedAt
        if case .newestOnly = entry.keeping {
            // The server would erase with this place whatever came before it.
            _ = remove(entry.device, through: .max)
        }
        lines[entry.device, default: []].append(entry)
        count += 1
    }

    private mutating func refuse(_ entry: OutboxEntry, _ reason: String) {
        lines[entry.device]?.removeAll { $0.number == entry.number }
        settle(entry.device)
        losses.refused += 1
        refusals.append(RefusedPlace(entry: entry, reason: reason))
        refusals.removeFirst(max(0, refusals.count - OutboxQueue.rememberedRefusals))
    }

    private mutating func remove(_ device: MiataruDeviceID, through number: Int64) -> Int {
        guard let line = lines[device] else { return 0 }
        let gone = line.prefix { $0.number <= number }.count
        lines[device]?.removeFirst(gone)
        settle(device)
        return gone
    }

    private mutating func settle(_ device: MiataruDeviceID) {
        if lines[device]?.isEmpty == true { lines[device] = nil }
        count = lines.values.reduce(0) { $0 + $1.count }
    }
}

/// A place that the server refused for good.
public struct RefusedPlace: Hashable, Sendable {
    let entry: OutboxEntry
    /// What the server said.
    public let reason: String

    /// Whose place it was.
    public var device: MiataruDeviceID { entry.device }
    /// The place itself.
    public var location: DeviceLocation { entry.location }
}

extension OutboxQueue {
    /// The records from which the queue as it stands comes, without its past.
    var summary: [OutboxRecord] {
        var before = losses
        before.refused -= refusals.count
        var records = [OutboxRecord.start(next: nextNumber, losses: before)]
        records += refusals.map { .refused($0.entry, reason: $0.reason) }
        records += lines.values.joined().sorted { $0.number < $1.number }.map { .taken($0) }
        // Behind the places, since each of them counts as the newest when it is taken in.
        records += newest.sorted { $0.key.text < $1.key.text }.map { .newest($0.key, $0.value) }
        return records
    }

    /// The file that holds these records alone.
    var summaryBytes: [UInt8] { summary.flatMap(\.line) }
}
