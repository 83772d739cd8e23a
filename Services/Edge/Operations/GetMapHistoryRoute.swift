// POST /map/history: where a device was whose owner lets the operator see it.

import Models
import ServiceRuntime

/// The most locations in an answer, the newest ones: about 2 MB.
private let longest = 10_000

/// Asks as any reader does (`GetLocationHistory`): what its owner's list says of histories counts, and the look is one
/// visit. Of a device that is not on the map, whose list does not name the operator, nothing is asked, and the answer is
/// that of an empty history; whether there is such a device is not told.
func getMapHistory(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let device = try call.device()
    let map = try call.presentMap()
    var reply = GetLocationHistory.Reply(maximum: 0, available: 0, locations: [])
    if try await call.send(ListReadableDevices(reader: map.reader)).devices.contains(device) {
        reply = try await call.send(GetLocationHistory(reader: map.reader, device: device, amount: longest))
    }
    return Answer(history: reply.locations, available: reply.available, maximum: reply.maximum, of: device)
}
