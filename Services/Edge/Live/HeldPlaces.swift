import Crypto
import Models

/// The places that a viewer has, encoded in the id of each event, which returns as `Last-Event-ID`. So the server keeps
/// nothing about broken streams, and any edge finds the changes since then, even after a restart (decision 29).
struct HeldPlaces: Equatable, Sendable {
    /// The most devices in an id. The places of further devices are sent again.
    static let maximumDevices = 64

    /// 24 bits of the hash of a device.
    typealias Mark = UInt32
    /// 48 bits of the hash of a place; 0 means no place.
    typealias Version = UInt64

    /// The version for each mark. If two devices have the same mark, the place of one is sent once too often.
    private var versions: [Mark: Version] = [:]
    private var count = 0

    init() {}

    /// Reads the id of an event. Returns nil for a text without the form of such ids.
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

    func version(of mark: Mark) -> Version { versions[mark] ?? 0 }

    /// Whether the places are complete and belong only to these devices. Then only later changes are sent. Otherwise
    /// the viewer may have a place that no event would remove.
    func isWhole(for devices: some Sequence<Mark>) -> Bool {
        count < HeldPlaces.maximumDevices && Set(versions.keys).isSubset(of: devices)
    }

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

    static let eventIDOfNothing = form

    /// The beginning of an id, which identifies this format.
    private static let form = "2."
    private static let bytesEach = 9
}

/// The key for marks and versions. Proxies log event ids; without it, readers cannot guess the places.
struct EventKey: Sendable {
    private let key: SymmetricKey

    init?(_ text: SecretText) {
        guard let bytes = base64URLDecoded(text.value.utf8), bytes.count == 32 else { return nil }
        key = SymmetricKey(data: bytes)
    }

    func mark(of device: DeviceID) -> HeldPlaces.Mark {
        HMAC<SHA256>.authenticationCode(for: Array(device.text.utf8), using: key).prefix(3)
            .reduce(0 as HeldPlaces.Mark) { $0 << 8 | HeldPlaces.Mark($1) }
    }

    func version(of found: GetLocation.LocationResult?) -> HeldPlaces.Version {
        guard let found else { return 0 }
        // The hash includes the device, so that a viewer of two devices at one place cannot see them together.
        var code = HMAC<SHA256>(key: key)
        let place = found.location
        let values = [
            found.device.text, place.timestamp.json, place.longitude.json, place.latitude.json,
            place.horizontalAccuracy.json,
            place.speed?.json, place.batteryLevel?.json, place.altitude?.json, found.slogan,
        ]
        for value in values {
            // An unknown value differs from an empty text. No UTF-8 text contains these bytes.
            code.update(data: value.map { Array($0.utf8) } ?? [0xFE])
            code.update(data: [0xFF])
        }
        let version = code.finalize().prefix(6).reduce(0 as HeldPlaces.Version) { $0 << 8 | HeldPlaces.Version($1) }
        return max(1, version)
    }
}
