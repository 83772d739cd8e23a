public import BaliseAPI

/// Sends each new place of a device that the signed-in user has claimed to an address, such as that of Home Assistant.
/// Every call may throw any `BaliseError`; a device that is not claimed, or an unknown id, fails with `notFound`.
public struct ForwardersAPI: Sendable {
    let caller: APICaller

    /// The forwarders of the device, the latest first.
    public func list(of device: LocationDeviceID) async throws(BaliseError) -> [BaliseForwarder] {
        try await caller.call(AppCalls.listForwarders, at: device.text).data.forwarders
    }

    /// Creates a forwarder. The server does not show its address, password and secret again.
    public func create(
        _ request: CreateForwarderRequest, for device: LocationDeviceID
    ) async throws(BaliseError) -> BaliseForwarder {
        try await caller.call(AppCalls.createForwarder, at: device.text, body: request).data
    }

    /// Sends the present place once, and returns what the target answered. A device without a place fails with `conflict`.
    public func test(_ id: String, of device: LocationDeviceID) async throws(BaliseError) -> BaliseForwarderTest {
        try await caller.call(AppCalls.testForwarder, at: device.text, id).data
    }

    /// Removes a forwarder with its waiting places.
    public func remove(_ id: String, of device: LocationDeviceID) async throws(BaliseError) {
        try await caller.send(AppCalls.removeForwarder, at: device.text, id)
    }
}

extension LocationsAPI {
    /// Where the server sends the places of the signed-in user's devices.
    public var forwarders: ForwardersAPI { ForwardersAPI(caller: caller) }
}
