import BaliseJSON
import Models

func getDeviceSlogan(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let question = try call.wrapped(in: "MiataruGetDeviceSlogan")
    let device = try question.device("DeviceID")
    let reply = try await call.send(
        GetDeviceSlogan(
            device: device, reader: try question.readerDevice(), readerKey: try question.readerKey()))
    var json = JSONWriter()
    json.write(#"{"MiataruDeviceSlogan":{"DeviceID":"#)
    json.write(string: device.text)
    json.write(#","Slogan":"#)
    json.write(string: reply.slogan)
    json.write("}}")
    return Answer(json: json.bytes)
}
