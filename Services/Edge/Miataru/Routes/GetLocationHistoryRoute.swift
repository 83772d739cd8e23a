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
    return Answer(
        history: reply.locations, available: reply.available, maximum: reply.maximum, of: question.device)
}

extension Answer {
    /// A reader's view of a device's history, newest first.
    ///
    /// - Parameters:
    ///   - available: The number of locations visible to the reader.
    ///   - maximum: The largest size of a history.
    init(history locations: [Location], available: Int, maximum: Int, of device: DeviceID) {
        var json = JSONWriter(capacity: 128 + 224 * locations.count)
        json.write(#"{"MiataruServerConfig":{"MaximumNumberOfLocationUpdates":"#)
        json.write(maximum)
        json.write(#","AvailableDeviceLocationUpdates":"#)
        json.write(available)
        json.write(#"},"MiataruLocation":["#)
        for (position, location) in locations.enumerated() {
            json.write(position > 0 ? ",{" : "{")
            json.write(location, of: device)
            json.write("}")
        }
        json.write("]}")
        self.init(json: json.bytes)
    }
}
