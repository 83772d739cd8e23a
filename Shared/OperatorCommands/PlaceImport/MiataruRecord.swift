import Foundation
import Models
import OperatorAPI
import RedisData

/// A part of a device. The reference server stores it under the key `<namespace>:<id>:<part>`. Only `last` may expire.
enum MiataruPart: String, CaseIterable {
    /// The device's key, as plain text.
    case key
    /// A mark that exists while the allowed list is in force.
    case isListed = "allowed:enabled"
    /// The allowed list: a hash with the fields `<id>:currentLocation` and `<id>:history`.
    case allowed
    case slogan
    /// The history: a list with the newest place first.
    case history = "hist"
    /// The visitors: a list with the newest visitor first.
    case visitors = "visit"
    case last
}

struct MiataruNamespace {
    private let prefix: [UInt8]

    init(_ name: String) { prefix = Array("\(name):".utf8) }

    /// Returns the id and the part of a key; nil if the key is no part of a device. The id is not checked.
    func split(_ key: [UInt8]) -> (id: ArraySlice<UInt8>, part: MiataruPart)? {
        guard key.starts(with: prefix), let colon = key[prefix.count...].firstIndex(of: UInt8(ascii: ":")),
            let part = MiataruPart(rawValue: String(decoding: key[(colon + 1)...], as: UTF8.self))
        else { return nil }
        return (key[prefix.count..<colon], part)
    }

    func key(_ device: DeviceID, _ part: MiataruPart) -> [UInt8] {
        prefix + Array("\(device.text):\(part.rawValue)".utf8)
    }

    /// The pattern for SCAN, in which characters with a special meaning are escaped.
    var pattern: [UInt8] {
        let escaped = prefix.flatMap { byte -> [UInt8] in
            #"*?[]\^"#.utf8.contains(byte) ? [UInt8(ascii: "\\"), byte] : [byte]
        }
        return escaped + [UInt8(ascii: "*")]
    }
}

extension DeviceID {
    /// Creates an id from bytes; nil if they cannot be an id.
    init?(bytes: ArraySlice<UInt8>) {
        guard let text = String(bytes: bytes, encoding: .utf8) else { return nil }
        self.init(text)
    }

    /// The longest id that the calls of Balise accept, in Unicode code points.
    fileprivate static let servedLength = 256

    /// Whether the calls of Balise accept the id, which a longer id would not be.
    fileprivate var isServed: Bool { text.length <= DeviceID.servedLength }
}

/// A device as the reference server stores it.
struct MiataruRecord {
    let id: DeviceID
    var values: [MiataruPart: RedisValue] = [:]
    /// When the last place expires; nil if it does not expire.
    var expiresAt: UnixTime?
    /// The number of places of the history that were left out when it was read.
    var unread = 0

    init(_ id: DeviceID) { self.id = id }

    struct Readable {
        var device: MiataruDevice
        var places = 0
        var bytes = 0
        /// The number of places and visitors that cannot be sent.
        var refused = 0
        /// The number of older places that do not fit into one call.
        var dropped = 0
    }

    /// The largest size of a slogan, a place or a visitor in bytes.
    private static let maximumTextBytes = 4096
    private static let maximumReaders = 256
    /// The first and last time that the JSON can express: the years 1970 to 9999.
    private static let times = (UnixTime(milliseconds: 0), UnixTime(milliseconds: 253_402_300_799_000))

    /// Returns the parts that can be read. Throws if the device's protection cannot be read: without it, more readers
    /// would see the device.
    func readable() throws(NotDone) -> Readable {
        guard id.isServed else {
            throw NotDone(description: "its id has more than \(DeviceID.servedLength) characters")
        }
        var found = Readable(device: MiataruDevice(id: id.text))
        // The reference server treats an empty key as no key, so an empty key is not imported.
        if let key = try text(.key), !key.isEmpty {
            guard DeviceKey(key) != nil else {
                throw NotDone(description: "its key has more than \(DeviceKey.maximumLength) characters")
            }
            found.device.key = SecretText(key)
        }
        if let slogan = try text(.slogan) {
            if slogan.utf8.count <= MiataruRecord.maximumTextBytes {
                found.device.slogan = Personal(slogan)
            } else {
                found.refused += 1
            }
        }
        if values[.isListed] != nil { found.device.allowed = try readers() }
        let history = try list(.history)
        var places = history
        if let value = values[.last] {
            guard case .string(let last) = value else { throw otherForm(.last) }
            if history.isEmpty {
                places = [last]
                found.device.expiresAt = expiresAt.map { min(max($0, MiataruRecord.times.0), MiataruRecord.times.1) }
            } else if expiresAt == nil, !history.contains(last) {
                places.insert(last, at: 0)
            }
        }
        found.dropped = unread
        let sent = take(places, 3 << 20, into: &found)
        found.device.places = sent
        found.places = sent.count
        // Visitors that do not fit are not counted as dropped: the server keeps only the newest visitors anyway.
        let dropped = found.dropped
        let visitors = take(try list(.visitors), 1 << 20, into: &found)
        found.device.visitors = visitors
        found.dropped = dropped
        return found
    }

    /// Takes texts up to about `maximumBytes` and `ImportPlaces.maximumPlaces`, so that a device fits into one call.
    private func take(_ texts: [[UInt8]], _ maximumBytes: Int, into found: inout Readable) -> [Personal<String>] {
        var (taken, total): ([Personal<String>], Int) = ([], 0)
        for (index, bytes) in texts.enumerated() {
            guard taken.count < ImportPlaces.maximumPlaces, total < maximumBytes else {
                found.dropped += texts.count - index
                break
            }
            if bytes.count <= MiataruRecord.maximumTextBytes, let text = String(bytes: bytes, encoding: .utf8) {
                taken.append(Personal(text))
                total += bytes.count
            } else {
                found.refused += 1
            }
        }
        found.bytes += total
        return taken
    }

    private func otherForm(_ part: MiataruPart) -> NotDone {
        NotDone(description: "the value of its key \"\(part.rawValue)\" has another form")
    }

    private func text(_ part: MiataruPart) throws(NotDone) -> String? {
        guard let value = values[part] else { return nil }
        guard case .string(let bytes) = value, let text = String(bytes: bytes, encoding: .utf8) else {
            throw otherForm(part)
        }
        return text
    }

    private func list(_ part: MiataruPart) throws(NotDone) -> [[UInt8]] {
        guard let value = values[part] else { return [] }
        guard case .list(let elements) = value else { throw otherForm(part) }
        return elements
    }

    /// Returns the allowed list, in the order of the hash. Leaves out entries for impossible ids.
    private func readers() throws(NotDone) -> [MiataruReader] {
        guard let value = values[.allowed] else { return [] }
        guard case .hash(let fields) = value else { throw otherForm(.allowed) }
        var (places, readers): ([DeviceID: Int], [MiataruReader]) = ([:], [])
        for field in fields {
            let parts = field.name.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            guard parts.count == 2, let id = DeviceID(bytes: parts[0]), id.isServed else { continue }
            let place = places[id] ?? readers.count
            if place == readers.count {
                places[id] = place
                readers.append(MiataruReader(id: id.text, currentLocation: false, history: false))
            }
            let isAllowed = ["true", "1"].contains(String(decoding: field.value, as: UTF8.self))
            switch String(decoding: parts[1], as: UTF8.self) {
            case "currentLocation": readers[place].currentLocation = isAllowed
            case "history": readers[place].history = isAllowed
            default: break
            }
        }
        guard readers.count <= MiataruRecord.maximumReaders else {
            throw NotDone(description: "its allowed list has more than \(MiataruRecord.maximumReaders) devices")
        }
        return readers
    }
}
