import Foundation
import Models

enum ForwarderRules {
    /// The most places that wait for a forwarder. A further place replaces the oldest.
    static let maximumWaiting = 1000
    /// How long one process may send for a forwarder before another one may, in seconds: longer than any request takes.
    static let lease: Int64 = 60
    static let idLength = 12

    /// Returns scheme, host and port of an address; the path and query are left out, as they may contain a key. The host
    /// stays in ASCII (`xn--`), because letters of other scripts can look like those of another host.
    static func origin(of url: String) -> String {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme, let host = parts.encodedHost else {
            return ""
        }
        return "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
    }

    enum Outcome: Hashable { case accepted, refused, failed }

    /// Returns what a status means. `refused` drops the place: otherwise the target would get no later place.
    static func outcome(of status: Int) -> Outcome {
        switch status {
        case 200..<300: .accepted
        case 400, 410, 413, 422: .refused
        default: .failed
        }
    }

    static func words(for status: Int) -> String {
        let meaning =
            switch status {
            case 200..<300: "the target has accepted the place"
            case 300..<400: "the target points to another address; create a forwarder with that address"
            case 401, 403: "the target refuses the credentials; check the user, the password or the key in the address"
            case 404, 405: "the target does not know this address; check its path"
            case 400, 410, 413, 422: "the target refuses this place, so it is not sent again"
            default: "the target is not ready; Balise tries again"
            }
        return "\(meaning) (status \(status))"
    }
}

/// A forwarder with its secrets.
struct ForwarderRow: Sendable {
    let number: Int64
    let id: ForwarderID
    let device: DeviceID
    let form: ForwarderForm
    let precision: PlacePrecision
    let url: SecretText
    let user: Personal<String>?
    /// The password of Basic authentication, or the secret of the webhook's signature; nil for no secret.
    let secret: SecretText?
    /// Whether the claim of the owner is valid and the owner's account is open.
    let isActive: Bool
    let lastSequence: Int64
    let attempts: Int
    let nextAt: UnixTime?

    /// Returns the body for a place; nil for a place without readable coordinates or time.
    func body(of location: Location, at now: UnixTime) -> String? {
        let shown = precision == .exact ? location : precision.coarse(location)
        guard let shown, let place = shown.coordinate, let fixedAt = HistoryRules.fixedAt(shown.timestamp) else {
            return nil
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data: Data?
        if form == .webhook {
            data = try? encoder.encode(ReportedPlace(deviceName, shown, place, fixedAt: fixedAt, reportedAt: now))
        } else {
            data = try? encoder.encode(OwnTracksPlace(label, shown, place, fixedAt: fixedAt))
        }
        return data.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The target's name for the device. A caller may read the exact place of a device by its id alone. So a target of
    /// coarse places gets the forwarder's id.
    private var deviceName: String { precision == .exact ? device.text : id.text }

    /// The device in headers: Home Assistant makes a topic of it.
    var label: String {
        String(deviceName.map { $0.isASCII && ($0.isLetter || $0.isNumber) || "._-".contains($0) ? $0 : "-" })
    }
}

/// A place that a process sends now.
struct DuePlace: Sendable {
    let forwarder: ForwarderRow
    let sequence: Int64
    /// The event's id, the same for each attempt.
    let event: String
    let body: String
    /// The time until which no other process sends for the forwarder.
    let lease: UnixTime
}

/// A place in OwnTracks' units: seconds, km/h and percent. An accuracy of 0 means that the accuracy is unknown.
private struct OwnTracksPlace: Encodable {
    let type = "location"
    let tid: String
    let lat: Double
    let lon: Double
    let tst: Int64
    let acc: Int64?
    let vel: Int64?
    let alt: Int64?
    let batt: Int64?

    enum CodingKeys: String, CodingKey {
        case type = "_type"
        case tid, lat, lon, tst, acc, vel, alt, batt
    }

    init(_ label: String, _ location: Location, _ place: Coordinate, fixedAt: Int64) {
        func whole(_ value: LocationValue?, times factor: Double = 1, within range: ClosedRange<Double>) -> Int64? {
            guard let amount = number(value), range.contains(amount) else { return nil }
            return Int64((amount * factor).rounded())
        }
        tid = label.count < 2 ? "XX" : String(label.prefix(2)).uppercased()
        (lat, lon) = (place.latitude, place.longitude)
        tst = fixedAt / 1000
        let accuracy = whole(location.horizontalAccuracy, within: 0...1e6)
        acc = accuracy == 0 ? nil : accuracy
        vel = whole(location.speed, times: 3.6, within: 0...1000)
        alt = whole(location.altitude, within: -1e6...1e6)
        batt = whole(location.batteryLevel, within: 0...100)
    }
}

/// The body of a webhook's event, with the members of https://www.standardwebhooks.com.
private struct ReportedPlace: Encodable {
    struct Place: Encodable {
        let device: String
        let at: String
        let latitude: Double
        let longitude: Double
        let accuracy: Double?
        let speed: Double?
        let altitude: Double?
        let batteryLevel: Double?
    }

    let type = "place.reported"
    let timestamp: String
    let data: Place

    init(_ device: String, _ location: Location, _ place: Coordinate, fixedAt: Int64, reportedAt now: UnixTime) {
        timestamp = now.date.formatted(.iso8601)
        let speed = number(location.speed) ?? -1
        data = Place(
            device: device, at: UnixTime(milliseconds: fixedAt).date.formatted(.iso8601),
            latitude: place.latitude, longitude: place.longitude, accuracy: number(location.horizontalAccuracy),
            speed: speed < 0 ? nil : speed, altitude: number(location.altitude),
            batteryLevel: number(location.batteryLevel))
    }
}

private func number(_ value: LocationValue?) -> Double? {
    guard let value else { return nil }
    return Numeral(value, takesDecimalComma: true)?.value
}
