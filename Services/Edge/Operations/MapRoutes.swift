import HTTPTypes
import Models
import OperatorAPI
import ServiceRuntime
import ServiceSettings

struct OperatorMap: Sendable {
    let live: LiveHub
    let reader: Reader
}

extension OperatorMap {
    init?(_ settings: ConsoleSettings, live: LiveHub) {
        guard let device = settings.reader.flatMap({ DeviceID($0) }),
            let key = settings.readerKey.flatMap({ DeviceKey($0.value) })
        else { return nil }
        self.init(live: live, reader: Reader(device: device, key: key))
    }
}

/// The operators' device is a reader like any other: lists and keys are checked for each event, and each owner sees the
/// visit. The stream ends with the caller's credential.
func streamMap(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let map = try call.presentMap()
    let request = call.request
    let place = try map.live.limiter.enter(address: request.address)
    let devices = try await call.send(ListReadableDevices(reader: map.reader)).devices
    let view = try await map.live.view(of: .reader(map.reader), after: nil, request.context)
    // A separate call first, which records the visits.
    let reply = try await call.send(GetLocation(reader: map.reader, devices: devices))
    view.show(devices, reply.found)
    let isStillCalling = call.isStillCalling
    return Answer(eventsIn: place) { send in
        try await map.live.write(view, to: send, isStillCalling: isStillCalling)
    }
}

extension OperationsCall {
    /// Throws 409 if no device is set for operators.
    func presentMap() throws(EdgeError) -> OperatorMap {
        guard let map else {
            throw EdgeError(
                .conflict,
                "the operator has no device to read with; set console.reader and console.readerKey to a device with a key"
            )
        }
        return map
    }
}

private let maximumHistory = 10_000

/// Asks like any reader: the owner's list decides, and the look is a visit. For a device outside the map nothing is asked,
/// and the empty answer does not reveal whether the device exists.
func getMapHistory(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let device = try call.device()
    let map = try call.presentMap()
    var reply = GetLocationHistory.Reply(maximum: 0, available: 0, locations: [])
    if try await call.send(ListReadableDevices(reader: map.reader)).devices.contains(device) {
        reply = try await call.send(GetLocationHistory(reader: map.reader, device: device, amount: maximumHistory))
    }
    return Answer(history: reply.locations, available: reply.available, maximum: reply.maximum, of: device)
}
