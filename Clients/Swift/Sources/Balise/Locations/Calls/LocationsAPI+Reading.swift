public import BaliseJSON

extension LocationsAPI {
    /// Reads the place of a device. The device lists `reader` among its visitors.
    /// - Returns: Nil if the device is unknown, its place has expired, or the device hides its place from the reader.
    public func location(of device: LocationDeviceID, as reader: LocationDeviceID) async throws(BaliseError)
        -> LocationResult?
    {
        try await locations(of: [device], as: reader).first ?? nil
    }

    /// Reads the places of at most 100 devices, as ``location(of:as:)`` does.
    /// - Returns: One result for each device, in the same order.
    public func locations(of devices: [LocationDeviceID], as reader: LocationDeviceID) async throws(BaliseError)
        -> [LocationResult?]
    {
        guard !devices.isEmpty else { return [] }
        guard devices.count <= LocationsAPI.maximumDevices else {
            throw .invalid("one call asks for at most \(LocationsAPI.maximumDevices) devices")
        }
        let found: [FoundLocation] = try await showingKey(of: reader) { key async throws(BaliseError) in
            let body = MiataruBody { json in
                json.set(reader: reader, key)
                json.set(devices: devices)
            }
            return try await send(.getLocation, body).read { json throws(JSONShapeError) in
                try json.needed("MiataruLocation")
            }
        }
        guard found.count == devices.count else {
            throw .unreadable("MiataruLocation has \(found.count) entries for \(devices.count) devices")
        }
        return found.map(\.location)
    }

    /// Reads the earlier places of a device, the newest first. The list is empty if the reader may not see them.
    /// - Parameter count: The largest number of places, at least 1.
    public func history(
        of device: LocationDeviceID, as reader: LocationDeviceID, atMost count: Int = 1000
    ) async throws(BaliseError) -> LocationHistory {
        guard count >= 1 else { throw .invalid("a history of \(count) places cannot be asked for") }
        return try await showingKey(of: reader) { key async throws(BaliseError) in
            let body = MiataruBody { json in
                json.set(reader: reader, key)
                let wanted = MiataruBody {
                    $0.set("Device", device.text)
                    $0.set("Amount", String(count))
                }
                json.set("MiataruGetLocationHistory", wanted)
            }
            return try await send(.getLocationHistory, body).body()
        }
    }

    /// Reads the place of a device as GeoJSON, for a map.
    ///
    /// This call takes no credentials, so a device with a key answers 401. The SDK then reads the place with
    /// ``location(of:as:)``, which leaves a visit, and converts it.
    /// - Parameter reader: The app's own device, for ``location(of:as:)``; nil to get the 401 instead.
    /// - Returns: Nil in the cases of ``location(of:as:)``.
    public func geoJSON(
        of device: LocationDeviceID, as reader: LocationDeviceID? = nil
    ) async throws(BaliseError) -> GeoJSONFeature? {
        do throws(BaliseError) {
            let answer = try await send(.getLocationGeoJSON, MiataruBody { $0.set(devices: [device]) })
            return try answer.read { json throws(JSONShapeError) in
                // The server sends an empty object for a device that the reader cannot see.
                try json.optional("type", as: String.self) == nil ? nil : GeoJSONFeature(json)
            }
        } catch {
            guard let reader, case .refused(let refusal) = error, refusal.status == 401 else { throw error }
            return try await location(of: device, as: reader).map(GeoJSONFeature.init)
        }
    }
}

extension JSONObject {
    fileprivate mutating func set(reader: LocationDeviceID, _ key: LocationDeviceKey?) {
        var config = JSONObject()
        config.set("RequestMiataruDeviceID", reader.text)
        config.set("RequestMiataruDeviceKey", key?.secret)
        set("MiataruConfig", config)
    }

    fileprivate mutating func set(devices: [LocationDeviceID]) {
        set("MiataruGetLocation", devices.map { device in MiataruBody { $0.set("Device", device.text) } })
    }
}

/// The server sends `null` for a device that the reader cannot see.
private struct FoundLocation: JSONReadable {
    let location: LocationResult?

    init(_ json: JSONValue) throws(JSONShapeError) { location = try json.kind == .null ? nil : LocationResult(json) }
}

extension LocationHistory: JSONReadable {
    public init(_ json: JSONValue) throws(JSONShapeError) {
        let (available, maximum) = try json.needed("MiataruServerConfig") { json throws(JSONShapeError) in
            (
                try json.needed("AvailableDeviceLocationUpdates", as: WireCount.self).value,
                try json.needed("MaximumNumberOfLocationUpdates", as: WireCount.self).value
            )
        }
        let places: [Place] = try json.needed("MiataruLocation")
        self.init(locations: places.map(\.location), available: available, maximum: maximum)
    }

    private struct Place: JSONReadable {
        let location: DeviceLocation

        init(_ json: JSONValue) throws(JSONShapeError) { location = try DeviceLocation(miataru: json) }
    }
}
