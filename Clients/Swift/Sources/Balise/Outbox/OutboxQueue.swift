import BaliseJSON
import Foundation

/// The waiting items and the counters of the outbox: the sum of its records. It has no clock; callers pass the time.
struct OutboxQueue<Item: OutboxItem>: Hashable, Sendable {
    typealias Owner = Item.Owner
    typealias Entry = OutboxEntry<Item>
    typealias Record = OutboxRecord<Item>

    /// The waiting items of each owner, in the order of their arrival. Owners without items have no list.
    private(set) var lines: [Owner: [Entry]] = [:]
    /// The `order` of the newest item that each owner ever added.
    private(set) var newest: [Owner: Date] = [:]
    /// The waiting items that the server may have although it lacks earlier items of their owner.
    private(set) var ahead: [Owner: Set<Int64>] = [:]
    private(set) var nextNumber: Int64 = 1
    private(set) var losses = OutboxLosses()
    /// The latest refusals, the oldest first.
    private(set) var refusals: [OutboxRefusal<Item>] = []
    private(set) var count = 0

    mutating func apply(_ record: Record) {
        switch record {
        case .start(let next, let losses):
            self = OutboxQueue()
            nextNumber = next
            self.losses = losses
        case .newest(let owner, let moment): newest[owner] = moment
        case .taken(let entry): take(entry)
        case .delivered(let owner, let number): _ = remove(owner, through: number)
        case .expired(let owner, let number): losses.expired += remove(owner, through: number)
        case .dropped(let owner, let number): losses.dropped += remove(owner, through: number)
        case .refused(let entry, let reason): refuse(entry, reason)
        case .ahead(let owner, let number): if lines[owner] != nil { ahead[owner, default: []].insert(number) }
        case .refusalsCleared: refusals = []
        }
    }

    mutating func countDamage(_ records: Int) { losses.damaged += records }

    private mutating func take(_ entry: Entry) {
        nextNumber = max(nextNumber, entry.number + 1)
        if let order = entry.item.order { newest[entry.owner] = order }
        if entry.item.standsAlone { _ = remove(entry.owner, through: .max) }
        lines[entry.owner, default: []].append(entry)
        count += 1
    }

    private mutating func refuse(_ entry: Entry, _ reason: String) {
        lines[entry.owner]?.removeAll { $0.number == entry.number }
        settle(entry.owner)
        losses.refused += 1
        refusals.append(OutboxRefusal(entry: entry, reason: reason))
        refusals.removeFirst(max(0, refusals.count - Item.rememberedRefusals))
    }

    private mutating func remove(_ owner: Owner, through number: Int64) -> Int {
        guard let line = lines[owner] else { return 0 }
        let gone = line.prefix { $0.number <= number }.count
        lines[owner]?.removeFirst(gone)
        settle(owner)
        return gone
    }

    private mutating func settle(_ owner: Owner) {
        if let numbers = ahead[owner] {
            let first = lines[owner]?.first?.number ?? .max
            let waiting = numbers.filter { $0 >= first }
            ahead[owner] = waiting.isEmpty ? nil : waiting
        }
        if lines[owner]?.isEmpty == true { lines[owner] = nil }
        count = lines.values.reduce(0) { $0 + $1.count }
    }
}

extension OutboxQueue {
    /// A tolerance in seconds. If the newest item is further ahead of the clock than this, the clock was set back.
    private static var clockLeeway: TimeInterval { 60 }

    /// The records for adding an item; empty if the item is old or repeats a waiting item. A full outbox drops the
    /// oldest item of the owner with the most items, so one owner's history never costs another owner its newest item.
    /// - Parameter limit: The largest number of items that may wait, at least 1.
    func recordsForTaking(_ item: Item, of owner: Owner, at now: Date, limit: Int) -> [Record] {
        guard isNews(item, of: owner, at: now) else { return [] }
        let taken = Record.taken(Entry(number: nextNumber, owner: owner, item: item))
        if item.standsAlone, lines[owner] != nil { return [taken] }
        guard count >= limit, let oldest = largestLine?.first else { return [taken] }
        return [.dropped(oldest.owner, through: oldest.number), taken]
    }

    /// Whether an item is new. An older item would replace the newer item on the server. If the newest item is in the
    /// future, the clock was wrong, and any item counts as new.
    private func isNews(_ item: Item, of owner: Owner, at now: Date) -> Bool {
        guard let order = item.order else { return lines[owner]?.contains { item.repeats($0.item) } != true }
        guard let last = newest[owner], last <= now.addingTimeInterval(Self.clockLeeway) else { return true }
        return order > last
    }

    private var largestLine: [Entry]? {
        lines.values.max { one, other in
            one.count == other.count ? one[0].number > other[0].number : one.count < other.count
        }
    }

    /// Returns the next step for an owner's waiting items.
    /// - Parameter limit: The largest number of items in one request, at least 1.
    func step(for owner: Owner, at now: Date, limit: Int) -> OutboxStep<Item> {
        guard let line = lines[owner], let first = line.first else { return .rest }
        guard first.item.standsAlone else {
            return .send(OutboxBatch(owner: owner, entries: Array(line.prefix(limit))))
        }
        // Only the first item of an owner can stand alone. If others follow, it is sent even after its time: it erases
        // the history before them, and they replace it at once.
        guard line.count > 1 || !first.item.isExpired(at: now) else {
            return .note(.expired(owner, through: first.number))
        }
        return .send(OutboxBatch(owner: owner, entries: [first]))
    }

    /// The owners with waiting items. The owner whose item has waited longest is the first.
    var owners: [Owner] { lines.sorted { ($0.value.first?.number ?? 0) < ($1.value.first?.number ?? 0) }.map(\.key) }
}

extension OutboxQueue {
    /// The records that rebuild the current queue, without its history.
    var summary: [Record] {
        var before = losses
        before.refused -= refusals.count
        var records = [Record.start(next: nextNumber, losses: before)]
        records += refusals.map { .refused($0.entry, reason: $0.reason) }
        records += lines.values.joined().sorted { $0.number < $1.number }.map { .taken($0) }
        for (owner, numbers) in ahead.sorted(by: { $0.key.text < $1.key.text }) {
            records += numbers.sorted().map { .ahead(owner, number: $0) }
        }
        // These records follow the items, because each item sets the newest time when it is applied.
        records += newest.sorted { $0.key.text < $1.key.text }.map { .newest($0.key, $0.value) }
        return records
    }

    /// The content of a file that contains only the records of `summary`.
    var summaryBytes: [UInt8] { summary.flatMap(\.line) }
}

/// An item that waits in an outbox until the server has it.
protocol OutboxItem: Hashable, JSONReadable, JSONWritable {
    /// The owner of items. Items of one owner are sent in the order of their arrival. Different owners have no order.
    associatedtype Owner: OutboxOwner

    /// The largest number of items in one call.
    static var batchLimit: Int { get }
    /// The largest number of refused items that the outbox keeps with their reasons.
    static var rememberedRefusals: Int { get }
    /// The seconds that `run` waits after a delivery, so that more items can share the next call.
    static var gathering: Double { get }

    /// The time that orders the items: only items newer than their owner's newest are added. Nil without an order.
    var order: Date? { get }
    /// Whether the item replaces all waiting items of its owner, and is sent by itself.
    var standsAlone: Bool { get }

    /// Whether the server counts the two items of one owner as one item. Asked only about items without an order.
    func repeats(_ other: Self) -> Bool
    /// Whether the server would no longer show the item. Asked only about an item that stands alone.
    func isExpired(at now: Date) -> Bool
}

/// A device or an account with items in an outbox.
protocol OutboxOwner: Hashable, Sendable {
    /// The name of the member of the outbox's file that contains the owner.
    static var member: StaticString { get }
    var text: String { get }

    init?(_ text: String)
}

struct OutboxEntry<Item: OutboxItem>: Hashable, Sendable {
    /// The entry's number, which increases over all owners, in the order of arrival.
    let number: Int64
    let owner: Item.Owner
    let item: Item
}

struct OutboxRefusal<Item: OutboxItem>: Hashable, Sendable {
    let entry: OutboxEntry<Item>
    let reason: String
}

/// Items of one owner for one request.
struct OutboxBatch<Item: OutboxItem>: Hashable, Sendable {
    let owner: Item.Owner
    /// The entries, the oldest first; never empty.
    let entries: [OutboxEntry<Item>]

    var end: Int64 { entries.last?.number ?? 0 }
}

enum OutboxStep<Item: OutboxItem>: Hashable, Sendable {
    case rest
    /// A change that only the passage of time caused.
    case note(OutboxRecord<Item>)
    case send(OutboxBatch<Item>)
}
