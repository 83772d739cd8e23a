import BaliseAPI
import BaliseJSON

extension LocationsAPI {
    /// The largest number of places in one call.
    public static let maximumLocations = 5000
    /// The largest number of devices in one call.
    public static let maximumDevices = 100

    /// Sends places of a device; the server stores all or none. A failed call is not repeated, and two simultaneous
    /// calls may arrive in either order. A ``LocationOutbox`` repeats failed calls and keeps the order.
    /// - Parameter locations: At most 5,000, in the order of their recording, the newest last.
    /// - Parameter keeping: How long the server stores the places.
    /// - Throws: `invalid` for a value out of range; then nothing was sent.
    public func update(
        _ locations: [DeviceLocation], of device: LocationDeviceID, keeping: LocationKeeping
    ) async throws(BaliseError) {
        guard !locations.isEmpty else { return }
        guard locations.count <= LocationsAPI.maximumLocations else {
            throw .invalid("one call takes at most \(LocationsAPI.maximumLocations) places")
        }
        if let flaw = locations.lazy.compactMap(\.flaw).first ?? keeping.flaw { throw .invalid(flaw) }
        // The API requires the minutes also when the server keeps a history. It then ignores them.
        let stay: Int = if case .newestOnly(let minutes) = keeping { minutes } else { 1 }
        try await showingKey(of: device) { key async throws(BaliseError) in
            let body = MiataruBody { json in
                let config = MiataruBody {
                    $0.set("EnableLocationHistory", keeping == .history ? "True" : "False")
                    $0.set("LocationDataRetentionTime", String(stay))
                }
                json.set("MiataruConfig", config)
                let entries = locations.map { location in
                    MiataruBody {
                        $0.set("Device", device.text)
                        $0.set("DeviceKey", key?.secret)
                        location.write(miataru: &$0)
                    }
                }
                json.set("MiataruLocation", entries)
            }
            try acknowledge(try await send(.updateLocation, body))
        }
    }

    /// Adds places from before the current place to the history, each once. The device needs a key. Other servers refuse
    /// this call, and so does a server that keeps no history of the device or forwards its places.
    func addEarlier(_ locations: [DeviceLocation], of device: LocationDeviceID) async throws(BaliseError) {
        try await showingKey(of: device) { key async throws(BaliseError) in
            let body = MiataruBody { json in
                json.set("Device", device.text)
                json.set("DeviceKey", key?.secret)
                let entries = locations.map { location in MiataruBody { location.write(miataru: &$0) } }
                json.set("MiataruLocation", entries)
            }
            try acknowledge(try await caller.send(.post, MiataruEndpoint.earlierPath, body: body, as: .anybody))
        }
    }

    /// Sends one place of a device; see ``update(_:of:keeping:)-([DeviceLocation],_,_)``.
    public func update(
        _ location: DeviceLocation, of device: LocationDeviceID, keeping: LocationKeeping
    ) async throws(BaliseError) {
        try await update([location], of: device, keeping: keeping)
    }

    /// Erases a device's place, history and visitors. Its key, allowed list and slogan stay.
    /// - Returns: How many of place, history and visitors existed (0 to 3); 0 for an unknown device.
    @discardableResult
    public func deleteLocation(of device: LocationDeviceID) async throws(BaliseError) -> Int {
        let answer = try await send(.deleteLocation, for: device, in: "Device")
        // Servers of the Miataru API 1.0 send no count.
        let count: Int? = try answer.read { json throws(JSONShapeError) in try json.optional("MiataruDeletedCount") }
        return count ?? 0
    }
}

extension LocationKeeping {
    /// The longest retention of a place without a history: ten years, in minutes.
    private static let maximumStay = 5_256_000

    /// The mistake in this value, as one sentence; nil if it is valid.
    var flaw: String? {
        guard case .newestOnly(let minutes) = self, !(1...LocationKeeping.maximumStay).contains(minutes) else {
            return nil
        }
        return "A place can stay for 1 minute to ten years."
    }
}
