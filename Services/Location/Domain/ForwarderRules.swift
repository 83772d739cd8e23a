import BaliseJSON
import Crypto
import Foundation
import Models
import ServiceRuntime

enum ForwarderRules {
    /// The most places that wait for a forwarder. Then the oldest are dropped.
    static let maximumWaiting = 1000
    /// How long one process may send for a forwarder before another one may, in seconds: longer than any request takes.
    static let lease: Int64 = 60
    static let idLength = 12

    /// Throws `invalidRequest` with all wrong members.
    static func check(_ request: CreateForwarder, _ targets: UserTargets) throws(ServiceError) {
        var wrong = WrongMembers()
        let most = CreateForwarder.maximumLength
        let name = request.name.value
        wrong.expect(
            (1...most).contains(name.length) && name.isOneLine, "name",
            "the name must be one line of 1 to \(most) characters")
        wrong.expect(request.form.isKnown, "form", "the form must be owntracks or webhook")
        wrong.expect(request.precision.isKnown, "precision", "the precision must be exact, neighbourhood or town")
        try wrong.check { () throws(ServiceError) -> URL in try targets.check(request.url.value) }
        let isWebhook = request.form == .webhook
        wrong.expect(request.user == nil || !isWebhook, "user", "only the form owntracks has a user")
        wrong.expect(request.password == nil || !isWebhook, "password", "only the form owntracks has a password")
        wrong.expect(request.secret == nil || isWebhook, "secret", "only the form webhook has a secret")
        if let user = request.user?.value {
            wrong.expect(
                (1...most).contains(user.length) && isPrintable(user) && !user.contains(":"), "user",
                "the user must be 1 to \(most) ASCII characters without a colon")
        }
        if let password = request.password?.value {
            wrong.expect(
                (1...most).contains(password.length) && password.isOneLine, "password",
                "the password must be one line of 1 to \(most) characters")
        }
        if isWebhook {
            try wrong.check { () throws(ServiceError) -> SymmetricKey in
                try Webhook.key(request.secret ?? SecretText(""))
            }
        }
        try wrong.finish()
    }

    private static func isPrintable(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7e).contains($0) } }

    /// The address without path and query, which may contain a key.
    static func origin(of url: String) -> String {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme, let host = parts.host else {
            return ""
        }
        return "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
    }

    enum Outcome: Hashable { case accepted, refused, failed }

    /// A target that refuses one place would otherwise get no later one.
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
    /// Of Basic authentication, or of the signature.
    let secret: SecretText?
    /// Whether its claim is valid and its account open.
    let isActive: Bool
    let lastSequence: Int64
    let attempts: Int
    let nextAt: UnixTime?

    /// Returns the body for a place; nil for a place without readable coordinates or time.
    func body(of location: Location, at now: UnixTime) -> String? {
        guard let shown = precision == .exact ? location : precision.coarse(location), let place = shown.coordinate,
            let fixedAt = HistoryRules.fixedAt(shown.timestamp)
        else { return nil }
        let object =
            form == .webhook
            ? webhook(of: shown, at: place, UnixTime(milliseconds: fixedAt), reportedAt: now)
            : ownTracks(of: shown, at: place, UnixTime(milliseconds: fixedAt))
        return String(decoding: object.bytes, as: UTF8.self)
    }

    /// OwnTracks' units: seconds, km/h, percent. An accuracy of 0 means an unknown one.
    private func ownTracks(of location: Location, at place: Coordinate, _ time: UnixTime) -> JSONObject {
        func whole(
            _ value: LocationValue?, times factor: Double = 1, within range: ClosedRange<Double>
        ) -> Int64? {
            guard let amount = number(value), range.contains(amount) else { return nil }
            return Int64((amount * factor).rounded())
        }
        var object = JSONObject()
        object.set("_type", "location")
        object.set("tid", label.count < 2 ? "XX" : String(label.prefix(2)).uppercased())
        object.set("lat", place.latitude)
        object.set("lon", place.longitude)
        object.set("tst", time.rawValue / 1000)
        let accuracy = whole(location.horizontalAccuracy, within: 0...1e6)
        object.set("acc", accuracy == 0 ? nil : accuracy)
        object.set("vel", whole(location.speed, times: 3.6, within: 0...1000))
        object.set("alt", whole(location.altitude, within: -1e6...1e6))
        object.set("batt", whole(location.batteryLevel, within: 0...100))
        return object
    }

    private func webhook(
        of location: Location, at place: Coordinate, _ time: UnixTime, reportedAt now: UnixTime
    ) -> JSONObject {
        var data = JSONObject()
        data.set("device", device.text)
        data.set("at", time.date, to: .milliseconds)
        data.set("latitude", place.latitude)
        data.set("longitude", place.longitude)
        data.set("accuracy", number(location.horizontalAccuracy))
        data.set("speed", number(location.speed, atLeast: 0))
        data.set("altitude", number(location.altitude))
        data.set("batteryLevel", number(location.batteryLevel))
        var object = JSONObject()
        object.set("type", "place.reported")
        object.set("timestamp", now.date)
        object.set("data", data)
        return object
    }

    private func number(_ value: LocationValue?, atLeast least: Double = -.infinity) -> Double? {
        guard let value, let number = Numeral(value, takesDecimalComma: true)?.value, number >= least else {
            return nil
        }
        return number
    }

    /// The device in headers: Home Assistant makes a topic of it.
    private var label: String {
        String(device.text.map { $0.isASCII && ($0.isLetter || $0.isNumber) || "._-".contains($0) ? $0 : "-" })
    }

    /// Returns the headers as OwnTracks sends them, or those of a webhook; nil for an unreadable secret.
    func headers(of event: String, _ body: String, at now: UnixTime) -> [(name: String, value: String)]? {
        guard form == .webhook else {
            var headers = [(name: "X-Limit-U", value: user?.value ?? "balise"), (name: "X-Limit-D", value: label)]
            if let secret {
                let credentials = Data("\(user?.value ?? ""):\(secret.value)".utf8).base64EncodedString()
                headers.append((name: "Authorization", value: "Basic \(credentials)"))
            }
            return headers
        }
        guard let secret, let key = try? Webhook.key(secret) else { return nil }
        return Webhook.headers(of: event, body, signedWith: key, at: now)
    }
}

/// A place that a process sends now.
struct DuePlace: Sendable {
    let forwarder: ForwarderRow
    let sequence: Int64
    /// The same for each attempt.
    let event: String
    let body: String
    /// Until when no other process sends for the forwarder.
    let lease: UnixTime
}
