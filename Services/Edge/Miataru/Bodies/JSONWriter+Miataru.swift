import BaliseJSON
import Models
import NIOCore

extension JSONWriter {
    mutating func write(_ found: GetLocation.LocationResult) {
        write("{")
        write(found.location, of: found.device)
        write(#","Slogan":"#)
        write(string: found.slogan)
        write("}")
    }

    /// Writes the member `MiataruLocation`.
    mutating func write(_ found: [GetLocation.LocationResult?]) {
        write(#""MiataruLocation":["#)
        for (position, found) in found.enumerated() {
            if position > 0 { write(",") }
            if let found { write(found) } else { write("null") }
        }
        write("]")
    }

    /// Writes the members of a location without braces, each value in its original form.
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

    /// Writes the location as a viewer of a share link sees it: only place and time.
    mutating func write(shared location: Location) {
        write(#"{"Timestamp":"#)
        write(json: location.timestamp.json)
        write(#","Longitude":"#)
        write(json: location.longitude.json)
        write(#","Latitude":"#)
        write(json: location.latitude.json)
        write(#","HorizontalAccuracy":"#)
        write(json: location.horizontalAccuracy.json)
        write("}")
    }

    mutating func write(_ name: StaticString, _ value: LocationValue?) {
        guard let value else { return }
        write(name)
        write(json: value.json)
    }
}

extension Answer {
    static func acknowledgement(_ text: String, deleted count: Int? = nil) -> Answer {
        var json = JSONObject()
        json.set("MiataruResponse", "ACK")
        json.set("MiataruVerboseResponse", text)
        json.set("MiataruDeletedCount", count)
        return Answer(json: json.bytes)
    }

    /// Returns the answer of miataru-server 2.3.0: a fish with one of four random eyes, chosen by the request id.
    /// Clients read only the ACK.
    static func locationUpdated(by request: EdgeRequest) -> Answer {
        let draw = request.context.requestID.utf8.reduce(0) { $0 &* 31 &+ Int($1) }
        return locationUpdates[(draw >> 2) & 3]
    }

    private static let locationUpdates = ["x", "!", "^", "°"].map { acknowledgement("><)))\($0)>") }
}
