enum StoredPlaces {
    static func current(of device: String, on balise: RunningBalise) async throws -> JSON? {
        try await balise.accept(.getLocation, Miataru.read([device], by: Fresh.device()))["MiataruLocation"]?[0]
    }

    /// The timestamps of a device's history, newest first.
    static func history(of device: String, on balise: RunningBalise) async throws -> [JSON] {
        let read = try await balise.accept(
            .getLocationHistory, Miataru.history(of: device, "5000", by: Fresh.device()))
        let places = try #require(read["MiataruLocation"]?.elements)
        #expect(read["MiataruServerConfig"]?["AvailableDeviceLocationUpdates"]?.integer == places.count)
        return places.map { $0["Timestamp"] ?? .null }
    }
}
