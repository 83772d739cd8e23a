import BaliseJSON
import Models

func deleteLocation(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let question = try call.wrapped(in: "MiataruDeleteLocation")
    let device = try question.device("Device")
    let reply = try await call.send(DeleteLocation(device: device, key: try question.optionalKey("DeviceKey")))
    var json = JSONWriter()
    json.write(#"{"MiataruResponse":"ACK","MiataruVerboseResponse":"#)
    json.write(string: "Location data deleted for device: \(device.text)")
    json.write(#","MiataruDeletedCount":"#)
    json.write(reply.deleted)
    json.write("}")
    return Answer(json: json.bytes)
}
