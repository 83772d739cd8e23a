// GetLocationHistory: where a device has been.

import BaliseJSON
import Models

func getLocationHistory(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let reader = try Reader(config: call.body)
    guard let wanted = call.body?.given("MiataruGetLocationHistory") else {
        throw .invalid("MiataruGetLocationHistory is missing")
    }
    let question = try HistoryQuestion(wanted)
    let reply = try await call.send(
        GetLocationHistory(reader: reader, device: question.device, amount: question.amount))
    var json = JSONWriter(capacity: 128 + 224 * reply.locations.count)
    json.write(#"{"MiataruServerConfig":{"MaximumNumberOfLocationUpdates":"#)
    json.write(reply.maximum)
    json.write(#","AvailableDeviceLocationUpdates":"#)
    json.write(reply.available)
    json.write(#"},"MiataruLocation":["#)
    for (position, location) in reply.locations.enumerated() {
        json.write(position > 0 ? ",{" : "{")
        json.write(location, of: question.device)
        json.write("}")
    }
    json.write("]}")
    return Answer(json: json.bytes)
}
