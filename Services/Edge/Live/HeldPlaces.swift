// What a viewer of live places has been sent already, as the id of an event.

import Crypto
import Models

/// Which place of each device a viewer has.
///
/// It travels as the id of each event and comes back as `Last-Event-ID`. So the server keeps nothing of streams that
/// broke off, and what has changed meanwhile is found out by any edge, whatever was restarted between (decision 29).
struct HeldPlaces: Equatable, Sendable {
    /// The most devices that an id tells of; the places of others are sent again.
    static let maximumDevices = 64

    /// A part of a device's code, 24 bits.
    typealias Mark = UInt32
    /// A part of a place's code, 48 bits; 0 stands for none.
    typealias Version = UInt64

    /// Of two devices with the same mark one is kept: the place of the other is sent once more than it need be.
    private var versions: [Mark: Version] = [:]
    private var count = 0

    /// The places of a new viewer: none.
    init() {}

    /// What an id says; nil for a text that is none of ours.
    init?(eventID: String) {
        guard eventID.hasPrefix(HeldPlaces.form), let bytes = base64URLDecoded(eventID.utf8.dropFirst(2)),
            bytes.count % HeldPlaces.bytesEach == 0, bytes.count <= HeldPlaces.bytesEach * HeldPlaces.maximumDevices
        else { return nil }
        for start in stride(from: 0, to: bytes.count, by: HeldPlaces.bytesEach) {
            let mark = bytes[start..<start + 3].reduce(0 as Mark) { $0 << 8 | Mark($1) }
            let version = bytes[start + 3..<start + 9].reduce(0 as Version) { $0 << 8 | Version($1) }
            versions[mark] = version
            count += 1
        }
    }

    /// Which place of a device the viewer has; 0 for none.
    func version(of mark: Mark) -> Version { versions[mark] ?? 0 }

    /// Whether it tells all that the viewer has, and all of it is of these devices: then what has changed since is what
    /// is sent. Otherwise the viewer may have a place that nobody can take back.
    func isWhole(for devices: some Sequence<Mark>) -> Bool {
        count < HeldPlaces.maximumDevices && Set(versions.keys).isSubset(of: devices)
    }

    /// The id of an event after which a viewer has these places.
    static func eventID(of held: some Sequence<(mark: Mark, version: Version)>) -> String {
        var bytes: [UInt8] = []
        for (mark, version) in held.lazy.filter({ $0.version != 0 }).prefix(maximumDevices) {
            for shift in [16, 8, 0] as [Mark] { bytes.append(UInt8(truncatingIfNeeded: mark >> shift)) }
            for shift in [40, 32, 24, 16, 8, 0] as [Version] {
                bytes.append(UInt8(truncatingIfNeeded: version >> shift))
            }
        }
        return form + base64URL(bytes)
    }

    /// The id of an event after which a viewer has nothing.
    static let eventIDOfNothing = form

    /// How ids of this form begin.
    private static let form = "2."
    private static let bytesEach = 9
}

/// The key under which devices and places become what stands in the ids of events. Ids are written to logs of proxies;
/// without the key nobody finds out what they are of by trying.
struct EventKey: Sendable {
    private let key: SymmetricKey

    /// Nil for a text that is no key.
    init?(_ text: SecretText) {
        guard let bytes = base64URLDecoded(text.value.utf8), bytes.count == 32 else { return nil }
        key = SymmetricKey(data: bytes)
    }

    /// The mark of a device.
    func mark(of device: DeviceID) -> HeldPlaces.Mark {
        HMAC<SHA256>.authenticationCode(for: Array(device.text.utf8), using: key).prefix(3)
            .reduce(0 as HeldPlaces.Mark) { $0 << 8 | HeldPlaces.Mark($1) }
    }

    /// The version of what is seen of a device; 0 for nothing.
    func version(of found: GetLocation.LocationResult?) -> HeldPlaces.Version {
        guard let found else { return 0 }
        // The device as well, so that nobody who may see one of them learns that another one is at the same place.
        var code = HMAC<SHA256>(key: key)
        let place = found.location
        let values = [
            found.device.text, place.timestamp.json, place.longitude.json, place.latitude.json,
            place.horizontalAccuracy.json,
            place.speed?.json, place.batteryLevel?.json, place.altitude?.json, found.slogan,
        ]
        for value in values {
            // What is unknown, and what is an empty text, are two things. No value holds these bytes.
            code.update(data: value.map { Array($0.utf8) } ?? [0xFE])
            code.update(data: [0xFF])
        }
        let version = code.finalize().prefix(6).reduce(0 as HeldPlaces.Version) { $0 << 8 | HeldPlaces.Version($1) }
        return max(1, version)
    }
}
