import BaliseJSON
import Models

func updateLocation(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    _ = try await call.send(UpdateLocation(body: call.body))
    return .locationUpdated(by: call.request)
}

extension UpdateLocation {
    /// Reads a request's body. The location service checks the ranges of its numbers.
    init(body: JSONValue?) throws(EdgeError) {
        guard let locations = body?.given("MiataruLocation") else { throw .invalid("MiataruLocation is missing") }
        var entries: [Entry] = []
        if let elements = locations.elements {
            for element in elements {
                guard entries.count < UpdateLocation.maximumEntries else {
                    throw .invalid("MiataruLocation may have at most \(UpdateLocation.maximumEntries) entries")
                }
                entries.append(try Entry(element))
            }
        } else {
            entries = [try Entry(locations)]
        }
        guard let config = body?.given("MiataruConfig") else {
            // Without a configuration, the defaults apply.
            self.init(entries: entries, keepsHistory: false, retentionMinutes: nil)
            return
        }
        guard config.kind == .object else { throw .invalid("MiataruConfig must be an object") }
        self.init(
            entries: entries, keepsHistory: try config.keepsHistory(), retentionMinutes: try config.retention())
    }
}

extension UpdateLocation.Entry {
    fileprivate init(_ entry: JSONValue) throws(EdgeError) {
        guard entry.kind == .object else { throw .invalid("each entry of MiataruLocation must be an object") }
        self.init(
            device: try entry.device("Device"),
            key: try entry.optionalKey("DeviceKey"),
            location: Location(
                timestamp: try entry.required("Timestamp"),
                longitude: try entry.required("Longitude"),
                latitude: try entry.required("Latitude"),
                horizontalAccuracy: try entry.required("HorizontalAccuracy"),
                speed: try entry.optional("Speed"),
                batteryLevel: try entry.optional("BatteryLevel"),
                altitude: try entry.optional("Altitude")))
    }
}

extension JSONValue {
    /// A number or a string in its original form; refuses absent and `null`.
    fileprivate func required(_ name: StaticString) throws(EdgeError) -> LocationValue {
        guard let value = try optional(name), value != .null else { throw .invalid("\(name) is missing") }
        return value
    }

    /// A number, a string or `null` in its original form; nil if it is absent.
    fileprivate func optional(_ name: StaticString) throws(EdgeError) -> LocationValue? {
        guard let value = member(name) else { return nil }
        switch value.kind {
        case .number, .string: return LocationValue(json: value.literal)
        case .null: return .null
        case .bool, .array, .object: throw .invalid("\(name) must be a number or a string")
        }
    }

    /// A text; only "true" means on. A JSON truth value or number that would mean on is refused.
    fileprivate func keepsHistory() throws(EdgeError) -> Bool {
        guard let value = given("EnableLocationHistory") else { return false }
        if let text = value.string { return text.lowercased() == "true" }
        guard value.bool == false || (value.kind == .number && decimal(value.literal) == 0) else {
            throw .invalid("EnableLocationHistory must be a string")
        }
        return false
    }

    fileprivate func retention() throws(EdgeError) -> LocationValue {
        guard let value = given("LocationDataRetentionTime"), value.kind == .number || value.kind == .string,
            value.kind == .string || decimal(value.literal) != 0
        else { throw .invalid("LocationDataRetentionTime must be a number of minutes") }
        return LocationValue(json: value.literal)
    }
}
