import Models
import ServiceRuntime

/// The most locations in an answer, the newest ones: about 2 MB.
private let longest = 10_000

/// Asks like any reader (`GetLocationHistory`): the owner's list decides about histories, and the look is a visit. For
/// a device outside the map, whose list does not include the operator, nothing is asked. The answer is then an empty
/// history, which does not reveal whether the device exists.
func getMapHistory(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let device = try call.device()
    let map = try call.presentMap()
    var reply = GetLocationHistory.Reply(maximum: 0, available: 0, locations: [])
    if try await call.send(ListReadableDevices(reader: map.reader)).devices.contains(device) {
        reply = try await call.send(GetLocationHistory(reader: map.reader, device: device, amount: longest))
    }
    return Answer(history: reply.locations, available: reply.available, maximum: reply.maximum, of: device)
}
