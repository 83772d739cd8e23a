import BaliseAPI
import BaliseJSON

/// Shares the places of devices by the Miataru API 1.1.
///
/// To share where this device is, also in the background, start with ``sharing(of:from:in:keeping:)``.
///
/// A device is an id that the app makes. A key, stored by ``DeviceKeys``, can protect it. A call sends the key of the
/// device that it changes, or of the device that asks. The `reader` of a call is the app's own device, which the other
/// device sees as a visitor.
///
/// A refused key is `deviceKeyUnknown` when no key is stored here, `deviceKeyWrong` when the server has another key.
/// Calls without a key fail with 401 (`authenticationRequired`) for a device with a key.
public struct LocationsAPI: Sendable {
    let caller: APICaller
    let configuration: BaliseConfiguration
    /// The keys of the devices that this app has made or adopted.
    public let keys: DeviceKeys

    func send(_ endpoint: MiataruEndpoint, _ body: some JSONWritable) async throws(BaliseError) -> BaliseHTTPResponse {
        try await caller.send(.post, endpoint.path, body: body, as: .anybody)
    }

    /// Makes a call about a device with its stored key. `member` names the device, and `fill` sets the other members.
    func send(
        _ endpoint: MiataruEndpoint, for device: LocationDeviceID, in member: String = "DeviceID",
        _ fill: @escaping @Sendable (inout JSONObject) -> Void = { _ in }
    ) async throws(BaliseError) -> BaliseHTTPResponse {
        try await showingKey(of: device) { key async throws(BaliseError) in
            let body = MiataruBody(wrappedFor: endpoint) { json in
                json.set(member, device.text)
                json.set("DeviceKey", key?.secret)
                fill(&json)
            }
            return try await send(endpoint, body)
        }
    }

    func acknowledge(_ answer: BaliseHTTPResponse) throws(BaliseError) {
        let response: String = try answer.read { json throws(JSONShapeError) in try json.needed("MiataruResponse") }
        // The sign-in page of a hotel's Wi-Fi, for example, answers 200 to everything.
        guard response == "ACK" else { throw .unreadable("MiataruResponse is not ACK") }
    }

    /// Makes a call with the stored key of `device`, if there is a key. If the server refuses the key while a change of
    /// it is unfinished, the change is completed first and the call is repeated once with the valid key.
    func showingKey<Result>(
        of device: LocationDeviceID, _ call: (LocationDeviceKey?) async throws(BaliseError) -> Result
    ) async throws(BaliseError) -> Result {
        let key = try await keys.key(for: device)
        do throws(BaliseError) {
            return try await call(key)
        } catch {
            guard error.isForbidden else { throw error }
            let settled = try await keys.settledKey(for: device)
            guard settled != key else { throw error.advised(on: device, hadKey: key != nil) }
            do throws(BaliseError) { return try await call(settled) } catch {
                throw error.advised(on: device, hadKey: settled != nil)
            }
        }
    }

    /// Returns the stored key of a device, for calls that need a key. An unfinished first key is completed before.
    func neededKey(of device: LocationDeviceID) async throws(BaliseError) -> LocationDeviceKey {
        if let key = try await keys.key(for: device) { return key }
        guard let key = try await keys.settledKey(for: device) else {
            throw .invalid("the device \(device) needs a DeviceKey for this, and none is kept here: set one first")
        }
        return key
    }
}

extension BaliseClient {
    /// Calls that share the places of devices by the Miataru API.
    public var locations: LocationsAPI { LocationsAPI(caller: caller, configuration: configuration, keys: deviceKeys) }
}

struct MiataruBody: JSONWritable {
    private let fill: @Sendable (inout JSONObject) -> Void

    init(_ fill: @escaping @Sendable (inout JSONObject) -> Void) { self.fill = fill }

    /// Makes the body of most calls: one member with the others, such as `MiataruSetDeviceKey` for `setDeviceKey`.
    init(wrappedFor endpoint: MiataruEndpoint, _ fill: @escaping @Sendable (inout JSONObject) -> Void) {
        let name: String = "Miataru" + endpoint.rawValue.prefix(1).uppercased() + endpoint.rawValue.dropFirst()
        self.init { $0.set(name, MiataruBody(fill)) }
    }

    func write(to json: inout JSONObject) { fill(&json) }
}
