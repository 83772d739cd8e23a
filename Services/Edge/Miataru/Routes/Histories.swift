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
    /// Newest first. `available` counts what the reader may see, `maximum` is the largest size of a history.
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

func getVisitorHistory(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let question = try call.wrapped(in: "MiataruGetVisitorHistory")
    let device = try question.device("Device")
    let key = try question.optionalKey("DeviceKey")
    let amount = try question.amount("Amount")
    guard amount != 0 else { throw .invalid("Amount must not be 0") }
    let reply = try await call.send(GetVisitorHistory(device: device, key: key, amount: amount))
    var json = JSONWriter(capacity: 128 + 80 * reply.visits.count)
    json.write(#"{"MiataruServerConfig":{"MaximumNumberOfVisitorHistory":"#)
    json.write(reply.maximum)
    json.write(#","AvailableVisitorHistory":"#)
    json.write(reply.visits.count)
    json.write(#"},"MiataruVisitors":["#)
    for (position, visit) in reply.visits.enumerated() {
        json.write(position > 0 ? #",{"DeviceID":"# : #"{"DeviceID":"#)
        json.write(string: visit.visitor.text)
        json.write(#","TimeStamp":"#)
        json.write(visit.time.rawValue)
        json.write("}")
    }
    json.write("]}")
    return Answer(json: json.bytes)
}
