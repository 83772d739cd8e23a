import BaliseJSON
import Foundation

/// Waits in an outbox until the server has it.
protocol OutboxItem: Hashable, JSONReadable, JSONWritable {
    /// The items of one owner are sent in the order of their arrival. Those of different owners do not affect each other.
    associatedtype Owner: OutboxOwner

    /// The most items in one call.
    static var batchLimit: Int { get }
    /// The most refused items that the outbox keeps with their reasons.
    static var rememberedRefusals: Int { get }
    /// The seconds that `run` waits for more items for the same call.
    static var gathering: Double { get }

    /// If set, an item that is not newer than its owner's newest is not added. Nil for items in any order.
    var order: Date? { get }
    /// Whether it replaces all waiting items of its owner, and is sent by itself.
    var standsAlone: Bool { get }

    /// For items in any order: whether the server counts both, of the same owner, as one.
    func repeats(_ other: Self) -> Bool
    /// For an item that stands alone: whether the server would not show it any more.
    func isExpired(at now: Date) -> Bool
}

/// A device or an account with items in an outbox.
protocol OutboxOwner: Hashable, Sendable {
    /// The member that names it in the outbox's file.
    static var member: StaticString { get }
    /// The value of this member.
    var text: String { get }

    init?(_ text: String)
}

struct OutboxEntry<Item: OutboxItem>: Hashable, Sendable {
    /// Increases over all owners, in the order of arrival.
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
    /// The oldest first; never empty.
    let entries: [OutboxEntry<Item>]

    var end: Int64 { entries.last?.number ?? 0 }
}

enum OutboxStep<Item: OutboxItem>: Hashable, Sendable {
    case rest
    /// A change that only the passing of time caused.
    case note(OutboxRecord<Item>)
    case send(OutboxBatch<Item>)
}
