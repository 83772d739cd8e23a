import BaliseJSON
import HTTPTypes
import Models

/// The form of a downloaded history, written in parts.
enum HistoryFormat: Sendable {
    /// GPX 1.1 with one track. It has no elements for accuracy, speed and battery level, which are extensions.
    case gpx
    /// A FeatureCollection (RFC 7946) with a point for each place.
    case geoJSON

    var contentType: HTTPField {
        HTTPField(name: .contentType, value: self == .gpx ? GPXTrack.mediaType : "application/geo+json")
    }

    var disposition: HTTPField {
        let ending = self == .gpx ? "gpx" : "geojson"
        return HTTPField(name: .contentDisposition, value: "attachment; filename=\"balise-history.\(ending)\"")
    }

    func beginning(_ device: DeviceID) -> [UInt8] {
        switch self {
        case .gpx:
            Array(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <gpx version="1.1" creator="Balise" xmlns="http://www.topografix.com/GPX/1/1" \
                xmlns:balise="urn:balise:gpx:1">
                <trk><name>\(escaped(device.text))</name><trkseg>

                """.utf8)
        case .geoJSON: Array("{\"type\":\"FeatureCollection\",\"features\":[\n".utf8)
        }
    }

    func part(_ points: [HistoryPoint], of device: DeviceID, isFirst: Bool) -> [UInt8] {
        var writer = JSONWriter()
        for (index, point) in points.enumerated() {
            switch self {
            case .gpx: write(gpx: point, &writer)
            case .geoJSON:
                if !isFirst || index > 0 { writer.write(",\n") }
                write(geoJSON: point, of: device, &writer)
            }
        }
        return writer.bytes
    }

    var end: [UInt8] {
        switch self {
        case .gpx: Array("</trkseg></trk>\n</gpx>\n".utf8)
        case .geoJSON: Array("\n]}\n".utf8)
        }
    }

    private func write(gpx point: HistoryPoint, _ text: inout JSONWriter) {
        func element(_ name: StaticString, _ value: Double?) {
            guard let value else { return }
            text.write("<")
            text.write(name)
            text.write(">")
            text.write(decimal: value)
            text.write("</")
            text.write(name)
            text.write(">")
        }
        text.write("<trkpt lat=\"")
        text.write(decimal: point.latitude)
        text.write("\" lon=\"")
        // The type longitudeType of GPX 1.1 excludes 180, which is the same meridian.
        text.write(decimal: point.longitude == 180 ? -180 : point.longitude)
        text.write("\">")
        element("ele", point.altitude)
        if let at = point.at { text.write(json: "<time>\(RFC3339.text(of: at.date, to: .milliseconds))</time>") }
        text.write("<extensions>")
        element("balise:accuracy", point.accuracy)
        element("balise:speed", point.speed)
        element("balise:batteryLevel", point.batteryLevel)
        text.write("</extensions></trkpt>\n")
    }

    private func write(geoJSON point: HistoryPoint, of device: DeviceID, _ json: inout JSONWriter) {
        json.write("{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
        json.write(point.longitude)
        json.write(",")
        json.write(point.latitude)
        if let altitude = point.altitude {
            json.write(",")
            json.write(altitude)
        }
        json.write("]},\"properties\":{\"device\":")
        json.write(string: device.text)
        if let at = point.at { json.write(json: ",\"at\":\"\(RFC3339.text(of: at.date, to: .milliseconds))\"") }
        for (name, value) in [
            ("accuracy", point.accuracy), ("speed", point.speed), ("batteryLevel", point.batteryLevel),
        ] {
            guard let value else { continue }
            json.write(json: ",\"\(name)\":")
            json.write(value)
        }
        json.write("}}")
    }

    /// Returns the text for XML, without the characters that XML forbids.
    private func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension JSONWriter {
    /// Writes a number without an exponent, as XML Schema requires. A tiny number is rounded to nine places.
    fileprivate mutating func write(decimal number: Double) {
        guard number != 0, abs(number) < 1e-4 else { return write(number) }
        let digits = String(Int((abs(number) * 1e9).rounded()))
        let zeros = String(repeating: "0", count: max(0, 9 - digits.count))
        write(json: (number < 0 ? "-0." : "0.") + zeros + digits)
    }
}
