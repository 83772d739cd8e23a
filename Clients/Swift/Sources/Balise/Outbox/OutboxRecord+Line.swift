import BaliseJSON
import Crypto
import Foundation

extension OutboxRecord {
    /// The version of the file's format. A file of a later version is left alone.
    static let version = 1

    /// The length of the checksum, in hexadecimal digits.
    private static let checksumLength = 16

    /// The record as a line: a checksum, a space, a JSON object, a line feed. The JSON contains no line feed, so that
    /// each one ends a record.
    var line: [UInt8] { OutboxRecord.line(of: json.bytes) }

    static func line(of json: [UInt8]) -> [UInt8] {
        checksum(json[...]) + [UInt8(ascii: " ")] + json + [UInt8(ascii: "\n")]
    }

    /// Reads a line without its line feed; nil if it is damaged or of another format.
    init?(line: ArraySlice<UInt8>) {
        guard let json = OutboxRecord.verified(line), let record = try? OutboxRecord(jsonText: Array(json)) else {
            return nil
        }
        self = record
    }

    /// Whether a line is the undamaged first line of a file that a later version wrote.
    static func isOfLaterVersion(_ line: ArraySlice<UInt8>) -> Bool {
        guard let json = verified(line), let value = try? JSONDocument(Array(json)).root,
            let version = try? value.needed("version", as: Int.self)
        else { return false }
        return version > OutboxRecord.version
    }

    private static func verified(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let json = line.dropFirst(checksumLength + 1)
        guard line.dropFirst(checksumLength).first == UInt8(ascii: " "),
            line.prefix(checksumLength).elementsEqual(checksum(json))
        else { return nil }
        return json
    }

    /// The first 64 bits of a SHA-256: plenty against torn and corrupted lines.
    private static func checksum(_ json: ArraySlice<UInt8>) -> [UInt8] {
        SHA256.hash(data: json).prefix(checksumLength / 2).flatMap { byte in
            [byte >> 4, byte & 0xF].map { $0 < 10 ? UInt8(ascii: "0") + $0 : UInt8(ascii: "a") + $0 - 10 }
        }
    }
}

extension OutboxRecord: JSONWritable {
    func write(to json: inout JSONObject) {
        switch self {
        case .start(let next, let losses):
            json.set("is", "start")
            json.set("version", OutboxRecord.version)
            json.set("next", next)
            json.set("dropped", losses.dropped)
            json.set("expired", losses.expired)
            json.set("refused", losses.refused)
            json.set("damaged", losses.damaged)
        case .newest(let device, let moment):
            json.set("is", "newest")
            json.set("device", device.text)
            json.set("at", moment.outboxMilliseconds)
        case .taken(let entry):
            json.set("is", "taken")
            json.set("entry", entry)
        case .delivered(let device, let number): json.set("delivered", device, number)
        case .expired(let device, let number): json.set("expired", device, number)
        case .dropped(let device, let number): json.set("dropped", device, number)
        case .refused(let entry, let reason):
            json.set("is", "refused")
            json.set("entry", entry)
            json.set("reason", reason)
        case .refusalsCleared:
            json.set("is", "refusalsCleared")
        }
    }
}

extension JSONObject {
    fileprivate mutating func set(_ kind: String, _ device: LocationDeviceID, _ number: Int64) {
        set("is", kind)
        set("device", device.text)
        set("through", number)
    }
}

extension OutboxEntry: JSONWritable {
    func write(to json: inout JSONObject) {
        json.set("number", number)
        json.set("device", device.text)
        json.set("at", location.recordedAt.outboxMilliseconds)
        json.set("latitude", location.latitude)
        json.set("longitude", location.longitude)
        json.set("accuracy", location.horizontalAccuracy)
        json.set("speed", location.speed)
        json.set("battery", location.batteryLevel)
        json.set("altitude", location.altitude)
        if case .newestOnly(let minutes) = keeping { json.set("minutes", minutes) }
    }
}

extension OutboxRecord: JSONReadable {
    init(_ json: JSONValue) throws(JSONShapeError) {
        switch try json.needed("is", as: String.self) {
        case "start":
            guard try json.needed("version", as: Int.self) == OutboxRecord.version else {
                throw JSONShapeError(.isNot("of version \(OutboxRecord.version)"))
            }
            var losses = LocationOutboxLosses()
            losses.dropped = try json.needed("dropped")
            losses.expired = try json.needed("expired")
            losses.refused = try json.needed("refused")
            losses.damaged = try json.needed("damaged")
            self = .start(next: try json.needed("next"), losses: losses)
        case "newest":
            self = .newest(try json.needed("device"), Date(outboxMilliseconds: try json.needed("at")))
        case "taken":
            self = .taken(try json.needed("entry"))
        case "delivered":
            self = .delivered(try json.needed("device"), through: try json.needed("through"))
        case "expired":
            self = .expired(try json.needed("device"), through: try json.needed("through"))
        case "dropped":
            self = .dropped(try json.needed("device"), through: try json.needed("through"))
        case "refused":
            self = .refused(try json.needed("entry"), reason: try json.needed("reason"))
        case "refusalsCleared":
            self = .refusalsCleared
        default:
            throw JSONShapeError(.isNot("a record that is known"))
        }
    }
}

extension OutboxEntry: JSONReadable {
    init(_ json: JSONValue) throws(JSONShapeError) {
        let minutes: Int? = try json.optional("minutes")
        self.init(
            number: try json.needed("number"), device: try json.needed("device"),
            location: DeviceLocation(
                recordedAt: Date(outboxMilliseconds: try json.needed("at")), latitude: try json.needed("latitude"),
                longitude: try json.needed("longitude"), horizontalAccuracy: try json.needed("accuracy"),
                speed: try json.optional("speed"), batteryLevel: try json.optional("battery"),
                altitude: try json.optional("altitude")),
            keeping: minutes.map { .newestOnly(minutes: $0) } ?? .history)
    }
}
