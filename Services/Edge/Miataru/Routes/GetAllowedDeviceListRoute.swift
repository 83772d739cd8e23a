import BaliseJSON
import Models

func getAllowedDeviceList(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let question = try call.wrapped(in: "MiataruGetAllowedDeviceList")
    let device = try question.device("DeviceID")
    let reply = try await call.send(GetAllowedDeviceList(device: device, key: try question.key("DeviceKey")))
    var json = JSONWriter(capacity: 128 + 112 * reply.allowed.count)
    json.write(#"{"MiataruAllowedDeviceList":{"DeviceID":"#)
    json.write(string: device.text)
    json.write(#","IsAllowedDeviceListEnabled":"#)
    json.write(reply.isEnabled)
    json.write(#","allowedDevices":["#)
    for (position, allowed) in reply.allowed.enumerated() {
        json.write(position > 0 ? #",{"DeviceID":"# : #"{"DeviceID":"#)
        json.write(string: allowed.device.text)
        json.write(#","hasCurrentLocationAccess":"#)
        json.write(allowed.readsCurrentLocation)
        json.write(#","hasHistoryAccess":"#)
        json.write(allowed.readsHistory)
        json.write("}")
    }
    json.write("]}}")
    return Answer(json: json.bytes)
}
