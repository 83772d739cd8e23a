import BaliseJSON
import Models

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
