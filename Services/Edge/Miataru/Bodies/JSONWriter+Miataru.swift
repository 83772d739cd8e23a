// What answers of the Miataru API have in common.

import BaliseJSON
import Models
import NIOCore

extension JSONWriter {
    /// Appends the members of a location without braces, each value in the form in which it once came.
    mutating func write(_ location: Location, of device: DeviceID) {
        write(#""Device":"#)
        write(string: device.text)
        write(#","Timestamp":"#)
        write(json: location.timestamp.json)
        write(#","Longitude":"#)
        write(json: location.longitude.json)
        write(#","Latitude":"#)
        write(json: location.latitude.json)
        write(#","HorizontalAccuracy":"#)
        write(json: location.horizontalAccuracy.json)
        write(#","Speed":"#, location.speed)
        write(#","BatteryLevel":"#, location.batteryLevel)
        write(#","Altitude":"#, location.altitude)
    }

    /// Appends a member that is left out when its value is unknown.
    mutating func write(_ name: StaticString, _ value: LocationValue?) {
        guard let value else { return }
        write(name)
        write(json: value.json)
    }
}

extension Answer {
    /// What a call answers that only did something.
    static func acknowledgement(_ text: String) -> Answer {
        var json = JSONWriter()
        json.write(#"{"MiataruResponse":"ACK","MiataruVerboseResponse":"#)
        json.write(string: text)
        json.write("}")
        return Answer(json: json.bytes)
    }

    /// What UpdateLocation answers, as the reference server (miataru-server 2.3.0) does: its text is a fish with one of
    /// four eyes, at random. Clients read no more than the ACK. The id of the request, which begins at random, decides.
    static func locationUpdated(by request: EdgeRequest) -> Answer {
        let draw = request.context.requestID.utf8.reduce(0) { $0 &* 31 &+ Int($1) }
        return locationUpdates[(draw >> 2) & 3]
    }

    private static let locationUpdates = ["x", "!", "^", "°"].map { acknowledgement("><)))\($0)>") }
}
