import BaliseJSON
import Foundation
import HTTPTypes
import Models

/// The form with the devices in the body; only the first one is shown.
func getLocationGeoJSON(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let devices = try [DeviceID](requested: call.body)
    guard !devices.isEmpty else { throw .invalid("MiataruGetLocation must name a device") }
    return try await feature(of: devices, call)
}

/// The form with the device in the path.
func getLocationGeoJSONOfPath(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    guard let parameter = call.request.parameters.first, let text = String(percentEncoded: parameter.utf8),
        let device = DeviceID(text)
    else {
        throw .invalid("the path must end with a device id")
    }
    var answer = try await feature(of: [device], call)
    // A person's position: shared caches must not store it, and the client revalidates it each time.
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

/// A coordinate as a JSON number, stored as a number or as a string; nil if it is neither.
func coordinate(_ value: LocationValue) -> String? {
    guard let parsed = try? JSONDocument(Array(value.json.utf8)).root else { return nil }
    if parsed.kind == .number { return value.json }
    // Some phones write a comma as the decimal point.
    guard let text = parsed.string, let number = decimal(text.replacingOccurrences(of: ",", with: ".")) else {
        return nil
    }
    if number == number.rounded(), abs(number) < 1e15 { return String(Int64(number)) }
    return "\(number)"
}
