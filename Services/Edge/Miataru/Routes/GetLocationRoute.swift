import BaliseJSON
import Models

func getLocation(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let reader = try Reader(config: call.body)
    let devices = try [DeviceID](requested: call.body)
    let reply = try await call.send(GetLocation(reader: reader, devices: devices))
    var json = JSONWriter(capacity: 32 + 256 * reply.found.count)
    json.write(#"{"MiataruLocation":["#)
    for (position, found) in reply.found.enumerated() {
        if position > 0 { json.write(",") }
        guard let found else {
            json.write("null")
            continue
        }
        json.write("{")
        json.write(found.location, of: found.device)
        json.write(#","Slogan":"#)
        json.write(string: found.slogan)
        json.write("}")
    }
    json.write("]}")
    return Answer(json: json.bytes)
}

extension [DeviceID] {
    /// The devices that `MiataruGetLocation` lists.
    init(requested body: JSONValue?) throws(EdgeError) {
        guard let entries = body?.member("MiataruGetLocation")?.elements else {
            throw .invalid("MiataruGetLocation must be an array")
        }
        self.init()
        for entry in entries {
            guard entry.kind == .object else { throw .invalid("each entry of MiataruGetLocation must be an object") }
            guard count < GetLocation.maximumDevices else {
                throw .invalid("MiataruGetLocation may have at most \(GetLocation.maximumDevices) entries")
            }
            // Reading needs no key, but an invalid one is refused.
            _ = try entry.optionalKey("DeviceKey")
            append(try entry.device("Device"))
        }
    }
}
