// The calls by which a device tells where it is, and takes back what it has told.

import BaliseJSON

extension MiataruAPI {
    /// The most places in one call.
    public static let maximumLocations = 5000
    /// How many devices one call asks for at most.
    public static let maximumDevices = 100

    /// Tells the server where a device is; all places are taken or none.
    ///
    /// A call that failed is not made again, and of two calls at a time the later one may arrive first: what has to
    /// arrive in any case, and in order, goes through a ``LocationOutbox``.
    ///
    /// - Parameters:
    ///   - locations: In the order in which they were recorded, the newest last; at most 5,000.
    ///   - device: The device that was there.
    ///   - keeping: What the server is to keep of them.
    /// - Throws: `invalid` for a value out of its range; nothing was sent then.
    public func update(
        _ locations: [DeviceLocation], of device: MiataruDeviceID, keeping: LocationKeeping
    ) async throws(BaliseError) {
        guard !locations.isEmpty else { return }
        guard locations.count <= MiataruAPI.maximumLocations else {
            throw .invalid("one call takes at most \(MiataruAPI.maximumLocations) places")
        }
        if let flaw = locations.lazy.compactMap(\.flaw).first ?? keeping.flaw { throw .invalid(flaw) }
        try await showingKey(of: device) { key async throws(BaliseError) in
            try await acknowledge(
                .updateLocation, UpdateBody(locations: locations, device: device, key: key, keeping: keeping))
        }
    }

    /// Tells the server where a device is; see ``update(_:of:keeping:)-([DeviceLocation],_,_)``.
    public func update(
        _ location: DeviceLocation, of device: MiataruDeviceID, keeping: LocationKeeping
    ) async throws(BaliseError) {
        try await update([location], of: device, keeping: keeping)
    }

    /// Erases where a device is and was, and who looked. Its key, its allowed list and its slogan stay.
    ///
    /// - Returns: How many of these three there were; 0 for a device that the server does not know.
    @discardableResult
    public func deleteLocation(of device: MiataruDeviceID) async throws(BaliseError) -> Int {
        try await showingKey(of: device) { key async throws(BaliseError) in
            let body = MiataruWrapped("MiataruDeleteLocation") { json in
                json.set("Device", device.text)
                json.set("DeviceKey", key?.secret)
            }
            let answer: DeleteAnswer = try await send(.deleteLocation, body).body()
            return answer.count
        }
    }
}

extension LocationKeeping {
    /// Ten years, in minutes.
    private static let maximumStay = 5_256_000

    /// What is wrong with this value, in one sentence; nil when nothing is.
    var flaw: String? {
        guard case .newestOnly(let minutes) = self, !(1...LocationKeeping.maximumStay).contains(minutes) else {
            return nil
        }
        return "A place can stay for 1 minute to ten years."
    }
}

private struct UpdateBody: JSONWritable {
    let locations: [DeviceLocation]
    let device: MiataruDeviceID
    let key: MiataruDeviceKey?
    let keeping: LocationKeeping

    func write(to json: inout JSONObject) {
        var config = JSONObject()
        switch keeping {
        case .history:
            config.set("EnableLocationHistory", "True")
            // The server requires this member, and ignores it where a history is kept.
            config.set("LocationDataRetentionTime", "1")
        case .newestOnly(let minutes):
            config.set("EnableLocationHistory", "False")
            config.set("LocationDataRetentionTime", String(minutes))
        }
        json.set("MiataruConfig", config)
        json.set(
            "MiataruLocation",
            locations.map { location in
                var entry = JSONObject()
                entry.set("Device", device.text)
                entry.set("DeviceKey", key?.secret)
                location.write(miataru: &entry)
                return entry
            })
    }
}

private struct DeleteAnswer: JSONReadable {
    let count: Int

    /// Servers of the 1.0 API do not count.
    init(_ json: JSONValue) throws(JSONShapeError) { count = try json.optional("MiataruDeletedCount") ?? 0 }
}
