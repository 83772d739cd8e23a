// GetLocationGeoJSON: where a device is, as a map shows it.

import BaliseJSON
import Foundation
import HTTPTypes
import Models

/// The call with the devices in the body; only the first one is shown.
func getLocationGeoJSON(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let devices = try [DeviceID](requested: call.body)
    guard !devices.isEmpty else { throw .invalid("MiataruGetLocation must name a device") }
    return try await feature(of: devices, call)
}

/// The call with the device in the path.
func getLocationGeoJSONOfPath(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    guard let parameter = call.request.parameters.first, let text = String(percentEncoded: parameter.utf8),
        let device = DeviceID(text)
    else {
        throw .invalid("the path must end with a device id")
    }
    var answer = try await feature(of: [device], call)
    // Where somebody is: no cache on the way keeps it, and the caller asks each time whether it still holds.
    answer.fields.append(HTTPField(name: .cacheControl, value: "private, no-cache"))
    return answer
}

private func feature(of devices: [DeviceID], _ call: MiataruCall) async throws(EdgeError) -> Answer {
    let reply = try await call.send(GetLocationGeoJSON(devices: devices))
    var json = JSONWriter()
    guard let location = reply.location, let longitude = coordinate(location.longitude),
        let latitude = coordinate(location.latitude)
    else {
        json.write("{}")
        return Answer(json: json.bytes)
    }
    json.write(#"{"type":"Feature","geometry":{"type":"Point","coordinates":["#)
    json.write(json: longitude)
    json.write(",")
    json.write(json: latitude)
    json.write(#"]},"properties":{"name":"#)
    json.write(string: devices[0].text)
    json.write(#","timestamp":"#)
    json.write(json: location.timestamp.json)
    json.write(#","horizontalAccuracy":"#)
    json.write(json: location.horizontalAccuracy.json)
    json.write(#","speed":"#, location.speed)
    json.write(#","batteryLevel":"#, location.batteryLevel)
    json.write(#","altitude":"#, location.altitude)
    json.write("}}")
    return Answer(json: json.bytes)
}

/// The JSON number for a coordinate that is stored as a number or as a string; nil when it is neither.
func coordinate(_ value: LocationValue) -> String? {
    guard let parsed = try? JSONDocument(Array(value.json.utf8)).root else { return nil }
    if parsed.kind == .number { return value.json }
    // Some phones write a comma where others write a point.
    guard let text = parsed.string, let number = decimal(text.replacingOccurrences(of: ",", with: ".")) else {
        return nil
    }
    if number == number.rounded(), abs(number) < 1e15 { return String(Int64(number)) }
    return "\(number)"
}
