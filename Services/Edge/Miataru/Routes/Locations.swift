import BaliseJSON
import Foundation
import HTTPTypes
import Models

func updateLocation(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    _ = try await call.send(UpdateLocation(body: call.body))
    return .locationUpdated(by: call.request)
}

func addEarlierLocations(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    guard let body = call.body else { throw .invalid("Device is missing") }
    let device = try body.device("Device")
    guard let key = try body.optionalKey("DeviceKey") else { throw .invalid("DeviceKey is missing") }
    let elements = body.member("MiataruLocation")?.elements.map(Array.init)
    guard let elements, elements.count <= AddEarlierLocations.maximumCount else {
        throw .invalid("MiataruLocation must be an array of at most \(AddEarlierLocations.maximumCount) entries")
    }
    var locations: [Location] = []
    for element in elements {
        guard element.kind == .object else { throw .invalid("each entry of MiataruLocation must be an object") }
        locations.append(try Location(miataru: element))
    }
    _ = try await call.send(AddEarlierLocations(device: device, key: key, locations: locations))
    return .acknowledgement("The history has these places.")
}

extension UpdateLocation {
    /// Reads an update. The location service checks the ranges of the numbers.
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
        self.init(entries: entries, keepsHistory: try config.keepsHistory(), retentionMinutes: try config.retention())
    }
}

extension UpdateLocation.Entry {
    fileprivate init(_ entry: JSONValue) throws(EdgeError) {
        guard entry.kind == .object else { throw .invalid("each entry of MiataruLocation must be an object") }
        self.init(
            device: try entry.device("Device"),
            key: try entry.optionalKey("DeviceKey"),
            location: try Location(miataru: entry))
    }
}

extension Location {
    /// The values of an entry of `MiataruLocation`, as clients send it and the reference server stores it.
    init(miataru entry: JSONValue) throws(EdgeError) {
        self.init(
            timestamp: try entry.required("Timestamp"),
            longitude: try entry.required("Longitude"),
            latitude: try entry.required("Latitude"),
            horizontalAccuracy: try entry.required("HorizontalAccuracy"),
            speed: try entry.optional("Speed"),
            batteryLevel: try entry.optional("BatteryLevel"),
            altitude: try entry.optional("Altitude"))
    }
}

extension JSONValue {
    /// Returns a number or a string in its original form. Refuses an absent value and `null`.
    fileprivate func required(_ name: StaticString) throws(EdgeError) -> LocationValue {
        guard let value = try optional(name), value != .null else { throw .invalid("\(name) is missing") }
        return value
    }

    /// Returns a number, a string or `null` in its original form; nil if it is absent.
    fileprivate func optional(_ name: StaticString) throws(EdgeError) -> LocationValue? {
        guard let value = member(name) else { return nil }
        switch value.kind {
        case .number, .string: return LocationValue(json: value.literal)
        case .null: return .null
        case .bool, .array, .object: throw .invalid("\(name) must be a number or a string")
        }
    }

    /// Whether a history is kept: for the text "true". Other texts, false and 0 mean no; further values are refused.
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

func getLocation(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let reader = try Reader(config: call.body)
    let devices = try [DeviceID](requested: call.body)
    let reply = try await call.send(GetLocation(reader: reader, devices: devices))
    var json = JSONWriter(capacity: 32 + 256 * reply.found.count)
    json.write("{")
    json.write(reply.found)
    json.write("}")
    return Answer(json: json.bytes)
}

extension [DeviceID] {
    init(requested body: JSONValue?, atMost maximum: Int = GetLocation.maximumDevices) throws(EdgeError) {
        guard let entries = body?.member("MiataruGetLocation")?.elements else {
            throw .invalid("MiataruGetLocation must be an array")
        }
        self.init()
        for entry in entries {
            guard entry.kind == .object else { throw .invalid("each entry of MiataruGetLocation must be an object") }
            guard count < maximum else {
                throw .invalid("MiataruGetLocation may have at most \(maximum) entries")
            }
            // Reading needs no key, but an invalid key is refused.
            _ = try entry.optionalKey("DeviceKey")
            append(try entry.device("Device"))
        }
    }

    /// Reads `devices`, separated by commas, and any number of `device` parameters, for ids that contain a comma.
    fileprivate init(streamed query: Query) throws(EdgeError) {
        self.init()
        var known: Set<DeviceID> = []
        let listed = query.texts("devices").flatMap { $0.split(separator: ",").map(String.init) }
        for text in listed + query.texts("device") {
            let device = try DeviceID(text, named: "devices")
            guard known.insert(device).inserted else { continue }
            guard count < maximumStreamedDevices else {
                throw .invalid("a stream has at most \(maximumStreamedDevices) devices")
            }
            append(device)
        }
        guard !isEmpty else { throw .invalid("devices must name a device") }
    }
}

/// Answers the place of the first device in the body.
func getLocationGeoJSON(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let devices = try [DeviceID](requested: call.body)
    guard !devices.isEmpty else { throw .invalid("MiataruGetLocation must name a device") }
    return try await feature(of: devices, call)
}

func getLocationGeoJSONOfPath(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    guard let parameter = call.request.parameters.first, let text = String(percentEncoded: parameter.utf8),
        let device = DeviceID(text)
    else {
        throw .invalid("the path must end with a device id")
    }
    // The position may be a person's, so shared caches must not store it, and the client revalidates it each time.
    return try await feature(of: [device], call)
        .with(HTTPField(name: .cacheControl, value: "private, no-cache"))
}

private func feature(of devices: [DeviceID], _ call: MiataruCall) async throws(EdgeError) -> Answer {
    let reply = try await call.send(GetLocationGeoJSON(devices: devices))
    var json = JSONWriter()
    guard let location = reply.location, let longitude = coordinate(location.longitude),
        let latitude = coordinate(location.latitude)
    else {
        json.write("{}")
        return Answer(json: json.bytes)
    }
    json.write(#"{"type":"Feature","geometry":{"type":"Point","coordinates":["#)
    json.write(json: longitude)
    json.write(",")
    json.write(json: latitude)
    json.write(#"]},"properties":{"name":"#)
    json.write(string: devices[0].text)
    json.write(#","timestamp":"#)
    json.write(json: location.timestamp.json)
    json.write(#","horizontalAccuracy":"#)
    json.write(json: location.horizontalAccuracy.json)
    json.write(#","speed":"#, location.speed)
    json.write(#","batteryLevel":"#, location.batteryLevel)
    json.write(#","altitude":"#, location.altitude)
    json.write("}}")
    return Answer(json: json.bytes)
}

/// Returns a coordinate as a JSON number, also if it was stored as a string; nil for any other value.
func coordinate(_ value: LocationValue) -> String? {
    guard let parsed = try? JSONDocument(Array(value.json.utf8)).root else { return nil }
    if parsed.kind == .number { return value.json }
    // Some phones write a comma as the decimal point.
    guard let text = parsed.string, let number = decimal(text.replacingOccurrences(of: ",", with: ".")) else {
        return nil
    }
    if number == number.rounded(), abs(number) < 1e15 { return String(Int64(number)) }
    return "\(number)"
}

let maximumStreamedDevices = 100

func streamDevices(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    guard let live = call.live else { throw EdgeError(.unavailable, "this server offers no streams") }
    let request = call.request
    let query = Query(request.query)
    let devices = try [DeviceID](streamed: query)
    let reader = try Reader(streaming: query, request.headers)
    let place = try live.limiter.enter(address: request.address)
    let view = try await live.view(of: .reader(reader), after: request.lastEventID, request.context)
    // This call comes first, because it checks and limits the key and records the visits.
    let reply = try await call.send(GetLocation(reader: reader, devices: devices))
    view.show(devices, reply.found)
    return Answer(eventsIn: place) { send in try await live.write(view, to: send) }.with(.noStore)
}

extension Reader {
    /// Reads the reader. Addresses are logged, so the key is in `Authorization: Bearer`, percent-encoded.
    fileprivate init(streaming query: Query, _ headers: RequestHeaders) throws(EdgeError) {
        self.init(device: nil)
        if let text = query.text("RequestMiataruDeviceID", "requestingDeviceID") {
            device = try DeviceID(text, named: "RequestMiataruDeviceID")
        }
        guard let shown = headers.authorization else { return }
        let parts = shown.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer", let text = String(percentEncoded: parts[1].utf8),
            let key = DeviceKey(text)
        else {
            throw .invalid("the key of the device that asks is shown as Authorization: Bearer, percent-encoded")
        }
        self.key = key
    }
}

func deleteLocation(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let question = try call.wrapped(in: "MiataruDeleteLocation")
    let device = try question.device("Device")
    let reply = try await call.send(DeleteLocation(device: device, key: try question.optionalKey("DeviceKey")))
    return .acknowledgement("Location data deleted for device: \(device.text)", deleted: reply.deleted)
}
