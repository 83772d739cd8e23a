import BaliseJSON
import Models

func getDeviceSecurityStatus(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let question = try call.wrapped(in: "MiataruGetDeviceSecurityStatus")
    let device = try question.device("DeviceID")
    let reply = try await call.send(
        GetDeviceSecurityStatus(
            device: device, reader: try question.readerDevice(), readerKey: try question.readerKey()))
    var json = JSONWriter()
    json.write(#"{"MiataruDeviceSecurityStatus":{"DeviceID":"#)
    json.write(string: device.text)
    json.write(#","HasDeviceKey":"#)
    json.write(reply.hasDeviceKey)
    json.write(#","IsAllowedDeviceListEnabled":"#)
    json.write(reply.isAllowedListEnabled)
    json.write("}}")
    return Answer(json: json.bytes)
}
