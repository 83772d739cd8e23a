import BaliseJSON
import Crypto
import Foundation

/// One event of the outbox. The queue is the result of all records in order.
enum OutboxRecord<Item: OutboxItem>: Hashable, Sendable {
    /// The first record of a rewritten file: the number of the next entry, and the earlier losses.
    case start(next: Int64, losses: OutboxLosses)
    /// In a rewritten file: the `order` of the newest item that an owner ever added.
    case newest(Item.Owner, Date)
    case taken(OutboxEntry<Item>)
    /// The server has all items of an owner up to a number.
    case delivered(Item.Owner, through: Int64)
    /// The items of an owner, up to a number, have expired.
    case expired(Item.Owner, through: Int64)
    /// The oldest items of an owner, up to a number, were dropped for newer items, or the app discarded them.
    case dropped(Item.Owner, through: Int64)
    case refused(OutboxEntry<Item>, reason: String)
    /// From now on, the server may have the item with this number of an owner, before the owner's earlier items.
    case ahead(Item.Owner, number: Int64)
    case refusalsCleared
}

/// The number of items that never reached the server, by reason.
public struct OutboxLosses: Hashable, Sendable {
    /// Items dropped because the outbox was full, or discarded by the app.
    public internal(set) var dropped = 0
    /// Items that expired before they could be sent.
    public internal(set) var expired = 0
    /// Items that the server refused for good. The status of a ``LocationOutbox`` contains the latest refusals.
    public internal(set) var refused = 0
    /// Items whose record in the file was damaged.
    public internal(set) var damaged = 0
}

/// A line of the outbox's file: a checksum, a space, a JSON object without line feeds, and a line feed.
enum OutboxLine {
    /// The version of the file's format. The SDK neither reads nor changes a file of a later version.
    static let version = 1

    /// The length of the checksum, in hexadecimal digits.
    private static let checksumLength = 16

    static func line(of json: [UInt8]) -> [UInt8] {
        checksum(json[...]) + [UInt8(ascii: " ")] + json + [UInt8(ascii: "\n")]
    }

    /// Returns the JSON of a line without its line feed; nil if the line is damaged.
    static func json(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let json = line.dropFirst(checksumLength + 1)
        guard line.dropFirst(checksumLength).first == UInt8(ascii: " "),
            line.prefix(checksumLength).elementsEqual(checksum(json))
        else { return nil }
        return json
    }

    /// Whether a line is the undamaged first line of a file that a later version wrote.
    static func isOfLaterVersion(_ line: ArraySlice<UInt8>) -> Bool {
        guard let json = json(of: line), let value = try? JSONDocument(Array(json)).root,
            let version = try? value.needed("version", as: Int.self)
        else { return false }
        return version > OutboxLine.version
    }

    /// Returns the first 64 bits of a SHA-256, which are enough to detect torn and corrupted lines.
    private static func checksum(_ json: ArraySlice<UInt8>) -> [UInt8] {
        Array(hexadecimal(SHA256.hash(data: json).prefix(checksumLength / 2)).utf8)
    }
}

extension OutboxRecord {
    var line: [UInt8] { OutboxLine.line(of: json.bytes) }

    /// Reads a line without its line feed; nil if the line is damaged or has another format.
    init?(line: ArraySlice<UInt8>) {
        guard let json = OutboxLine.json(of: line), let record = try? OutboxRecord(jsonText: Array(json)) else {
            return nil
        }
        self = record
    }
}

extension OutboxRecord: JSONWritable {
    func write(to json: inout JSONObject) {
        switch self {
        case .start(let next, let losses):
            json.set("is", "start")
            json.set("version", OutboxLine.version)
            json.set("next", next)
            json.set("dropped", losses.dropped)
            json.set("expired", losses.expired)
            json.set("refused", losses.refused)
            json.set("damaged", losses.damaged)
        case .newest(let owner, let moment):
            json.set("is", "newest")
            json.set(owner)
            json.set("at", moment.outboxMilliseconds)
        case .taken(let entry):
            json.set("is", "taken")
            json.set("entry", entry)
        case .delivered(let owner, let number): json.set("delivered", owner, number)
        case .expired(let owner, let number): json.set("expired", owner, number)
        case .dropped(let owner, let number): json.set("dropped", owner, number)
        case .ahead(let owner, let number): json.set("ahead", owner, number)
        case .refused(let entry, let reason):
            json.set("is", "refused")
            json.set("entry", entry)
            json.set("reason", reason)
        case .refusalsCleared: json.set("is", "refusalsCleared")
        }
    }
}

extension JSONObject {
    fileprivate mutating func set<Owner: OutboxOwner>(_ owner: Owner) { set("\(Owner.member)", owner.text) }

    fileprivate mutating func set(_ kind: String, _ owner: some OutboxOwner, _ number: Int64) {
        set("is", kind)
        set(owner)
        set("through", number)
    }
}

extension OutboxEntry: JSONWritable {
    func write(to json: inout JSONObject) {
        json.set("number", number)
        json.set(owner)
        item.write(to: &json)
    }
}

extension OutboxRecord: JSONReadable {
    init(_ json: JSONValue) throws(JSONShapeError) {
        switch try json.needed("is", as: String.self) {
        case "start":
            guard try json.needed("version", as: Int.self) == OutboxLine.version else {
                throw JSONShapeError(.isNot("of version \(OutboxLine.version)"))
            }
            var losses = OutboxLosses()
            losses.dropped = try json.needed("dropped")
            losses.expired = try json.needed("expired")
            losses.refused = try json.needed("refused")
            losses.damaged = try json.needed("damaged")
            self = .start(next: try json.needed("next"), losses: losses)
        case "newest": self = .newest(try json.owner(), Date(outboxMilliseconds: try json.needed("at")))
        case "taken": self = .taken(try json.needed("entry"))
        case "delivered": self = .delivered(try json.owner(), through: try json.needed("through"))
        case "expired": self = .expired(try json.owner(), through: try json.needed("through"))
        case "dropped": self = .dropped(try json.owner(), through: try json.needed("through"))
        case "ahead": self = .ahead(try json.owner(), number: try json.needed("through"))
        case "refused": self = .refused(try json.needed("entry"), reason: try json.needed("reason"))
        case "refusalsCleared": self = .refusalsCleared
        default: throw JSONShapeError(.isNot("a record that is known"))
        }
    }
}

extension OutboxEntry: JSONReadable {
    init(_ json: JSONValue) throws(JSONShapeError) {
        self.init(number: try json.needed("number"), owner: try json.owner(), item: try Item(json))
    }
}

extension JSONValue {
    fileprivate func owner<Owner: OutboxOwner>() throws(JSONShapeError) -> Owner {
        guard let owner = Owner(try needed(Owner.member, as: String.self)) else {
            throw JSONShapeError(.isNot("of a valid \(Owner.member)"))
        }
        return owner
    }
}
