import Foundation

/// The waiting places and the memory of the outbox: the sum of its records. A pure value; the owner passes the time.
struct OutboxQueue: Hashable, Sendable {
    /// The most refused places to remember.
    static let rememberedRefusals = 100

    /// The waiting places of each device, in the order of their recording. An empty list is removed.
    private(set) var lines: [LocationDeviceID: [OutboxEntry]] = [:]
    /// The recording time of the newest place that each device ever added.
    private(set) var newest: [LocationDeviceID: Date] = [:]
    private(set) var nextNumber: Int64 = 1
    private(set) var losses = LocationOutboxLosses()
    /// The latest ones; the oldest first.
    private(set) var refusals: [RefusedPlace] = []
    private(set) var count = 0

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

    mutating func countDamage(_ records: Int) { losses.damaged += records }

    private mutating func take(_ entry: OutboxEntry) {
        nextNumber = max(nextNumber, entry.number + 1)
        newest[entry.device] = entry.location.recordedAt
        if case .newestOnly = entry.keeping {
            // This place makes the server erase all earlier ones.
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

    private mutating func remove(_ device: LocationDeviceID, through number: Int64) -> Int {
        guard let line = lines[device] else { return 0 }
        let gone = line.prefix { $0.number <= number }.count
        lines[device]?.removeFirst(gone)
        settle(device)
        return gone
    }

    private mutating func settle(_ device: LocationDeviceID) {
        if lines[device]?.isEmpty == true { lines[device] = nil }
        count = lines.values.reduce(0) { $0 + $1.count }
    }
}

/// A place that the server refused for good.
public struct RefusedPlace: Hashable, Sendable {
    let entry: OutboxEntry
    /// The server's reason.
    public let reason: String

    /// The device that was there.
    public var device: LocationDeviceID { entry.device }
    /// The refused place.
    public var location: DeviceLocation { entry.location }
}

extension OutboxQueue {
    /// The records that rebuild the current queue, without its history.
    var summary: [OutboxRecord] {
        var before = losses
        before.refused -= refusals.count
        var records = [OutboxRecord.start(next: nextNumber, losses: before)]
        records += refusals.map { .refused($0.entry, reason: $0.reason) }
        records += lines.values.joined().sorted { $0.number < $1.number }.map { .taken($0) }
        // After the places, since each place sets the newest time when it is applied.
        records += newest.sorted { $0.key.text < $1.key.text }.map { .newest($0.key, $0.value) }
        return records
    }

    /// The file with only these records.
    var summaryBytes: [UInt8] { summary.flatMap(\.line) }
}
