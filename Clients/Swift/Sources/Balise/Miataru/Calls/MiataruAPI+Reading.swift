// The calls by which one device reads where others are and were.

public import BaliseJSON

extension MiataruAPI {
    /// Reads where a device is.
    ///
    /// - Parameter device: The device that is looked for.
    /// - Parameter reader: The device in whose name is asked; the one that is read will see it among its visitors.
    /// - Returns: Nil for a device that is unknown, whose place has expired, or that does not let this reader see it;
    ///   the server does not say which.
    public func location(of device: MiataruDeviceID, as reader: MiataruDeviceID) async throws(BaliseError)
        -> LocationResult?
    {
        try await locations(of: [device], as: reader).first ?? nil
    }

    /// Reads where devices are; see ``location(of:as:)``.
    ///
    /// - Parameter devices: At most 100.
    /// - Parameter reader: The device in whose name is asked.
    /// - Returns: One for each device asked for, in this order.
    public func locations(of devices: [MiataruDeviceID], as reader: MiataruDeviceID) async throws(BaliseError)
        -> [LocationResult?]
    {
        guard !devices.isEmpty else { return [] }
        guard devices.count <= MiataruAPI.maximumDevices else {
            throw .invalid("one call asks for at most \(MiataruAPI.maximumDevices) devices")
        }
        let answer: LocationsAnswer = try await showingKey(of: reader) { key async throws(BaliseError) in
            try await send(.getLocation, ReadingBody(reader: reader, key: key, question: .locations(devices))).body()
        }
        guard answer.found.count == devices.count else {
            throw .unreadable("MiataruLocation has \(answer.found.count) entries for \(devices.count) devices")
        }
        return answer.found.map(\.location)
    }

    /// Reads where a device has been, the newest place first. What may not be seen looks as if there were nothing.
    ///
    /// - Parameter device: The device whose places are wanted.
    /// - Parameter reader: The device in whose name is asked.
    /// - Parameter count: The most places that are wanted, at least 1.
    public func history(
        of device: MiataruDeviceID, as reader: MiataruDeviceID, atMost count: Int = 1000
    ) async throws(BaliseError) -> MiataruLocationHistory {
        guard count >= 1 else { throw .invalid("a history of \(count) places cannot be asked for") }
        return try await showingKey(of: reader) { key async throws(BaliseError) in
            let body = ReadingBody(reader: reader, key: key, question: .history(device, count))
            return try await send(.getLocationHistory, body).body()
        }
    }

    /// Reads the place of a device for a map, as GeoJSON.
    ///
    /// This call of the server takes no credentials, so it is refused (401) for a device that has a key. Then the place
    /// is read with ``location(of:as:)`` instead and converted. Unlike the call itself, that leaves a visit with the
    /// device.
    ///
    /// - Parameter device: The device that is looked for.
    /// - Parameter reader: The app's own device, for ``location(of:as:)``; nil to get the 401 instead.
    /// - Returns: Nil as ``location(of:as:)`` does.
    public func geoJSON(
        of device: MiataruDeviceID, as reader: MiataruDeviceID? = nil
    ) async throws(BaliseError) -> GeoJSONFeature? {
        do throws(BaliseError) {
            let answer: FeatureAnswer = try await send(.getLocationGeoJSON, DeviceListBody(devices: [device])).body()
            return answer.feature
        } catch {
            guard let reader, case .refused(let refusal) = error, refusal.status == 401 else { throw error }
            return try await location(of: device, as: reader).map(GeoJSONFeature.init)
        }
    }
}

/// A question of one device about others.
private struct ReadingBody: JSONWritable {
    enum Question {
        case locations([MiataruDeviceID])
        case history(MiataruDeviceID, Int)
    }

    let reader: MiataruDeviceID
    let key: MiataruDeviceKey?
    let question: Question

    func write(to json: inout JSONObject) {
        var config = JSONObject()
        config.set("RequestMiataruDeviceID", reader.text)
        config.set("RequestMiataruDeviceKey", key?.secret)
        json.set("MiataruConfig", config)
        switch question {
        case .locations(let devices):
            DeviceListBody(devices: devices).write(to: &json)
        case .history(let device, let count):
            var wanted = JSONObject()
            wanted.set("Device", device.text)
            wanted.set("Amount", String(count))
            json.set("MiataruGetLocationHistory", wanted)
        }
    }
}

private struct DeviceListBody: JSONWritable {
    let devices: [MiataruDeviceID]

    func write(to json: inout JSONObject) {
        json.set(
            "MiataruGetLocation",
            devices.map { device in
                var entry = JSONObject()
                entry.set("Device", device.text)
                return entry
            })
    }
}

private struct LocationsAnswer: JSONReadable {
    /// `null` stands for what is not seen, so each element is one of these.
    struct Sight: JSONReadable {
        let location: LocationResult?

        init(_ json: JSONValue) throws(JSONShapeError) {
            location = try json.kind == .null ? nil : LocationResult(json)
        }
    }

    let found: [Sight]

    init(_ json: JSONValue) throws(JSONShapeError) { found = try json.needed("MiataruLocation") }
}

private struct FeatureAnswer: JSONReadable {
    let feature: GeoJSONFeature?

    /// An object without members stands for a device that is not seen.
    init(_ json: JSONValue) throws(JSONShapeError) {
        feature = try json.optional("type", as: String.self) == nil ? nil : GeoJSONFeature(json)
    }
}

extension MiataruLocationHistory: JSONReadable {
    /// Reads GetLocationHistory's answer.
    public init(_ json: JSONValue) throws(JSONShapeError) {
        let counts = try json.needed("MiataruServerConfig", as: Counts.self)
        let places: [Place] = try json.needed("MiataruLocation")
        self.init(locations: places.map(\.location), available: counts.available, maximum: counts.maximum)
    }

    private struct Counts: JSONReadable {
        let available: Int
        let maximum: Int

        init(_ json: JSONValue) throws(JSONShapeError) {
            available = try json.needed("AvailableDeviceLocationUpdates", as: WireCount.self).value
            maximum = try json.needed("MaximumNumberOfLocationUpdates", as: WireCount.self).value
        }
    }

    private struct Place: JSONReadable {
        let location: DeviceLocation

        init(_ json: JSONValue) throws(JSONShapeError) { location = try DeviceLocation(miataru: json) }
    }
}
