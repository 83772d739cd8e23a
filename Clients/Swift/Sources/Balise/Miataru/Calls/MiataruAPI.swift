// The calls of the Miataru API: where they are found, and what they have in common.

import BaliseAPI
import BaliseJSON

/// Shares where devices are, by the Miataru API 1.1.
///
/// A device is an id that the app makes. A key may protect it; ``DeviceKeys`` stores the keys. Each call shows the key
/// of the device that it writes, or in whose name it reads; a device without a key works without one. The `reader` of a
/// call is the id of the app's own device, and tells the device that is read who is asking.
///
/// Two codes say that a key was refused: `deviceKeyUnknown` when the server wants a key and none is stored here, and
/// `deviceKeyWrong` when the server has another key. A call that takes no key is refused with 401
/// (`authenticationRequired`) for a device that has one.
public struct MiataruAPI: Sendable {
    let caller: APICaller
    let configuration: BaliseConfiguration
    /// The keys of the devices on this phone.
    public let keys: DeviceKeys

    /// Makes a call in whose body the credentials are.
    func send(_ endpoint: MiataruEndpoint, _ body: some JSONWritable) async throws(BaliseError) -> BaliseHTTPResponse {
        try await caller.send(.post, endpoint.path, body: body, as: .none)
    }

    /// As `send`, for the answer that says that something was done.
    func acknowledge(_ endpoint: MiataruEndpoint, _ body: some JSONWritable) async throws(BaliseError) {
        let answer: Acknowledgement = try await send(endpoint, body).body()
        // A hotel's sign-in page, say, answers 200 to everything.
        guard answer.response == "ACK" else { throw .unreadable("MiataruResponse is not ACK") }
    }

    /// Makes a call that shows the key of `device`, where one is kept. A key whose change was interrupted is settled
    /// when the server refuses, and the call made once more with what then counts.
    func showingKey<Result>(
        of device: MiataruDeviceID, _ call: (MiataruDeviceKey?) async throws(BaliseError) -> Result
    ) async throws(BaliseError) -> Result {
        let key = try await keys.key(for: device)
        do throws(BaliseError) {
            return try await call(key)
        } catch {
            guard error.isForbidden else { throw error }
            let settled = try await keys.settledKey(for: device)
            guard settled != key else { throw error.advised(on: device, hadKey: key != nil) }
            do throws(BaliseError) {
                return try await call(settled)
            } catch {
                throw error.advised(on: device, hadKey: settled != nil)
            }
        }
    }

    /// The key that is kept for a device, for calls that are impossible without. A first key of which no answer came is
    /// settled before.
    func neededKey(of device: MiataruDeviceID) async throws(BaliseError) -> MiataruDeviceKey {
        if let key = try await keys.key(for: device) { return key }
        guard let key = try await keys.settledKey(for: device) else {
            throw .invalid(
                "the device \(device) needs a DeviceKey for this, and none is kept here: set one first")
        }
        return key
    }
}

extension BaliseClient {
    /// Shares where devices are.
    public var miataru: MiataruAPI { MiataruAPI(caller: caller, configuration: configuration, keys: deviceKeys) }
}

private struct Acknowledgement: JSONReadable {
    let response: String

    init(_ json: JSONValue) throws(JSONShapeError) { response = try json.needed("MiataruResponse") }
}

/// The one member by which the body of most calls is wrapped.
struct MiataruWrapped: JSONWritable {
    let name: String
    let fill: @Sendable (inout JSONObject) -> Void

    init(_ name: String, _ fill: @escaping @Sendable (inout JSONObject) -> Void) {
        self.name = name
        self.fill = fill
    }

    func write(to json: inout JSONObject) {
        var inner = JSONObject()
        fill(&inner)
        json.set(name, inner)
    }
}
